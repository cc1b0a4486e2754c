import { ReadingPace } from './reading-pace.ts';

/** On a screen this small the words begin folded. */
const SMALL = '(max-width: 40em), (max-height: 35em)';

/** A formatter of its own for each number would take longer than the number. */
const NUMBERS = new Intl.NumberFormat('en-US');

/** What is shown of the run beside the picture. */
export interface Reading {
  readonly tick: number;
  readonly living: number;
  readonly agents: number;
}

/** The lines at the top left: what runs, how far it is, and the hash of where it stands. */
export class Readout {
  readonly #description = element('#description');
  readonly #tick = element('#tick');
  readonly #agents = element('#agents');
  readonly #threads = element('#threads');
  readonly #hash = element('#hash');
  readonly #hashTick = element('#hash-tick');
  readonly #pace = new ReadingPace();

  constructor() {
    const button = element('#fold');
    const facts = element('#facts');
    const fold = (folded: boolean) => {
      facts.hidden = folded;
      button.setAttribute('aria-expanded', String(!folded));
    };
    button.addEventListener('click', () => fold(!facts.hidden));
    // A mouse click leaves the focus where it is, so that Space still means Fire afterwards.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    fold(matchMedia(SMALL).matches);
  }

  /** Another run, of which no hash is known yet. */
  describe(text: string): void {
    this.#description.textContent = text;
    this.#hash.textContent = '...';
    this.#hashTick.textContent = '';
    delete this.#hash.dataset.tick;
    delete this.#hash.dataset.hash;
  }

  /** Called each frame. */
  show({ tick, living, agents }: Reading): void {
    if (!this.#pace.isDue(tick)) return;
    setText(this.#tick, NUMBERS.format(tick));
    const all = NUMBERS.format(agents);
    setText(this.#agents, living === agents ? all : `${NUMBERS.format(living)} of ${all}`);
  }

  /** A hash and the tick whose state it is; the two attributes always belong together. */
  showHash(tick: number, hash: string): void {
    this.#hash.textContent = hash;
    this.#hashTick.textContent = `at ${NUMBERS.format(tick)}`;
    this.#hash.dataset.tick = String(tick);
    this.#hash.dataset.hash = hash;
  }

  showThreads(workers: number, threaded: boolean, cores: number): void {
    this.#threads.textContent = threaded
      ? `${workers} on ${cores} ${cores === 1 ? 'core' : 'cores'}`
      : '1 (this page has one)';
    this.#threads.dataset.workers = String(workers);
    this.#threads.dataset.threaded = String(threaded);
  }
}

/** Writing the same text again would still cost a layout. */
function setText(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}

function element(selector: string): HTMLElement {
  return document.querySelector<HTMLElement>(selector)!;
}
