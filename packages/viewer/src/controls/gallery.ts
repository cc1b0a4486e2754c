import type { SceneText } from '../scene-texts.ts';
import type { SceneCard } from '../scenes.ts';
import { Dialog } from './dialog.ts';
import { make, makeButton } from './elements.ts';
import featured from './featured.json';

export interface GalleryActions {
  choose(scene: string): void;
}

/** The scenes that are shown first, as moving pictures: public/loops has one for each. */
const FEATURED: readonly string[] = featured;

const ALL = 'All';
/** The groups of scenes, in words for the visitor. */
const GROUPS: Readonly<Record<NonNullable<SceneText['group']>, string>> = {
  fly: 'Fly',
  crowd: 'Crowd',
  chase: 'Chase',
  grow: 'Grow',
  think: 'Think',
};

/** A scene in the gallery, with its text as soon as that is loaded. */
interface Shown {
  readonly scene: SceneCard;
  readonly card: HTMLButtonElement;
  readonly title: HTMLElement;
  readonly question: HTMLElement;
  readonly credit: HTMLElement;
  text: SceneText | undefined;
}

/** The dialog with a picture of every scene to choose from: a few that move, and a library of all others. */
export class Gallery {
  readonly #dialog: Dialog;
  readonly #shown: readonly Shown[];
  readonly #search = make('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search the scenes',
  });
  readonly #groups: readonly HTMLButtonElement[];
  readonly #none = make('p', { className: 'soft', hidden: true }, 'No scene has these words.');
  #group = ALL;

  constructor(scenes: readonly SceneCard[], { choose }: GalleryActions) {
    this.#groups = [ALL, ...Object.values(GROUPS)].map((label) =>
      makeButton({ className: 'chip' }, () => this.#filter(label), label),
    );
    this.#dialog = new Dialog('gallery', 'Scenes', this.#search);
    this.#shown = scenes.map((scene) => {
      const title = make('strong', {}, scene.title);
      const question = make('span', { className: 'line' });
      const credit = make('span', { className: 'credit' });
      const card = makeButton(
        { className: 'card', 'data-scene': scene.name },
        () => {
          this.#dialog.close();
          choose(scene.name);
        },
        pictureOf(scene),
        title,
        question,
        credit,
      );
      return { scene, card, title, question, credit, text: undefined };
    });
    const listOf = (className: string, isIn: (name: string) => boolean) =>
      make(
        'ul',
        { className },
        ...this.#shown
          .filter(({ scene }) => isIn(scene.name))
          .sort((a, b) => FEATURED.indexOf(a.scene.name) - FEATURED.indexOf(b.scene.name))
          .map(({ card }) => make('li', {}, card)),
      );
    this.#dialog.body.append(
      make('div', { className: 'groups', role: 'group', 'aria-label': 'Groups' }, ...this.#groups),
      listOf('featured', (name) => FEATURED.includes(name)),
      listOf('library', (name) => !FEATURED.includes(name)),
      this.#none,
    );
    this.#search.addEventListener('input', () => this.#filter(this.#group));
    this.#dialog.body.addEventListener('keydown', (event) => this.#move(event));
    this.#filter(ALL);
  }

  /** `current` is the name of the running scene, whose card is marked; undefined when it has no card. */
  open(current: string | undefined): void {
    for (const { scene, card } of this.#shown) {
      if (scene.name === current) card.setAttribute('aria-current', 'true');
      else card.removeAttribute('aria-current');
    }
    this.#search.value = '';
    this.#filter(ALL);
    this.#dialog.open();
    void this.#load();
    const marked = this.#shown.find(({ card }) => card.hasAttribute('aria-current'));
    (marked ?? this.#shown[0])?.card.focus();
  }

  /** Loads and shows the texts. Those that cannot be loaded are tried again the next time the gallery opens. */
  async #load(): Promise<void> {
    for (const shown of this.#shown) {
      if (shown.text !== undefined) continue;
      shown.text = await shown.scene.text().catch(() => undefined);
      if (shown.text === undefined) continue;
      shown.title.textContent = shown.text.title ?? shown.scene.title;
      shown.question.textContent = shown.text.question;
      shown.credit.textContent = shown.text.credit ?? '';
    }
    this.#filter(this.#group);
  }

  /** Shows the scenes of a group that have all words of the search. */
  #filter(group: string): void {
    this.#group = group;
    for (const button of this.#groups) {
      button.setAttribute('aria-pressed', String(button.textContent === group));
    }
    const words = this.#search.value.toLowerCase().split(/\s+/);
    let found = 0;
    for (const { scene, card, text } of this.#shown) {
      const isOfGroup = group === ALL || (text?.group && GROUPS[text.group]) === group;
      const all = [scene.name, scene.title, text?.title, text?.question, text?.credit]
        .concat(text?.tags ?? [], text?.group ?? [])
        .join(' ')
        .toLowerCase();
      const isShown = isOfGroup && words.every((word) => all.includes(word));
      card.parentElement!.hidden = !isShown;
      if (isShown) found += 1;
    }
    this.#none.hidden = found > 0;
  }

  /** Moves the focus by the arrow keys, from a card to its neighbor on the screen. */
  #move(event: KeyboardEvent): void {
    const cards = [...this.#dialog.body.querySelectorAll<HTMLElement>('.card')].filter((card) =>
      card.checkVisibility(),
    );
    const at = cards.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const { left } = cards[at].getBoundingClientRect();
    const distance = (card: HTMLElement) => Math.abs(card.getBoundingClientRect().left - left);
    /** The first card of the nearest row in a direction that is nearest to the column of the current one. */
    const inRow = (others: readonly HTMLElement[]) => {
      const top = others.find((card) => card.offsetTop !== cards[at].offsetTop)?.offsetTop;
      return others
        .filter((card) => card.offsetTop === top)
        .sort((a, b) => distance(a) - distance(b))[0];
    };
    const ways = {
      ArrowLeft: () => cards[at - 1],
      ArrowRight: () => cards[at + 1],
      ArrowUp: () => inRow(cards.slice(0, at).reverse()),
      ArrowDown: () => inRow(cards.slice(at + 1)),
    };
    const way = ways[event.key as keyof typeof ways];
    if (way === undefined) return;
    event.preventDefault();
    (way() ?? cards[event.key === 'ArrowDown' ? cards.length - 1 : at])?.focus();
  }
}

/** The picture of a scene. It is loaded when it becomes visible, which is after the dialog opens. */
function pictureOf({ name, picture }: SceneCard): HTMLElement {
  const still = { loading: 'lazy', alt: '', width: 320, height: 200, src: picture } as const;
  if (!FEATURED.includes(name)) return make('img', still);
  // The loop has 24 pictures, six in a row, which the style sheet shows one after the other.
  const loop = make('img', { ...still, className: 'loop', src: `./loops/${name}.webp` });
  const frame = make('span', { className: 'moving' }, make('img', still), loop);
  loop.hidden = true;
  loop.addEventListener('load', () => {
    loop.hidden = false;
  });
  return frame;
}
