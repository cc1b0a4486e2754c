import type { Scenario } from '@skein/core';
import type { DisplayPlot, Measure } from '@skein/core/describe';
import { readMeasures } from '@skein/core/describe';
import { make } from '../controls/elements.ts';
import { Plot } from '../gauge/plot.ts';
import { Sampler } from '../gauge/sampler.ts';
import type { LawChanges } from '../laws/law-changes.ts';
import type { Past } from '../past/past.ts';
import type { Session } from '../session.ts';
import { Curves } from './curves.ts';
import { changeOf } from './hero-controls.ts';
import { PointsOver } from './points-over.ts';
import './display.css';

/** The interval between samples, in ms. */
const EVERY_MS = 100;
const COLORS = ['#40e0ff', '#ffb070', '#9dff8a', '#ff8ac2', '#c9a6ff', '#ffe066'];
/** A CSS media query for narrow pages. On these, the plot starts folded, so that it does not hide the picture. */
const NARROW = '(max-width: 40em)';

/**
 * The plot that a scenario names: its measures over the time of the run, from the start, at all ticks that were seen. If
 * the run goes back, the curves stay. If it goes another way from there, they end there. A plot over a parameter has a
 * point for each value that was tried, also in earlier runs of the scene.
 */
export class ScenePlot {
  readonly element = make('details', {
    className: 'scene-plot',
    open: !matchMedia(NARROW).matches,
  });
  readonly #title = make('summary');
  readonly #place = make('div', { className: 'plot' });
  #plot: Plot | undefined;
  #sampler: Sampler | undefined;
  #curves = new Curves(0);
  readonly #changes: LawChanges;
  /** Of a plot over a parameter: the plot as text, and its points. */
  #points: { readonly of: string; readonly all: PointsOver } | undefined;
  #past: Past | undefined;
  #takenTick = -1;
  #dueAt = 0;

  constructor(changes: LawChanges) {
    this.#changes = changes;
    this.element.append(this.#title, this.#place);
    this.element.hidden = true;
  }

  /** Shows the plot of a run that was just opened. */
  describe({ scenario, past }: Session): void {
    const plot = scenario.display?.plot;
    this.element.hidden = plot === undefined;
    this.#plot = undefined;
    this.#sampler = undefined;
    this.#past = past;
    this.#takenTick = -1;
    // Each plot has its own place, because a plot that is still loading puts itself into its place later.
    const place = make('div');
    this.#place.replaceChildren(place);
    if (plot === undefined) return;
    this.#title.textContent = plot.title;
    const measures = plot.lines.flatMap(({ measure }) => readMeasures([measure], scenario));
    this.#begin(plot, measures, place);
  }

  /** Called in each frame. */
  frame(session: Session): void {
    const sampler = this.#sampler;
    const now = performance.now();
    if (sampler === undefined || now < this.#dueAt || session.past !== this.#past) return;
    this.#dueAt = now + EVERY_MS;
    const { scenario, reached } = session;
    if (this.#curves.end > reached * scenario.dt) this.#curves.forgetAfter(reached * scenario.dt);
    const { last, lastTick } = sampler;
    if (last !== undefined && lastTick !== this.#takenTick && lastTick <= reached) {
      this.#takenTick = lastTick;
      const data = this.#add(scenario, lastTick * scenario.dt, [...last]);
      Object.assign(this.element.dataset, { tick: lastTick, measured: [...last].join(' ') });
      // A folded or hidden plot has no width.
      if (this.#place.clientWidth > 0) this.#plot?.show(data);
    }
    sampler.sample(session, now);
  }

  /** Adds what was measured, and returns all that the plot shows. */
  #add({ display }: Scenario, seconds: number, measured: readonly number[]): Curves['data'] {
    const over = display?.plot?.over;
    const value = over && this.#changes.valueOf(changeOf(over.of, 0));
    if (value === undefined || this.#points === undefined) {
      this.#curves.add(
        seconds,
        measured.map((one) => (Number.isFinite(one) ? one : null)),
      );
      return this.#curves.data;
    }
    this.#points.all.add(value, seconds, measured);
    return this.#points.all.data;
  }

  #begin(plot: DisplayPlot, measures: readonly Measure[], place: HTMLElement): void {
    const { lines, y, range = [], over } = plot;
    const [low = 0, high = 0] = range;
    const of = JSON.stringify(plot);
    if (over === undefined) this.#points = undefined;
    else if (this.#points?.of !== of)
      this.#points = { of, all: new PointsOver(lines.map(({ rate }) => rate)) };
    this.#curves = new Curves(lines.length);
    this.#sampler = new Sampler(measures);
    this.#plot = new Plot(place, {
      series: lines.map(({ label, color }, k) => ({ label, color: color ?? COLORS[k]! })),
      across: (x) => String(x),
      least: [low, high],
      axes: [over?.label ?? 'seconds', y],
      dots: over !== undefined,
      height: 120,
    });
  }
}
