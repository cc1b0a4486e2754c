import './film.css';
import type { Command } from '@skein/core';
import { make, makeButton } from '../controls/elements.ts';
import { messageOf, showNotice } from '../panel/notices.ts';
import type { RunWatcher } from '../run-watcher.ts';
import type { Session } from '../session.ts';
import type { Viewer } from '../viewer.ts';
import type { BranchView } from './branch-view.ts';
import { FilmReel, type Shot } from './film-reel.ts';

/** The size of a picture, in pixels. */
const [WIDTH, HEIGHT] = [96, 54];
/** The minimum time between two pictures, in ms, and the maximum number of pictures. */
const EVERY_MS = 2000;
const MOST = 40;
/** The space that a picture takes in the strip, in CSS pixels. */
const ROOM = WIDTH + 6;
/** The minimum interval between two changes of an open strip, in ms. */
const SHOW_EVERY_MS = 500;
/** How long the film stays open after the pointer or the focus has left it, in ms. */
const CLOSE_MS = 400;
/** How far before the end of the run a moment must be to count as an earlier one, in s. */
const FAR_BACK_S = 1;
const NO_BRANCH = 'The recorded future cannot be shown.';

/**
 * The film of the run above the slider of the time: small pictures of earlier moments, and a mark for each command. The
 * pictures are taken while the run continues. The film is visible while the slider or the film has the pointer or the
 * focus. A click on a picture goes to its moment.
 */
export class FilmStrip implements RunWatcher {
  readonly #viewer: Viewer;
  readonly #slider: HTMLInputElement;
  readonly #element = make('div', { id: 'film', role: 'group', hidden: true });
  readonly #frames = make('div', { className: 'frames' });
  readonly #line = make('div', { className: 'line', 'aria-hidden': 'true' });
  readonly #branch = makeButton(
    {
      className: 'branch',
      title: 'Keeps the recorded future beside the run, so that you can take another way from here',
    },
    () => void this.#beginBranch(),
    'Branch here',
  );
  #view: Promise<BranchView> | undefined;
  readonly #reel = new FilmReel<ImageBitmap>(MOST, (picture) => picture.close());
  #past: Session['past'] | undefined;
  #reached = 0;
  #takenAt = performance.now();
  #isTaking = false;
  #hasTold = false;
  #shownAt = Number.NEGATIVE_INFINITY;

  /** `slider` is the slider of the time; the film is placed after it. */
  constructor(viewer: Viewer, slider: HTMLInputElement) {
    this.#viewer = viewer;
    this.#slider = slider;
    this.#element.setAttribute('aria-label', 'Film of the run');
    this.#element.append(
      this.#frames,
      make('div', { className: 'below' }, this.#line, this.#branch),
    );
    slider.after(this.#element);
    for (const part of [slider, this.#element]) {
      part.addEventListener('pointerenter', () => this.#open());
      part.addEventListener('pointerleave', () => this.#closeUnlessUsed());
      part.addEventListener('focusin', () => this.#open());
      part.addEventListener('focusout', () => this.#closeUnlessUsed());
      part.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape' || this.#element.hidden) return;
        event.preventDefault();
        this.#element.hidden = true;
      });
    }
    slider.addEventListener('input', () => {
      this.#open();
      this.#markNear();
    });
    viewer.watch(this);
  }

  onRun(session: Session): void {
    if (session.past === this.#past) return;
    this.#past = session.past;
    this.#reached = 0;
    this.#reel.clear();
  }

  onFrame(session: Session): void {
    // A command at an earlier tick has discarded everything after it.
    if (session.reached < this.#reached) this.#reel.forgetAfter(session.reached);
    this.#reached = session.reached;
    this.#tellOfWays(session);
    const now = performance.now();
    if (!this.#element.hidden && now - this.#shownAt >= SHOW_EVERY_MS) this.#show(session, now);
    if (this.#isTaking || now - this.#takenAt < EVERY_MS) return;
    if (this.#reel.wants(session.state.tick)) void this.#take(session);
  }

  async #take({ past, state: { tick } }: Session): Promise<void> {
    this.#isTaking = true;
    this.#takenAt = performance.now();
    try {
      const picture = await this.#viewer.picture.small(WIDTH, HEIGHT);
      const isStale = past !== this.#past || tick > this.#reached;
      if (isStale) picture.close();
      else this.#reel.add(tick, picture);
    } catch {
      // Without the graphics card there is no picture. A later one may succeed.
    } finally {
      this.#isTaking = false;
    }
  }

  #open(): void {
    const { session } = this.#viewer;
    if (!this.#element.hidden || session === undefined) return;
    this.#element.hidden = this.#reel.shots.length === 0;
    if (!this.#element.hidden) this.#show(session, performance.now());
  }

  #closeUnlessUsed(): void {
    // By then, the pointer or the focus has reached the film, which may be above the strip of threads.
    setTimeout(() => {
      const isUsed = [this.#slider, this.#element].some((part) =>
        part.matches(':hover, :focus-visible, :focus-within:has(:focus-visible)'),
      );
      if (!isUsed) this.#element.hidden = true;
    }, CLOSE_MS);
  }

  /** Shows as many pictures as fit, evenly spread over the run, and the marks of the commands. */
  #show(session: Session, now: number): void {
    this.#shownAt = now;
    const { reached, history, scenario } = session;
    const fitting = Math.max(1, Math.floor(this.#frames.clientWidth / ROOM));
    const shots = spread(this.#reel.shots, fitting);
    const isSame = shots.map(({ tick }) => tick).join() === this.#frames.dataset.ticks;
    if (!isSame) {
      this.#frames.dataset.ticks = shots.map(({ tick }) => tick).join();
      this.#frames.replaceChildren(...shots.map((shot) => this.#frame(shot, scenario.dt)));
    }
    // At the end of the run, no recorded future is left.
    this.#branch.hidden = session.state.tick >= reached;
    const end = Math.max(1, reached);
    const place = (tick: number) => `${(100 * Math.min(1, tick / end)).toFixed(2)}%`;
    const marks = perTick(history).map(([tick, types]) => {
      const mark = make('i', { title: `${types} at ${(tick * scenario.dt).toFixed(1)} s` });
      mark.style.left = place(tick);
      mark.dataset.tick = String(tick);
      return mark;
    });
    const here = make('b');
    here.style.left = place(session.state.tick);
    this.#line.replaceChildren(...marks, here);
    this.#markNear();
  }

  /** Opens the recorded future. Its code is loaded on first use. */
  async #beginBranch(): Promise<void> {
    try {
      this.#view ??= import('./branch-view.ts').then(
        ({ BranchView }) => new BranchView(this.#viewer),
      );
      await (await this.#view).begin();
      this.#element.hidden = true;
    } catch (error) {
      this.#view = undefined;
      showNotice(NO_BRANCH, messageOf(error));
    }
  }

  #frame({ tick, picture }: Shot<ImageBitmap>, dt: number): HTMLElement {
    const canvas = make('canvas', { width: WIDTH, height: HEIGHT, 'aria-hidden': 'true' });
    canvas.getContext('2d')!.drawImage(picture, 0, 0);
    const time = `${(tick * dt).toFixed(1)} s`;
    return makeButton(
      { 'data-tick': tick, title: `Goes to ${time} of the run`, 'aria-label': `Go to ${time}` },
      () => void this.#viewer.goTo(tick),
      canvas,
      time,
    );
  }

  /** The first time that the run is back at an earlier moment, says what can be done there. */
  #tellOfWays({ state: { tick }, world, reached, scenario }: Session): void {
    const isBack = tick === world.tick && reached - tick > FAR_BACK_S / scenario.dt;
    if (this.#hasTold || !isBack) return;
    this.#hasTold = true;
    const text = 'Change something, and the run takes another way from here.';
    const press = () => void this.#beginBranch();
    const buttons = [{ label: 'Keep the old way beside it', press }];
    showNotice(`Back at ${(tick * scenario.dt).toFixed(1)} s.`, text, { buttons, isGood: true });
  }

  /** Marks the picture that is nearest to the place of the slider. */
  #markNear(): void {
    const at = Number(this.#slider.value);
    const buttons = [...this.#frames.querySelectorAll<HTMLElement>('button')];
    const away = buttons.map(({ dataset }) => Math.abs(Number(dataset.tick) - at));
    const nearest = away.indexOf(Math.min(...away));
    for (const [k, button] of buttons.entries()) button.classList.toggle('near', k === nearest);
  }
}

/** At most `most` of the shots, evenly spread, with the first and the last. */
function spread<T>(shots: readonly T[], most: number): readonly T[] {
  if (shots.length <= most) return shots;
  if (most === 1) return shots.slice(-1);
  return Array.from(
    { length: most },
    (_, k) => shots[Math.round((k * (shots.length - 1)) / (most - 1))],
  );
}

/** The ticks with commands, in order, each with the types of its commands. */
function perTick(history: readonly Command[]): [tick: number, types: string][] {
  const ticks = new Map<number, Set<string>>();
  for (const { tick, type } of history) {
    ticks.set(tick, (ticks.get(tick) ?? new Set()).add(type));
  }
  return [...ticks].map(([tick, types]) => [tick, [...types].join(', ')]);
}
