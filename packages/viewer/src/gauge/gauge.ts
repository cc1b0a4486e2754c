import type { RunReport } from '@skein/worker';
import type { Session } from '../session.ts';
import { History } from './history.ts';
import { MeasuresPane } from './measures-pane.ts';
import { Panes } from './panes.ts';
import { Plot } from './plot.ts';
import { Row } from './row.ts';
import { ScalingPane } from './scaling-pane.ts';
import { Summary } from './summary.ts';
import { WorkerBars } from './worker-bars.ts';

/** The numbers change this often, ms: often enough to follow, slowly enough to read. */
const SHOW_EVERY_MS = 200;
/** From one sample of the plots to the next, ms. */
const SAMPLE_EVERY_MS = 100;
/** Ten seconds of samples. */
const SAMPLES = 101;

/**
 * The load gauge: one line, and behind it mean and maximum over the last 60 frames of what a frame takes,
 * and in panes what the threads do, how it went of late, measures of the world, and a test of more threads.
 * The maximum is what the eye sees as a hitch, so it stands beside the mean.
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
  readonly #takeUploadMs: () => number;
  readonly #workers = new WorkerBars();
  readonly #measures = new MeasuresPane();
  readonly #scaling: ScalingPane;
  readonly #past = document.createElement('div');
  readonly #history = new History(2, SAMPLES, SAMPLE_EVERY_MS / 1000);
  readonly #panes: Panes;
  readonly #summary: Summary;
  #plot: Plot | undefined;
  #session: Session | undefined;
  #last: number | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;
  #sampledAt = Number.NEGATIVE_INFINITY;
  /** The longest frame and tick since the last sample, ms. */
  #longestFrame: number | null = null;
  #longestTick: number | null = null;
  #drawBegun = 0;
  #uploadedBefore = 0;

  /** `takeUploadMs`: the time of uploads since it was called last, ms; `threads`: how many the scaling test goes up to; `isPaused`: whether the run is paused. */
  constructor(
    element: HTMLElement,
    takeUploadMs: () => number,
    threads: number,
    isPaused: () => boolean,
  ) {
    this.#takeUploadMs = takeUploadMs;
    for (const { element: row } of [this.#rows.upload, this.#rows.draw])
      row.classList.add('detail');
    // The words above it make room.
    new ResizeObserver(() => {
      document.documentElement.style.setProperty('--gauge', `${element.offsetHeight}px`);
    }).observe(element);
    this.#scaling = new ScalingPane(() => this.#session, isPaused, threads);
    this.#scale.className = 'scale';
    this.#scale.textContent = 'mean / maximum of the last 60 frames; full bar: 66.7 ms';
    const load = document.createElement('div');
    load.className = 'load';
    load.append(...Object.values(this.#rows).map((row) => row.element), this.#scale);
    this.#summary = new Summary(element, load);
    this.#panes = new Panes(load, [
      {
        key: 'threads',
        label: 'Threads',
        tip: 'How busy each thread is.',
        element: this.#workers.element,
      },
      {
        key: 'past',
        label: 'Last 10 s',
        tip: 'The longest frames and ticks of the last 10 seconds.',
        element: this.#past,
      },
      {
        key: 'measures',
        label: 'Measures',
        tip: 'How much the agents fly as one, how fast they are, or what else you ask for.',
        element: this.#measures.element,
      },
      {
        key: 'scaling',
        label: 'Scaling test',
        tip: 'How much faster more threads are.',
        element: this.#scaling.element,
      },
    ]);
    this.#show();
  }

  /** Another run, or none: its ticks have nothing to do with those before. */
  open(session: Session | undefined): void {
    this.#session = session;
    this.#rows.tick.window.clear();
    for (const row of this.#more.values()) row.window.clear();
    this.#workers.clear();
    this.#measures.clear();
    this.#scaling.clear();
  }

  /** A frame begins at `nowMs`. */
  frame(nowMs: number): void {
    const { frame, tick, upload, draw } = this.#rows;
    if (this.#last !== undefined) {
      frame.window.measure(nowMs - this.#last);
      this.#longestFrame = Math.max(this.#longestFrame ?? 0, nowMs - this.#last);
    }
    this.#last = nowMs;
    for (const row of [frame, tick, upload, draw, ...this.#more.values()]) row.window.endFrame();
    if (nowMs - this.#sampledAt >= SAMPLE_EVERY_MS) this.#sample(nowMs);
    if (nowMs - this.#shownAt < SHOW_EVERY_MS) return;
    this.#shownAt = nowMs;
    this.#show();
    this.#summary.show(frame.window.mean, tick.window.mean, nowMs);
  }

  /** Ticks were done in the frame under way. */
  ticks(report: RunReport): void {
    for (const ms of report.tickMs) {
      this.#rows.tick.window.measure(ms);
      this.#longestTick = Math.max(this.#longestTick ?? 0, ms);
    }
    this.#workers.add(report);
  }

  /** Drawing the picture of the frame under way begins; what was uploaded before is no part of it. */
  beginDraw(): void {
    this.#uploadedBefore = this.#takeUploadMs();
    this.#drawBegun = performance.now();
  }

  /** The picture of the frame under way is drawn. */
  endDraw(): void {
    const ms = performance.now() - this.#drawBegun;
    const uploaded = this.#takeUploadMs();
    this.#rows.upload.window.measure(this.#uploadedBefore + uploaded);
    this.#rows.draw.window.measure(Math.max(0, ms - uploaded));
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

  #sample(nowMs: number): void {
    this.#sampledAt = nowMs;
    this.#history.push(this.#longestFrame, this.#longestTick);
    this.#longestFrame = null;
    this.#longestTick = null;
    if (this.#panes.open === 'past') this.#showPast();
    if (this.#panes.open === 'measures' && this.#session !== undefined) {
      this.#measures.sample(this.#session, nowMs);
    }
  }

  #showPast(): void {
    this.#plot ??= new Plot(this.#past, {
      series: [
        { label: 'longest frame (ms)', color: '#ffb070' },
        { label: 'longest tick (ms)', color: '#40e0ff' },
      ],
      across: (seconds) => `${seconds} s`,
      least: [0, 34],
    });
    this.#plot.show(this.#history.data);
  }

  #show(): void {
    for (const row of Object.values(this.#rows)) row.show();
    for (const row of this.#more.values()) {
      row.element.hidden = row.window.max === 0;
      row.show();
    }
    if (this.#panes.open === 'threads') this.#workers.show();
  }
}
