import { make, makeButton } from '../controls/elements.ts';
import { drawGlyph } from './hash-glyph.ts';

/** The size of the two pictures of the hash, in CSS pixels. */
const SMALL = 32;
const LARGE = 80;

/**
 * The picture of the hash, which changes with each hash that is computed, and the card that it opens. The card has the
 * hash as a number, and shows how to compute it in Node.
 */
export class HashCard {
  readonly button: HTMLButtonElement;
  readonly #card: HTMLElement;
  readonly #small = picture(SMALL);
  readonly #large = picture(LARGE);
  /** The latest hash that is not drawn yet. */
  #fresh: string | undefined;

  /** `place` contains the card, which closes with Escape or with a click elsewhere. */
  constructor(place: HTMLElement) {
    this.#card = place.querySelector<HTMLElement>('#hash-card')!;
    this.button = makeButton(
      {
        id: 'glyph',
        title: 'The hash of the state, as a picture. It is the same for any number of threads.',
        'aria-label': 'Hash of the state',
        'aria-expanded': 'false',
        'aria-controls': 'hash-card',
      },
      () => this.#toggle(this.#card.hidden === true),
      this.#small,
    );
    this.#card.prepend(this.#large);
    const copy = this.#card.querySelector<HTMLButtonElement>('#hash-row button')!;
    copy.addEventListener('click', async () => {
      const hash = this.#card.querySelector('#hash')!;
      await navigator.clipboard.writeText(hash.textContent ?? '').catch(() => {
        getSelection()?.selectAllChildren(hash);
      });
    });
    place.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || this.#card.hidden) return;
      event.preventDefault();
      this.#toggle(false);
      this.button.focus();
    });
    window.addEventListener('pointerdown', ({ target }) => {
      const isInside = target instanceof Node && place.contains(target);
      if (!isInside && !this.#card.hidden) this.#toggle(false);
    });
  }

  /** Takes a hash, which the next call of `draw` draws. */
  hash(tick: number, hash: string): void {
    this.#fresh = hash;
    this.button.dataset.tick = String(tick);
    this.button.dataset.hash = hash;
  }

  /** Draws the latest hash, unless it is drawn already. Called in each frame. */
  draw(): void {
    if (this.#fresh === undefined) return;
    // Neither picture can be seen while the controls are hidden.
    if (this.#small.clientWidth > 0) drawGlyph(this.#small, this.#fresh);
    if (!this.#card.hidden) drawGlyph(this.#large, this.#fresh);
    this.#fresh = undefined;
  }

  /** Forgets the hash, because another run was opened. */
  clear(): void {
    this.#fresh = undefined;
    delete this.button.dataset.tick;
    delete this.button.dataset.hash;
    for (const canvas of [this.#small, this.#large]) {
      canvas.getContext('2d')!.clearRect(0, 0, canvas.width, canvas.height);
    }
  }

  #toggle(isOpen: boolean): void {
    this.#card.hidden = !isOpen;
    this.button.setAttribute('aria-expanded', String(isOpen));
    this.#fresh ??= this.button.dataset.hash;
  }
}

function picture(size: number): HTMLCanvasElement {
  const canvas = make('canvas', { width: 2 * size, height: 2 * size, 'aria-hidden': 'true' });
  canvas.style.width = `${size}px`;
  canvas.style.height = `${size}px`;
  return canvas;
}
