import './race.css';
import { cssColor, kindColor } from '@skein/three/parts';
import { Dialog } from '../controls/dialog.ts';
import { make, makeButton } from '../controls/elements.ts';
import { thisMachine } from '../machine.ts';
import { messageOf } from '../panel/notices.ts';
import type { Session } from '../session.ts';
import { mostWorkers } from '../suiting-workers.ts';
import type { Viewer } from '../viewer.ts';
import { DotPicture } from './dot-picture.ts';
import { drawGlyph } from './hash-glyph.ts';
import { pillsFor } from './pills.ts';
import { type Meeting, Race, type Rival, type Side } from './race.ts';
import { nameOf, type RaceResult, resultOf, verdictOf } from './race-verdict.ts';

/** The size of a glyph, in CSS pixels. */
const GLYPH = 40;
const NUMBERS = new Intl.NumberFormat('en-US');

/** A lane of the race on the page: the picture of a side, its tick, and the time that it has used. */
interface Lane {
  readonly element: HTMLElement;
  readonly picture: DotPicture;
  readonly name: HTMLElement;
  readonly tick: HTMLElement;
  readonly way: HTMLElement;
  readonly time: HTMLElement;
}

/**
 * The race: the run of the page continues twice from its present state, on one thread and on several or on the graphics
 * card. The faster side is ahead. At each meeting, both sides are at the same tick, and their hashes are compared. Meanwhile, the run on the
 * page is paused.
 */
export class RaceDialog {
  readonly #viewer: Viewer;
  readonly #dialog = new Dialog('race', 'Race');
  readonly #pills = make('div', { className: 'pills', role: 'group' });
  readonly #lanes = [createLane(), createLane()] as const;
  readonly #meetings = make('ol', { className: 'meetings' });
  readonly #verdict = make('p', { className: 'verdict', role: 'status' });
  readonly #table = make('div', { className: 'results', hidden: true });
  readonly #again: HTMLButtonElement;
  readonly #all: HTMLButtonElement;
  /** The results of all races since the dialog was opened. */
  #results = new Map<Rival, RaceResult>();
  #racing: AbortController | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    this.#pills.setAttribute('aria-label', 'What races against one thread');
    this.#meetings.setAttribute('aria-label', 'Meetings: both runs at the same tick');
    this.#again = makeButton({ className: 'plain-button' }, () => {
      if (this.#racing !== undefined) this.#racing.abort();
      else this.#start([this.#chosen]);
    });
    this.#all = makeButton(
      { className: 'plain-button', title: 'One race after the other, with each number of threads' },
      () => this.#start(this.#numbers),
      'Race each number',
    );
    this.#dialog.body.append(
      make(
        'p',
        { className: 'about' },
        'The run continues twice from this moment, and the faster side gets ahead. At each meeting, the other has caught up, and both must be the same to the last bit.',
      ),
      this.#pills,
      make(
        'div',
        { className: 'track' },
        this.#lanes[0].element,
        this.#meetings,
        this.#lanes[1].element,
      ),
      this.#verdict,
      this.#table,
      make('div', { className: 'buttons' }, this.#again, this.#all),
    );
    this.#dialog.onClose(() => this.#racing?.abort());
  }

  /** Opens the dialog and starts a race, with as many threads as the run has, or with two. */
  open(): void {
    const { session } = this.#viewer;
    if (session === undefined) return;
    this.#dialog.open();
    const { threaded, notice, workers } = session.team;
    for (const part of [this.#pills, this.#again, this.#all]) part.hidden = !threaded;
    if (!threaded) {
      this.#verdict.textContent = `There is nothing to race, because one thread steps this page. ${notice ?? ''}`;
      return;
    }
    this.#results = new Map();
    this.#showResults();
    const chosen = Math.max(2, workers);
    const rivals: Rival[] = pillsFor(mostWorkers(thisMachine().cores), chosen).filter(
      (number) => number > 1,
    );
    // Whether there is a card, the race finds out.
    if ('gpu' in navigator) rivals.push('card');
    this.#pills.replaceChildren(
      ...rivals.map((rival) =>
        makeButton(
          { className: 'plain-button', 'data-rival': rival },
          () => this.#start([rival]),
          `1 : ${rival}`,
        ),
      ),
    );
    this.#all.hidden = this.#numbers.length < 2;
    this.#start([chosen]);
  }

  /** The numbers of threads up to the number of cores, and at least two. */
  get #numbers(): number[] {
    const rivals = [...this.#pills.querySelectorAll('button')].map(rivalOf);
    const most = Math.max(2, thisMachine().cores);
    return rivals.filter((rival) => rival !== 'card' && rival <= most) as number[];
  }

  get #chosen(): Rival {
    const pressed = this.#pills.querySelector<HTMLElement>('[aria-pressed="true"]');
    return pressed === null ? 2 : rivalOf(pressed);
  }

  /** Races with each of these rivals. A race in progress ends first. */
  #start(rivals: readonly Rival[]): void {
    this.#racing?.abort();
    const racing = new AbortController();
    this.#racing = racing;
    this.#last = this.#last.then(() => this.#raceAll(rivals, racing));
  }

  async #raceAll(rivals: readonly Rival[], racing: AbortController): Promise<void> {
    const { session } = this.#viewer;
    if (session === undefined || racing.signal.aborted) return;
    this.#again.textContent = 'Stop';
    // The run on the page and its picture would take the cores that the race needs.
    session.stepper.pause();
    this.#viewer.picture.isAsleep = true;
    try {
      for (const rival of rivals) {
        if (!racing.signal.aborted) await this.#race(session, rival, racing.signal);
      }
    } catch (error) {
      this.#verdict.textContent = `The race ended early: ${messageOf(error)}`;
    } finally {
      this.#viewer.picture.isAsleep = false;
      if (this.#racing === racing) this.#racing = undefined;
      const isOver = this.#racing === undefined;
      if (isOver) this.#again.textContent = 'Race again';
      if (isOver && !this.#viewer.paused && session === this.#viewer.session) {
        session.stepper.resume();
      }
    }
  }

  async #race(session: Session, rival: Rival, signal: AbortSignal): Promise<void> {
    for (const pill of this.#pills.children as HTMLCollectionOf<HTMLElement>) {
      pill.setAttribute('aria-pressed', String(rivalOf(pill) === rival));
    }
    this.#dialog.title = `Race: 1 thread and ${rival === 'card' ? 'the graphics card' : nameOf(rival)}`;
    this.#meetings.replaceChildren();
    this.#verdict.textContent = 'Both sides warm up ...';
    nameLane(this.#lanes[0], 1);
    nameLane(this.#lanes[1], rival);
    await session.stepper.whenIdle(() => {});
    const race = await Race.start(session.world, session.history, rival);
    try {
      for (const [index, side] of race.sides.entries()) this.#prepare(this.#lanes[index], side);
      await race.warmUp(signal);
      if (!signal.aborted) this.#verdict.textContent = 'The race is on.';
      const meetings = await race.run(signal, {
        onStep: (side, index) => this.#show(race, side, index),
        onMeeting: (meeting) => this.#meet(meeting),
      });
      if (signal.aborted) {
        this.#verdict.textContent = 'Stopped.';
        return;
      }
      const result = resultOf(rival, meetings, race.ticks);
      this.#results.set(rival, result);
      this.#verdict.textContent = verdictOf(result);
      this.#showResults();
    } finally {
      await race.dispose();
    }
  }

  #prepare(lane: Lane, { team }: Side): void {
    lane.way.style.width = '0';
    lane.time.textContent = '';
    lane.picture.begin(team.world, this.#viewer.view, 'worker');
    lane.tick.textContent = NUMBERS.format(team.world.tick);
  }

  /** Shows the state of a side, and waits until the browser has shown it. */
  async #show({ begin, ticks }: Race, side: Side, index: 0 | 1): Promise<void> {
    const { picture, tick, way, time } = this.#lanes[index];
    const now = side.team.world.tick;
    picture.draw();
    tick.textContent = NUMBERS.format(now);
    const turned = now - begin;
    way.style.width = `${(100 * (turned === 0 ? 0 : ((turned - 1) % ticks) + 1)) / ticks}%`;
    time.textContent = `${(side.raceMs / 1000).toFixed(2)} s`;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }

  #meet({ tick, hashes, ms: [alone, other] }: Meeting): void {
    const isSame = hashes[0] === hashes[1];
    const ratio = alone / other;
    const faster = `${ratio.toFixed(2)}\u00d7`;
    const says = isSame ? 'the same hash' : 'DIFFERENT HASHES';
    const entry = make(
      'li',
      {
        className: isSame ? 'same' : 'different',
        title: `Tick ${tick}: ${isSame ? hashes[0] : hashes.join(' and ')}`,
      },
      glyph(hashes[0], 'from-left'),
      make('span', { className: 'sign', 'aria-hidden': 'true' }, isSame ? '=' : '\u2260'),
      glyph(hashes[1], 'from-right'),
      make('span', { className: 'at' }, `tick ${NUMBERS.format(tick)}`),
      make('span', { className: 'ratio' }, faster),
      make('span', { className: 'unseen' }, `: ${says}`),
    );
    entry.dataset.tick = String(tick);
    entry.dataset.hashes = hashes.join(' ');
    this.#meetings.append(entry);
  }

  #showResults(): void {
    const place = ({ rival }: RaceResult) => (rival === 'card' ? Infinity : rival);
    const results = [...this.#results.values()].sort((a, b) => place(a) - place(b));
    this.#table.hidden = results.length < 2;
    const scale = 100 / Math.max(1, ...results.map(({ most }) => most));
    this.#table.replaceChildren(
      ...results.map(({ rival, median, least, most }) => {
        const bar = make('span', { className: 'bar', 'aria-hidden': 'true' });
        bar.style.setProperty('--median', `${scale * median}%`);
        bar.style.setProperty('--least', `${scale * least}%`);
        bar.style.setProperty('--most', `${scale * most}%`);
        bar.style.setProperty('--one', `${scale}%`);
        return make(
          'p',
          {},
          make('span', {}, nameOf(rival)),
          bar,
          make(
            'span',
            {},
            `${median.toFixed(2)}\u00d7 (${least.toFixed(2)} to ${most.toFixed(2)})`,
          ),
        );
      }),
    );
  }
}

function rivalOf({ dataset }: HTMLElement): Rival {
  return dataset.rival === 'card' ? 'card' : Number(dataset.rival);
}

function nameLane({ name }: Lane, rival: Rival): void {
  const threads = rival === 'card' ? 0 : Math.min(rival, 8);
  name.replaceChildren(
    ...Array.from({ length: threads }, (_, thread) => {
      const dot = make('i');
      dot.style.background = cssColor(kindColor(thread));
      return dot;
    }),
    rival === 1 ? '1 thread' : nameOf(rival),
  );
}

function createLane(): Lane {
  const picture = new DotPicture();
  picture.canvas.setAttribute('aria-hidden', 'true');
  const name = make('h3');
  const tick = make('span', { className: 'tick' });
  const way = make('i');
  const time = make('span', { className: 'time' });
  const element = make(
    'section',
    { className: 'lane' },
    name,
    picture.canvas,
    make('div', { className: 'way' }, way),
    make('p', {}, make('span', {}, 'Tick ', tick), time),
  );
  return { element, picture, name, tick, way, time };
}

function glyph(hash: string, className: string): HTMLCanvasElement {
  const canvas = make('canvas', {
    ...{ className, width: 2 * GLYPH, height: 2 * GLYPH },
    'aria-hidden': 'true',
  });
  drawGlyph(canvas, hash);
  return canvas;
}
