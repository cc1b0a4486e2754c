import { make, makeButton } from '../controls/elements.ts';
import type { Page } from '../controls/page.ts';
import type { Session } from '../session.ts';
import './code.css';
import { ScenarioTab } from './scenario-tab.ts';

/** One of the pages of the drawer. */
export interface Tab {
  readonly name: string;
  readonly element: HTMLElement;
  focus(): void;
  /** A run was opened. */
  describe(session: Session): void;
}

/** Beside the picture: what the run is made of, as text that can be changed. */
export class Drawer {
  readonly #page: Page;
  readonly #tabs: readonly Tab[];
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #element: HTMLElement;
  /** What had the focus before the drawer opened. */
  #before: Element | null = null;
  #shown = 0;

  constructor(page: Page) {
    this.#page = page;
    this.#tabs = [new ScenarioTab(page)];
    this.#buttons = this.#tabs.map(({ name }, index) =>
      makeButton(
        { id: `tab-${index}`, role: 'tab', 'aria-controls': `code-${index}` },
        () => this.#show(index),
        name,
      ),
    );
    const list = make('div', { role: 'tablist', 'aria-label': 'Code' }, ...this.#buttons);
    list.addEventListener('keydown', (event) => this.#move(event));
    const close = makeButton(
      { className: 'close', title: 'Close (Escape)', 'aria-label': 'Close the code' },
      () => this.close(),
      '\u00d7',
    );
    this.#element = make(
      'aside',
      { id: 'drawer', 'aria-label': 'Code', hidden: true },
      make('header', {}, list, close),
    );
    this.#tabs.forEach(({ element }, index) => {
      element.className = 'tab';
      element.id = `code-${index}`;
      element.setAttribute('role', 'tabpanel');
      element.setAttribute('aria-labelledby', `tab-${index}`);
      this.#element.append(element);
    });
    this.#element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      this.close();
    });
    document.body.append(this.#element);
    this.#show(0);
  }

  get isOpen(): boolean {
    return !this.#element.hidden;
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else this.open();
  }

  open(): void {
    this.#before = document.activeElement;
    this.#element.hidden = false;
    document.body.classList.add('coding');
    const { session } = this.#page;
    if (session) this.describe(session);
    this.#page.stage.drawer = this.#element;
    this.#tabs[this.#shown].focus();
  }

  close(): void {
    this.#element.hidden = true;
    document.body.classList.remove('coding');
    this.#page.stage.drawer = undefined;
    if (this.#before instanceof HTMLElement) this.#before.focus();
  }

  /** A run was opened. */
  describe(session: Session): void {
    if (this.isOpen) for (const tab of this.#tabs) tab.describe(session);
  }

  #show(shown: number): void {
    this.#shown = shown;
    this.#tabs.forEach(({ element }, index) => {
      element.hidden = index !== shown;
      const button = this.#buttons[index];
      button.setAttribute('aria-selected', String(index === shown));
      button.tabIndex = index === shown ? 0 : -1;
    });
  }

  #move(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const count = this.#tabs.length;
    this.#show((this.#shown + step + count) % count);
    this.#buttons[this.#shown].focus();
  }
}
