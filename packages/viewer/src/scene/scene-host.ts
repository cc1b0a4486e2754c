/** The part of the page that a scene's drawing code uses. */
export interface SceneHost {
  /** The address to which the addresses of models are relative. */
  readonly address: string;
  /** Shows the visitor a notice, which says that something could not be drawn. */
  showNotice(title: string, text: string): void;
  hideNotice(title: string): void;
}
