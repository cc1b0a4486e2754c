import type { RunReport } from '@skein/worker';
import type { FrameReport } from '../drawing/frame.ts';
import type { Session } from '../session.ts';
import type { Details } from './details.ts';
import { Row } from './row.ts';
import { Summary } from './summary.ts';

/**
 * The interval between updates of the numbers, in ms. It is short enough to show changes, and long enough to read the
 * numbers.
 */
const SHOW_EVERY_MS = 200;

/**
 * The load gauge. It shows one line. When it is opened, it also shows the mean and maximum time of each part of a frame
 * over the last 60 frames, and loads details. The maximum is shown because the eye sees a long frame as a hitch.
 */
export class Gauge {
  readonly #rows = {
    frame: new Row('Frame', 'frame', 'The time from one frame to the next.'),
    tick: new Row('Tick', 'tick', 'The time of one step of the simulation, on all its threads.'),
    upload: new Row(
      'Upload',
      'upload',
      'The time to upload positions, colors and particles to the graphics card.',
    ),
    draw: new Row(
      'Draw',
      'draw',
      'The time to send the draw commands to the graphics card. The upload is measured separately.',
    ),
  };
  /** The rows that `measure` fills, one for each value of `key`. The first call with a new key creates the row. */
  readonly #more = new Map<string, Row>();
  readonly #scale = document.createElement('p');
  readonly #load = document.createElement('div');
  readonly #summary: Summary;
  #details: Details | undefined;
  #loading = false;
  #session: Session | undefined;
  #last: number | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(element: HTMLElement) {
    for (const { element: row } of [this.#rows.upload, this.#rows.draw])
      row.classList.add('detail');
    this.#scale.className = 'scale';
    this.#scale.textContent = 'mean / maximum of the last 60 frames; full bar: 66.7 ms';
    this.#load.className = 'load';
    this.#load.append(...Object.values(this.#rows).map((row) => row.element), this.#scale);
    this.#summary = new Summary(element, this.#load, () => void this.#loadDetails());
    this.#show();
  }

  /**
   * Called when a run was opened or closed. `session` is undefined if the run was closed. The tick times of the earlier
   * run are dropped.
   */
  open(session: Session | undefined): void {
    this.#session = session;
    this.#rows.tick.window.clear();
    for (const row of this.#more.values()) row.window.clear();
    this.#details?.clear();
  }

  /** Records that one frame ends and the next begins at `nowMs`. */
  frame(nowMs: number): void {
    const { frame, tick, upload, draw } = this.#rows;
    const frameMs = this.#last === undefined ? undefined : nowMs - this.#last;
    if (frameMs !== undefined) frame.window.measure(frameMs);
    this.#last = nowMs;
    for (const row of [frame, tick, upload, draw, ...this.#more.values()]) row.window.endFrame();
    this.#details?.frame(frameMs, nowMs);
    if (nowMs - this.#shownAt < SHOW_EVERY_MS) return;
    this.#shownAt = nowMs;
    this.#show();
    this.#summary.show(frame.window.mean, tick.window.mean, nowMs);
  }

  /** Records the times of ticks that were computed during the current frame. */
  ticks(report: RunReport): void {
    for (const ms of report.tickMs) this.#rows.tick.window.measure(ms);
    this.#details?.ticks(report);
  }

  /** Records the times of drawing the current frame. */
  drew({ uploadMs, drawMs }: Pick<FrameReport, 'uploadMs' | 'drawMs'>): void {
    this.#rows.upload.window.measure(uploadMs);
    this.#rows.draw.window.measure(drawMs);
  }

  /**
   * Records how long an additional kind of work took in the current frame (ms). Its row is hidden if none of the last
   * frames has such work.
   */
  measure(key: string, name: string, tip: string, ms: number): void {
    let row = this.#more.get(key);
    if (row === undefined) {
      row = new Row(name, key, tip);
      row.element.classList.add('more');
      this.#more.set(key, row);
      this.#scale.before(row.element);
    }
    row.window.measure(ms);
  }

  /**
   * Called when the tab is hidden or shown again. The time from the last frame to the next frame is then not measured.
   */
  forgetTime(): void {
    this.#last = undefined;
  }

  /** Loads the details when the gauge is first opened. */
  async #loadDetails(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      const { Details } = await import('./details.ts');
      this.#details = new Details(this.#load, () => this.#session);
    } catch (error) {
      console.warn('The details of the gauge could not be loaded:', error);
      this.#loading = false;
    }
  }

  #show(): void {
    for (const row of Object.values(this.#rows)) row.show();
    for (const row of this.#more.values()) {
      row.element.hidden = row.window.max === 0;
      row.show();
    }
    this.#details?.show();
  }
}
