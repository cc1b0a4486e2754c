/** The page, as what draws a scene knows it. */
export interface SceneHost {
  /** What the addresses of models are relative to. */
  readonly address: string;
  /** A remark for people: something could not be drawn. */
  showNotice(title: string, text: string): void;
  hideNotice(title: string): void;
}
