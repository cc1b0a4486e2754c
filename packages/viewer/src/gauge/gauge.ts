import type { RunReport } from '@skein/worker';
import type { FrameReport } from '../drawing/frame.ts';
import type { Session } from '../session.ts';
import type { Details, DetailsPage } from './details.ts';
import { Row } from './row.ts';
import { Summary } from './summary.ts';

/** The numbers change this often, ms: often enough to follow, slowly enough to read. */
const SHOW_EVERY_MS = 200;

/**
 * The load gauge: one line, and behind it mean and maximum over the last 60 frames of what a frame takes, and
 * details, whose code is loaded with them. The maximum is what the eye sees as a hitch, so it stands beside the mean.
 */
export class Gauge {
  readonly #rows = {
    frame: new Row('Frame', 'frame', 'From one picture to the next.'),
    tick: new Row('Tick', 'tick', 'One step of the simulation, on all its threads.'),
    upload: new Row(
      'Upload',
      'upload',
      'Handing places, colors and particles to the graphics card.',
    ),
    draw: new Row('Draw', 'draw', 'Telling the graphics card what to draw, without the upload.'),
  };
  /** Rows of others, by their key; there once something was measured. */
  readonly #more = new Map<string, Row>();
  readonly #scale = document.createElement('p');
  readonly #load = document.createElement('div');
  readonly #summary: Summary;
  readonly #page: DetailsPage;
  #details: Details | undefined;
  #loading = false;
  #session: Session | undefined;
  #last: number | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;

  /** `threads`: how many the scaling test goes up to; `isPaused`: whether the run is paused. */
  constructor(element: HTMLElement, threads: number, isPaused: () => boolean) {
    for (const { element: row } of [this.#rows.upload, this.#rows.draw])
      row.classList.add('detail');
    // The words above it make room.
    new ResizeObserver(() => {
      document.documentElement.style.setProperty('--gauge', `${element.offsetHeight}px`);
    }).observe(element);
    this.#page = { session: () => this.#session, isPaused, threads };
    this.#scale.className = 'scale';
    this.#scale.textContent = 'mean / maximum of the last 60 frames; full bar: 66.7 ms';
    this.#load.className = 'load';
    this.#load.append(...Object.values(this.#rows).map((row) => row.element), this.#scale);
    this.#summary = new Summary(element, this.#load, () => void this.#loadDetails());
    this.#show();
  }

  /** Another run, or none: its ticks have nothing to do with those before. */
  open(session: Session | undefined): void {
    this.#session = session;
    this.#rows.tick.window.clear();
    for (const row of this.#more.values()) row.window.clear();
    this.#details?.clear();
  }

  /** A picture begins, or is there, at `nowMs`. */
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

  /** Ticks were done in the frame under way. */
  ticks(report: RunReport): void {
    for (const ms of report.tickMs) this.#rows.tick.window.measure(ms);
    this.#details?.ticks(report);
  }

  /** The picture of the frame under way is drawn. */
  drew({ uploadMs, drawMs }: Pick<FrameReport, 'uploadMs' | 'drawMs'>): void {
    this.#rows.upload.window.measure(uploadMs);
    this.#rows.draw.window.measure(drawMs);
  }

  /** Something else took so long in the frame under way; its row is hidden while it does not happen. */
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

  /** The time until the next frame is no frame time: the tab was hidden. */
  forgetTime(): void {
    this.#last = undefined;
  }

  /** With the first look behind the line. */
  async #loadDetails(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      const { Details } = await import('./details.ts');
      this.#details = new Details(this.#load, this.#page);
    } catch (error) {
      console.warn('The gauge has no details now:', error);
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
