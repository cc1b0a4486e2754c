/** The page as the code that draws a scene sees it. */
export interface SceneHost {
  /** The base address for the addresses of models. */
  readonly address: string;
  /** Shows the visitor a notice that something could not be drawn. */
  showNotice(title: string, text: string): void;
  hideNotice(title: string): void;
}
