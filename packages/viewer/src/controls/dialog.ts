import { make, makeButton } from './elements.ts';

/**
 * A dialog over the page, with a heading and a close button. The run continues behind it. Escape or a click outside
 * closes the dialog, and returns the focus to where it was.
 */
export class Dialog {
  readonly body = make('div', { className: 'body' });
  readonly #element: HTMLDialogElement;
  readonly #heading: HTMLElement;

  constructor(id: string, title: string, ...besideTitle: HTMLElement[]) {
    this.#heading = make('h2', { id: `${id}-title` }, title);
    const close = makeButton(
      { className: 'close', title: 'Close (Escape)', 'aria-label': 'Close' },
      () => this.close(),
      '\u00d7',
    );
    this.#element = make(
      'dialog',
      { id, 'aria-labelledby': `${id}-title` },
      make('header', {}, this.#heading, ...besideTitle, close),
      this.body,
    );
    this.#element.addEventListener('click', (event) => {
      if (event.target === this.#element) this.close();
    });
    document.body.append(this.#element);
  }

  set title(title: string) {
    this.#heading.textContent = title;
  }

  get isOpen(): boolean {
    return this.#element.open;
  }

  open(): void {
    if (!this.isOpen) this.#element.showModal();
  }

  close(): void {
    this.#element.close();
  }

  /** Calls `listener` each time the dialog was closed, by the visitor or by the page. */
  onClose(listener: () => void): void {
    this.#element.addEventListener('close', listener);
  }
}
