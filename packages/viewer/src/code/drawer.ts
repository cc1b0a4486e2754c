import { make, makeButton } from '../controls/elements.ts';
import type { Page } from '../controls/page.ts';
import { messageOf, showNotice } from '../panel/notices.ts';
import type { Session } from '../session.ts';
import type { Tab } from './tab.ts';
import './code.css';

/** The tabs of the drawer. The code of each tab is loaded when the tab is first shown. */
const TABS: readonly { readonly name: string; load(page: Page): Promise<Tab> }[] = [
  {
    name: 'Scenario',
    load: async (page) => new (await import('./scenario-tab.ts')).ScenarioTab(page),
  },
  { name: 'Law', load: async (page) => new (await import('../lab/law-tab.ts')).LawTab(page) },
];

/** The drawer beside the picture, with the scenario and the law of the run as editable text. */
export class Drawer {
  readonly #page: Page;
  readonly #tabs = new Map<number, Promise<Tab>>();
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #panels = TABS.map((_, index) =>
    make('div', {
      id: `code-${index}`,
      className: 'tab',
      role: 'tabpanel',
      'aria-labelledby': `tab-${index}`,
    }),
  );
  readonly #element: HTMLElement;
  /** The element that had the focus before the drawer opened; it gets the focus back when the drawer closes. */
  #before: Element | null = null;
  #shown = 0;

  constructor(page: Page) {
    this.#page = page;
    this.#buttons = TABS.map(({ name }, index) =>
      makeButton(
        { id: `tab-${index}`, role: 'tab', 'aria-controls': `code-${index}` },
        () => void this.#show(index).then((tab) => tab?.focus()),
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
      ...this.#panels,
    );
    this.#element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      this.close();
    });
    document.body.append(this.#element);
    page.view.addCover(this.#element);
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
    void this.#show(this.#shown).then((tab) => tab?.focus());
  }

  close(): void {
    this.#element.hidden = true;
    document.body.classList.remove('coding');
    if (this.#before instanceof HTMLElement) this.#before.focus();
  }

  /** Shows the run that the page has just opened, in each loaded tab. Does nothing while the drawer is closed. */
  async describe(session: Session): Promise<void> {
    if (!this.isOpen) return;
    for (const tab of this.#tabs.values()) (await tab).describe(session);
  }

  async #show(shown: number): Promise<Tab | undefined> {
    this.#shown = shown;
    for (const [index, panel] of this.#panels.entries()) {
      panel.hidden = index !== shown;
      this.#buttons[index].setAttribute('aria-selected', String(index === shown));
      this.#buttons[index].tabIndex = index === shown ? 0 : -1;
    }
    try {
      const tab = await (this.#tabs.get(shown) ?? this.#load(shown));
      const { session } = this.#page;
      if (session) tab.describe(session);
      return tab;
    } catch (error) {
      this.#tabs.delete(shown);
      showNotice('The code cannot be shown.', messageOf(error));
      return undefined;
    }
  }

  async #load(index: number): Promise<Tab> {
    const loading = TABS[index].load(this.#page);
    this.#tabs.set(index, loading);
    const tab = await loading;
    this.#panels[index].replaceChildren(...tab.element.childNodes);
    return tab;
  }

  #move(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const count = TABS.length;
    const next = (this.#shown + step + count) % count;
    void this.#show(next);
    this.#buttons[next].focus();
  }
}
