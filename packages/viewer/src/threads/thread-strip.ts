import { cssColor, kindColor } from '@skein/three/parts';
import type { RunReport } from '@skein/worker';
import { make, makeButton } from '../controls/elements.ts';
import { thisMachine } from '../machine.ts';
import { messageOf, showNotice } from '../panel/notices.ts';
import type { RunWatcher } from '../run-watcher.ts';
import type { Session } from '../session.ts';
import { mostWorkers } from '../suiting-workers.ts';
import type { Viewer } from '../viewer.ts';
import { HashCard } from './hash-card.ts';
import { LaneCanvas } from './lane-canvas.ts';
import { LaneHistory } from './lane-history.ts';
import { pillsFor } from './pills.ts';
import type { RaceDialog } from './race-dialog.ts';

/** The number of columns that the lanes keep: enough for the widest strip. */
const KEPT = 1000;
/** The number of columns over which the label takes the mean work of a thread. */
const MEAN_OVER = 60;
/** The minimum interval between two changes of the label of the lanes, in ms. */
const LABEL_EVERY_MS = 1000;
const NO_RACE = 'The race cannot be shown.';
const NAME = 'Threads';
/** What the strip is called, and what its lanes show, while the graphics card steps the agents. */
const ON_CARD = 'Graphics card';
const LANES_ON_CARD = 'The graphics card steps the agents. The threads do what it leaves to them.';
const FLASHING = 'Colors: the thread that steps each agent';
const LANES = 'Each lane is a thread: bright while it works, dim while it waits for the others.';

/**
 * The strip of the threads: how many there are, what each of them does, the hash of the state, and the race. Changing
 * the number of threads shows for a moment which thread steps which agent.
 */
export class ThreadStrip implements RunWatcher {
  readonly #viewer: Viewer;
  readonly #place: HTMLElement;
  /** The name of the strip. While agents flash in the colors of their threads, it says what the colors mean. */
  readonly #name = make('span', { className: 'name', 'aria-hidden': 'true' }, NAME);
  readonly #pills = make('div', { className: 'pills', role: 'group' });
  readonly #history = new LaneHistory(KEPT);
  readonly #lanes = new LaneCanvas(this.#history);
  readonly #show: HTMLButtonElement;
  readonly #card: HashCard;
  readonly #most: number;
  #race: Promise<RaceDialog> | undefined;
  /** The past of the run identifies the run, because a run that moves to another tick gets another session. */
  #past: Session['past'] | undefined;
  #workers = 0;
  #isOnCard = false;
  #labeledAt = Number.NEGATIVE_INFINITY;
  /** What the colors showed before the visitor chose to see the threads. */
  #colorBefore: Viewer['options']['color'] = 'auto';

  constructor(viewer: Viewer, place: HTMLElement) {
    this.#viewer = viewer;
    this.#place = place;
    this.#most = mostWorkers(thisMachine().cores);
    this.#pills.ariaLabel = 'Number of threads';
    const { canvas } = this.#lanes;
    canvas.className = 'lanes';
    canvas.setAttribute('role', 'img');
    this.#show = makeButton(
      {
        className: 'show-threads',
        title: 'Show threads: colors each agent by the thread that steps it',
        'aria-label': 'Show threads',
        'aria-pressed': 'false',
      },
      () => this.#toggleColors(),
      ...[0, 1, 2, 3].map((thread) => {
        const dot = make('i');
        dot.style.background = cssColor(kindColor(thread));
        return dot;
      }),
    );
    this.#card = new HashCard(place);
    const race = makeButton(
      {
        className: 'race',
        title: 'Race: the same run on one thread and on several, side by side',
      },
      () => void this.#openRace(),
      'Race',
    );
    place.prepend(this.#name, this.#pills, canvas, this.#show, this.#card.button, race);
    viewer.watch(this);
  }

  onRun(session: Session): void {
    if (session.past !== this.#past) {
      this.#past = session.past;
      this.#workers = 0;
      this.#history.clear();
      this.#lanes.renew();
      this.#card.clear();
    }
    this.onThreads(session);
  }

  onThreads({ team, past }: Session): void {
    // The run that opens now is not this one yet.
    if (past !== this.#past) return;
    const { workers, threaded, notice } = team;
    const hasChanged = this.#workers !== 0 && this.#workers !== workers;
    this.#workers = workers;
    this.#isOnCard = team.kernel === 'gpu';
    if (hasChanged) this.#viewer.picture.flashThreads();
    this.#place.dataset.workers = String(workers);
    const numbers = pillsFor(this.#most, workers);
    // Pills that stay keep the focus.
    if (this.#pills.dataset.numbers !== numbers.join()) {
      this.#pills.dataset.numbers = numbers.join();
      this.#pills.replaceChildren(...numbers.map((number) => this.#pill(number)));
    }
    for (const pill of this.#pills.children as HTMLCollectionOf<HTMLButtonElement>) {
      const number = Number(pill.dataset.workers);
      pill.disabled = !threaded && number !== 1;
      pill.title = pill.disabled
        ? (notice ?? 'This page cannot use more threads.')
        : `${number === 1 ? 'One thread steps' : `${number} threads step`} the agents. The hashes stay the same ([ and ]).`;
      const isCurrent = number === workers;
      pill.setAttribute('aria-pressed', String(isCurrent));
      if (isCurrent) pill.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }

  onState(report: RunReport): void {
    this.#history.add(report);
  }

  onHash(tick: number, hash: string): void {
    this.#card.hash(tick, hash);
  }

  onFrame(): void {
    this.#lanes.draw();
    this.#card.draw();
    const isShown = String(this.#viewer.options.color === 'worker');
    if (this.#show.getAttribute('aria-pressed') !== isShown) {
      this.#show.setAttribute('aria-pressed', isShown);
    }
    const own = this.#isOnCard ? ON_CARD : NAME;
    const name = this.#viewer.picture.isFlashing ? FLASHING : own;
    if (this.#name.textContent !== name) this.#name.textContent = name;
    const now = performance.now();
    if (now - this.#labeledAt < LABEL_EVERY_MS) return;
    this.#labeledAt = now;
    this.#label();
  }

  #pill(number: number): HTMLButtonElement {
    const pill = makeButton(
      { 'data-workers': number },
      () => void this.#viewer.setWorkers(number),
      String(number),
    );
    pill.style.setProperty('--thread', cssColor(kindColor(number - 1)));
    return pill;
  }

  #label(): void {
    const means = this.#history.mean(MEAN_OVER);
    const busy = means.map((work, k) => `thread ${k + 1} works ${Math.round(100 * work)} %`);
    const tick = `A tick takes ${this.#history.tickMs.toPrecision(2)} ms.`;
    const lanes = this.#isOnCard ? LANES_ON_CARD : LANES;
    const text = busy.length === 0 ? lanes : `${lanes} ${tick} Of it, ${busy.join(', ')}.`;
    const { canvas } = this.#lanes;
    if (canvas.title === text) return;
    canvas.title = text;
    canvas.setAttribute('aria-label', text);
  }

  #toggleColors(): void {
    const { color } = this.#viewer.options;
    if (color !== 'worker') this.#colorBefore = color;
    this.#viewer.chooseColor(color === 'worker' ? this.#colorBefore : 'worker');
  }

  /** Opens the race. Its code is loaded on first use. */
  async #openRace(): Promise<void> {
    try {
      this.#race ??= import('./race-dialog.ts').then(
        ({ RaceDialog }) => new RaceDialog(this.#viewer),
      );
      (await this.#race).open();
    } catch (error) {
      this.#race = undefined;
      showNotice(NO_RACE, messageOf(error));
    }
  }
}
