/** A pane of the details. */
export interface Pane {
  readonly key: string;
  readonly label: string;
  readonly tip: string;
  readonly element: HTMLElement;
}

/** Several panes, each with a button that opens it. At most one pane is open. */
export class Panes {
  readonly #panes: readonly Pane[];
  readonly #buttons: readonly HTMLButtonElement[];
  #open: string | undefined;

  constructor(place: HTMLElement, panes: readonly Pane[]) {
    this.#panes = panes;
    const bar = document.createElement('div');
    bar.className = 'tabs';
    this.#buttons = panes.map(({ key, label, tip, element }) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label;
      button.title = tip;
      button.dataset.pane = key;
      button.addEventListener('click', () => this.toggle(key));
      element.classList.add('pane');
      bar.append(button);
      return button;
    });
    // A mouse click does not move the focus, so Space still fires afterwards.
    bar.addEventListener('mousedown', (event) => event.preventDefault());
    place.append(bar, ...panes.map(({ element }) => element));
    this.#show();
  }

  get open(): string | undefined {
    return this.#open;
  }

  toggle(key: string): void {
    this.#open = this.#open === key ? undefined : key;
    this.#show();
  }

  #show(): void {
    this.#panes.forEach(({ key, element }, k) => {
      element.hidden = key !== this.#open;
      this.#buttons[k].setAttribute('aria-expanded', String(key === this.#open));
    });
  }
}
