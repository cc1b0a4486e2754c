import { make } from '../controls/elements.ts';
import { remember, wasOpen } from '../opened.ts';
import { ReadingPace } from './reading-pace.ts';

/** The minimum interval between two hashes that are shown as numbers while the run continues, in ms. */
const HASH_EVERY_MS = 250;

/** The minimum interval between two updates of what this machine can do, in ms. */
const ABLE_EVERY_MS = 1000;

/** One formatter for all numbers. Creating a formatter takes longer than formatting a number. */
const NUMBERS = new Intl.NumberFormat('en-US');

/** The numbers of the run that are shown beside the picture. */
export interface Reading {
  readonly tick: number;
  readonly living: number;
  readonly agents: number;
  /** The number of agents that this machine can step in real time; 0 while it is unknown. */
  readonly able: number;
}

/**
 * The lines at the top left: the scene in a sentence, and below the fold its description, its tick, and the hash of its
 * state.
 */
export class Readout {
  readonly #tagline = element('#tagline');
  readonly #description = element('#description');
  readonly #tick = element('#tick');
  readonly #agents = element('#agents');
  readonly #able = element('#able');
  readonly #threads = element('#threads');
  readonly #hash = element('#hash');
  readonly #hashTick = element('#hash-tick');
  readonly #pace = new ReadingPace();
  #hashedAt = Number.NEGATIVE_INFINITY;
  #ableAt = Number.NEGATIVE_INFINITY;

  constructor() {
    const button = element('#fold');
    const facts = element('#facts');
    const open = (isOpen: boolean) => {
      facts.hidden = !isOpen;
      button.setAttribute('aria-expanded', String(isOpen));
      document.documentElement.classList.toggle('about', isOpen);
    };
    button.addEventListener('click', () => {
      open(Boolean(facts.hidden));
      remember('about', !facts.hidden);
    });
    // A mouse click does not move the focus, so Space still fires afterwards.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    open(wasOpen('about'));
  }

  /**
   * Shows the title of a scene that was just opened, its question or its first sentence, and its description. The hash
   * of the run is not known yet. `title` is undefined as long as the page only introduces itself.
   */
  describe(title: string | undefined, question: string | undefined, description: string): void {
    const first = question ?? description.split(/(?<=[.?!]) /)[0]!;
    if (title !== undefined) {
      this.#tagline.replaceChildren(make('strong', {}, title), ' ', first);
    }
    this.#description.textContent = description;
    this.#hash.textContent = '...';
    this.#hashTick.textContent = '';
    this.#hashedAt = Number.NEGATIVE_INFINITY;
    delete this.#hash.dataset.tick;
    delete this.#hash.dataset.hash;
  }

  /** Shows the tick and the number of living agents. Called in each frame. */
  show({ tick, living, agents, able }: Reading): void {
    if (!this.#pace.isDue(tick)) return;
    setText(this.#tick, NUMBERS.format(tick));
    const all = NUMBERS.format(agents);
    setText(this.#agents, living === agents ? all : `${NUMBERS.format(living)} of ${all}`);
    const now = performance.now();
    if (now - this.#ableAt < ABLE_EVERY_MS) return;
    this.#ableAt = now;
    const most = NUMBERS.format(Number(able.toPrecision(1)));
    setText(this.#able, able === 0 ? '...' : `steps about ${most} of these in real time`);
  }

  /**
   * Shows a hash, and the tick to which it belongs. The attributes `data-tick` and `data-hash` always change together.
   * While the run continues, a hash that follows the last one too soon to be read is left out.
   */
  showHash(tick: number, hash: string, isResting: boolean): void {
    const now = performance.now();
    if (!isResting && now - this.#hashedAt < HASH_EVERY_MS) return;
    this.#hashedAt = now;
    this.#hash.textContent = hash;
    this.#hashTick.textContent = `at ${NUMBERS.format(tick)}`;
    this.#hash.dataset.tick = String(tick);
    this.#hash.dataset.hash = hash;
  }

  showThreads(workers: number, threaded: boolean, cores: number): void {
    this.#threads.textContent = threaded
      ? `${workers} on ${cores} ${cores === 1 ? 'core' : 'cores'}`
      : '1 (this page cannot use more)';
    this.#threads.dataset.workers = String(workers);
    this.#threads.dataset.threaded = String(threaded);
  }
}

/** Sets the text of an element, but only if it has changed. Even setting the same text again would cost a layout. */
function setText(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}

function element(selector: string): HTMLElement {
  return document.querySelector<HTMLElement>(selector)!;
}
