import { MeasureError } from '@skein/core';
import { MEASURES, type Measure, readMeasures } from '@skein/core/describe';
import type { Session } from '../session.ts';
import { History } from './history.ts';
import { Plot } from './plot.ts';
import { Sampler } from './sampler.ts';

const EVERY_MS = 100;
const SAMPLES = 101;
/** The maximum number of plots; the pane has no room for more. */
const MAX_PLOTS = 6;
const COLORS = ['#40e0ff', '#ffb070', '#9dff8a', '#ff8ac2', '#c9a6ff', '#ffe066'];

/** A measure in the pane: the element with its latest value, and its plot. */
interface Line {
  readonly measure: Measure;
  readonly value: HTMLElement;
  readonly history: History;
  readonly plot: Plot;
}

/**
 * The pane that plots measures of the world while the run continues. The world is measured only while the pane is open.
 */
export class MeasuresPane {
  readonly element = document.createElement('div');
  readonly #field = document.createElement('input');
  readonly #error = document.createElement('p');
  readonly #plots = document.createElement('div');
  #lines: readonly Line[] = [];
  /** The run that the plotted values belong to. */
  #session: Session | undefined;
  #sampler = new Sampler([]);

  constructor() {
    const label = document.createElement('label');
    label.className = 'measures';
    label.textContent = 'Measures ';
    this.#field.type = 'text';
    this.#field.value = 'polarization, rotation, speed';
    this.#field.spellcheck = false;
    this.#field.autocomplete = 'off';
    this.#field.title = `One or more of these measures: ${Object.keys(MEASURES).join(', ')}. For one species: boid.alive. For a column: mean(position.x).`;
    this.#field.addEventListener('change', () => this.clear());
    // Keys typed here are not keys of the page.
    this.#field.addEventListener('keydown', (event) => event.stopPropagation());
    label.append(this.#field);
    this.#error.className = 'scale error';
    this.#error.setAttribute('role', 'status');
    this.element.append(label, this.#error, this.#plots);
  }

  clear(): void {
    this.#session = undefined;
    this.#sampler = new Sampler([]);
  }

  /** Takes a sample if one is due. Called ten times a second while the pane is open. */
  sample(session: Session, nowMs: number): void {
    if (this.#session !== session) this.#begin(session);
    const { last, lastTick } = this.#sampler;
    this.#sampler.sample(session, nowMs);
    // While the run is paused, no samples are added.
    if (last === undefined || session.state.tick !== lastTick) {
      for (const [k, { history }] of this.#lines.entries()) {
        const value = last?.[k] ?? Number.NaN;
        history.push(Number.isFinite(value) ? value : null);
      }
    }
    this.#show();
  }

  #begin(session: Session): void {
    this.clear();
    this.#session = session;
    this.#plots.replaceChildren();
    this.#lines = [];
    this.#error.textContent = '';
    try {
      const measures = readMeasures([this.#field.value], session.scenario);
      const shown = measures.slice(0, MAX_PLOTS);
      if (shown.length < measures.length) {
        this.#error.textContent = `Only the first ${MAX_PLOTS} of ${measures.length} measures are shown.`;
      }
      this.#lines = shown.map((measure, k) => this.#lineOf(measure, COLORS[k]));
      this.#sampler = new Sampler(shown);
    } catch (error) {
      if (!(error instanceof MeasureError)) throw error;
      this.#error.textContent = error.message;
    }
  }

  #lineOf(measure: Measure, color: string): Line {
    const name = document.createElement('p');
    name.className = 'measure';
    name.title = MEASURES[measure.kind].description;
    name.textContent = `${measure.name} `;
    const value = document.createElement('span');
    value.style.color = color;
    name.append(value);
    const place = document.createElement('div');
    this.#plots.append(name, place);
    return {
      measure: measure,
      value,
      history: new History(1, SAMPLES, EVERY_MS / 1000),
      plot: new Plot(place, {
        series: [{ label: measure.name, color }],
        across: (seconds) => `${seconds} s`,
        least: ['polarization', 'rotation', 'largestCluster'].includes(measure.kind)
          ? [0, 1]
          : [0, 0],
        height: 72,
        legend: false,
      }),
    };
  }

  #show(): void {
    for (const [k, { history, plot, value, measure }] of this.#lines.entries()) {
      plot.show(history.data);
      const last = this.#sampler.last?.[k];
      if (last !== undefined) value.textContent = textOf(last, measure.unit);
    }
    const { last, lastTick } = this.#sampler;
    if (last === undefined) return;
    const named = this.#lines.map((line, k) => [line.measure.name, last[k]]);
    Object.assign(this.element.dataset, {
      tick: lastTick,
      measured: JSON.stringify(Object.fromEntries(named)),
    });
  }
}

/** Formats a value with four digits and its unit. */
function textOf(value: number, unit: string): string {
  if (Number.isNaN(value)) return '-';
  const digits = Number.isInteger(value) ? String(value) : value.toPrecision(4);
  return unit === '1' ? digits : `${digits} ${unit}`;
}
