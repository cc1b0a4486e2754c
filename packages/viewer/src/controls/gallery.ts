import type { SceneCard } from '../scenes.ts';
import { Dialog } from './dialog.ts';
import { make, makeButton } from './elements.ts';

/** The kind of a new, empty scene. */
export type Ground = 'plane' | 'space' | 'map';

export interface GalleryActions {
  choose(scene: string): void;
  openFile(): void;
  make(ground: Ground): void;
}

const GROUNDS: ReadonlyArray<readonly [Ground, label: string, tip: string]> = [
  ['plane', 'New plane', 'A new, empty scene in the plane'],
  ['space', 'New space', 'A new, empty scene in three dimensions'],
  ['map', 'New map', 'A new scene on a map, on which you can draw walls'],
];

/** The dialog with a picture of every scene to choose from. */
export class Gallery {
  readonly #dialog: Dialog;
  readonly #cards = new Map<string, HTMLButtonElement>();
  /** The descriptions of scenes that are not loaded yet, each with the element that will show it. */
  readonly #lines: Array<[HTMLElement, SceneCard['line']]> = [];

  constructor(scenes: readonly SceneCard[], { choose, openFile, make: makeNew }: GalleryActions) {
    const button = (label: string, title: string, press: () => void) =>
      makeButton(
        { className: 'plain-button', title },
        () => {
          this.#dialog.close();
          press();
        },
        label,
      );
    this.#dialog = new Dialog(
      'gallery',
      'Scenes',
      ...GROUNDS.map(([ground, label, tip]) => button(label, tip, () => makeNew(ground))),
      button(
        'Open a file',
        'Open a scenario, a snapshot or a replay, or drop its file on the page',
        openFile,
      ),
    );
    const list = make('ul');
    for (const { name, title, line, picture, isModel } of scenes) {
      if (isModel && !list.querySelector('.group')) {
        list.append(make('li', { className: 'group' }, make('h3', {}, 'Models')));
      }
      const text = make('span', { className: 'line' });
      this.#lines.push([text, line]);
      const card = makeButton(
        { className: 'card', 'data-scene': name },
        () => {
          this.#dialog.close();
          choose(name);
        },
        // Loaded when the card becomes visible, which is after the dialog opens.
        make('img', { loading: 'lazy', alt: '', width: 320, height: 200, src: picture }),
        make('strong', {}, title),
        text,
      );
      this.#cards.set(name, card);
      list.append(make('li', {}, card));
    }
    list.addEventListener('keydown', (event) => this.#move(event));
    this.#dialog.body.append(list);
  }

  /** The name of the running scene, whose card is marked; undefined when that scene is not in the gallery. */
  set current(scene: string | undefined) {
    for (const [name, card] of this.#cards) {
      if (name === scene) card.setAttribute('aria-current', 'true');
      else card.removeAttribute('aria-current');
    }
  }

  open(): void {
    this.#dialog.open();
    void this.#showLines();
    const cards = [...this.#cards.values()];
    const current = cards.find((card) => card.hasAttribute('aria-current'));
    (current ?? cards[0])?.focus();
  }

  /** Loads and shows the descriptions. Those that cannot be loaded are tried again the next time the gallery opens. */
  async #showLines(): Promise<void> {
    const waiting = this.#lines.splice(0);
    for (const [text, line] of waiting) {
      const found = await line().catch(() => undefined);
      if (found === undefined) this.#lines.push([text, line]);
      else text.textContent = found;
    }
  }

  /** Moves the focus by the arrow keys, from a card to its neighbor on the screen. */
  #move(event: KeyboardEvent): void {
    const cards = [...this.#cards.values()];
    const at = cards.indexOf(document.activeElement as HTMLButtonElement);
    if (at < 0) return;
    const { left } = cards[at].getBoundingClientRect();
    const isInColumn = (card: HTMLElement) => card.getBoundingClientRect().left === left;
    const ways = {
      ArrowLeft: () => cards[at - 1],
      ArrowRight: () => cards[at + 1],
      ArrowUp: () => cards.slice(0, at).reverse().find(isInColumn),
      ArrowDown: () => cards.slice(at + 1).find(isInColumn),
    };
    const way = ways[event.key as keyof typeof ways];
    if (way === undefined) return;
    event.preventDefault();
    (way() ?? cards[event.key === 'ArrowDown' ? cards.length - 1 : at])?.focus();
  }
}
