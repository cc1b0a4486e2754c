import type { Scenario, World } from '@skein/core';
import {
  cellOf,
  createAround,
  innerOf,
  neighborsAroundInto,
  refresh,
  sliceOf,
} from '@skein/core/internal';
import { kindColor, type Rgb } from './color-scale.ts';
import { headingColorInto } from './heading-colors.ts';
import { FORM_BYTES, type ScaleForm, stepOf } from './number-colors.ts';
import { type Kind, ValueColors } from './value-colors.ts';

/** The choice to color agents by a column that the scenario declares. */
export type OfColumn = `column:${string}`;

/** What the color of an agent shows. */
export type ColorBy =
  | 'species'
  | 'heading'
  | 'speed'
  | 'worker'
  | 'neighbors'
  | 'cell'
  | 'state'
  | OfColumn;

/**
 * For the choice `'neighbors'`, colors show how many neighbors each agent has. If more than this many agents are alive,
 * colors show how many other agents are in the same grid cell. Counting neighbors takes about a microsecond per agent,
 * on the thread that draws.
 */
const MAX_COUNTED = 3000;
/** The number of different colors for cells of the grid. With more cells than colors, the colors repeat. */
const CELL_COLORS = 61;
/** The number of neighbors for which an agent gets the last color of the scale. More neighbors give the same color. */
const MANY_NEIGHBORS = 32;
/**
 * A declared range of at most this width becomes the range of the color scale. A wider range is often only the range
 * of the number type. The color scale then has the range of the actual values of the column.
 */
const WIDE = 1e9;
/**
 * An agent gets the last color of the scale if this many other agents are in its cell. The number is smaller than
 * `MANY_NEIGHBORS`, because cells are smaller than the range of neighbors.
 */
const MANY_IN_CELL = 8;

/**
 * With at most this many agents, the colors of threads are mixed into colors that show something other than the
 * species. With more agents, mixing would slow down each frame, so that the colors of threads replace the others.
 */
const MAX_MIXED = 50_000;

/** The scale of the colors, for a legend: the values at its ends, and their unit. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly unit: 'm/s' | 'neighbors' | 'in the same cell' | 'of a column';
  /** The name of the column, with its unit if it has one; undefined if colors do not show a column. */
  readonly title?: string;
  /** How numbers become colors. Default: a ramp. */
  readonly form?: ScaleForm;
}

/** The column with the index of the state of each agent, in worlds with states. */
const STATES = 'column:state';
const TURN = 2 * Math.PI;

/** The velocities of agents, in m/s. */
interface Velocities {
  readonly vx: Float32Array;
  readonly vy: Float32Array;
  readonly vz: Float32Array;
}

/**
 * The colors of agents, if the colors show something other than the species. Most colors are computed when a drawn
 * state is copied. Colors for heading and speed are computed only when `colors` is read, because the GPU computes these
 * colors for points.
 */
export class Paint {
  by: ColorBy = 'species';
  /** Whether the scene is flat. The colors of headings then show directions in the plane. */
  readonly flat: boolean;
  /** A number that changes whenever the colors change. */
  version = 0;
  /** The scale of the colors; undefined if colors stand for kinds, such as species, not for numbers. */
  scale: Scale | undefined;
  /** The named values that colors stand for, such as states; undefined if colors do not stand for named values. */
  kinds: readonly Kind[] | undefined;
  /** The place at which the slice of each thread ends, among the living agents. */
  readonly #ends: number[] = [];
  #flash = 0;
  /** The colors of the threads, if `flash` is above 0, mixed with those of `by`. */
  #mixed: Uint8Array | undefined;
  #mixedAt = -1;
  readonly #around = createAround();
  readonly #count: number;
  readonly #velocities: Velocities;
  #colors: Uint8Array | undefined;
  /** The number of agents whose colors must still be computed from their velocities when the colors are read. */
  #due = 0;
  readonly #fastest: number;
  readonly #kinds: Uint8Array;
  /** The range in which the agents of each species look for neighbors, in m. */
  readonly #ranges: readonly number[];
  readonly #scenario: Scenario;
  /** What the colors have shown so far: for each choice, the colors of its named values if it has any. */
  readonly #values = new Map<ColorBy, ValueColors | undefined>();

  /** @param velocities the velocities of the drawn agents */
  constructor({ scenario, count, maxWorkers }: World, velocities: Velocities) {
    this.#scenario = scenario;
    this.#count = count;
    this.flat = scenario.dimensions === 2;
    this.#velocities = velocities;
    this.#fastest = scenario.species.reduce(
      (most, { maxSpeed }) => Math.max(most, maxSpeed ?? 0),
      0,
    );
    this.#kinds = Uint8Array.from(
      Array.from({ length: Math.max(CELL_COLORS, maxWorkers) }, (_, i) => kindColor(i)).flat(),
    );
    this.#ranges = scenario.species.map(({ behaviors }) =>
      behaviors.reduce((most, behavior) => {
        return 'radius' in behavior ? Math.max(most, behavior.radius) : most;
      }, 0),
    );
  }

  /** The title that the scenario gives to these colors; undefined if it gives them none. */
  get title(): string | undefined {
    const color = this.#scenario.display?.color;
    return color?.by === this.by ? color.title : undefined;
  }

  /** For each agent, four bytes: red, green, blue and 255. Agents are in the order of the drawn state. */
  get colors(): Uint8Array {
    const due = this.#due;
    this.#due = 0;
    if (due > 0) {
      if (this.by === 'heading') this.#paintHeadings(due);
      else this.#paintSpeeds(due);
    }
    return this.#flash > 0 && this.by !== 'worker' ? this.#withThreads : this.#paper;
  }

  /** How much the colors of threads cover the other colors, 0 to 1. */
  get flash(): number {
    return this.#flash;
  }

  set flash(flash: number) {
    if (flash === this.#flash) return;
    // Over the colors of species, the graphics card mixes the colors of the threads, which stay the same.
    if (this.by !== 'species' || this.#flash === 0) this.version += 1;
    this.#flash = flash;
  }

  /** How much `colors` cover the colors of the species, 0 to 1. */
  get cover(): number {
    return this.by === 'species' ? this.#flash : 1;
  }

  /**
   * Computes the colors of the living agents in the current state of the world. `living` is the number of these agents.
   * Call it only while no run is in progress.
   */
  copyFrom(world: World, living: number): void {
    // The threads have changed the memory since this thread last read it.
    refresh(innerOf(world));
    this.#readSlices(world, living);
    if (this.#flash > 0 || this.by !== 'species') this.version += 1;
    if (this.by === 'species') return;
    this.scale = undefined;
    this.kinds = undefined;
    this.#due = 0;
    if (this.by === 'heading') this.#due = living;
    else if (this.by === 'speed') this.#readSpeeds(world, living);
    else if (this.by === 'worker') this.#threadsInto(this.#paper);
    else if (this.by === 'cell') this.#paintCells(world, living);
    else if (this.by !== 'neighbors')
      this.#paintColumn(world, living, this.by === 'state' ? STATES : this.by);
    else if (living <= MAX_COUNTED) this.#paintNeighbors(world, living);
    else this.#paintCrowding(world, living);
  }

  get #paper(): Uint8Array {
    this.#colors ??= new Uint8Array(4 * this.#count).fill(255);
    return this.#colors;
  }

  /**
   * Sets the scale of colors for speeds. If no species has a maximum speed, the scale ends at the highest current
   * speed.
   */
  #readSpeeds({ views }: World, living: number): void {
    const { x, y, z } = views.velocity;
    let fastest = this.#fastest;
    if (fastest === 0) {
      for (let i = 0; i < living; i++) fastest = Math.max(fastest, Math.hypot(x[i], y[i], z[i]));
    }
    this.scale = { from: 0, to: fastest, unit: 'm/s' };
    this.#due = living;
  }

  #paintSpeeds(living: number): void {
    const { vx, vy, vz } = this.#velocities;
    const fastest = this.scale?.to ?? 0;
    const toPart = fastest > 0 ? 1 / fastest : 0;
    for (let i = 0; i < living; i++) {
      this.#setStep(i, Math.sqrt(vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]) * toPart);
    }
  }

  #paintHeadings(living: number): void {
    const { vx, vy, vz } = this.#velocities;
    const colors = this.#paper;
    for (let i = 0; i < living; i++) {
      headingColorInto(colors, 4 * i, vx[i], vy[i], vz[i], this.flat);
    }
  }

  #readSlices(world: World, living: number): void {
    this.#ends.length = 0;
    for (let worker = 0; worker < world.maxWorkers && (this.#ends.at(-1) ?? 0) < living; worker++) {
      const [, end] = sliceOf(innerOf(world), worker);
      this.#ends.push(Math.min(end, living));
    }
  }

  /** Writes the color of the thread of each agent. With `flash` below 1, mixes it with the color that is there. */
  #threadsInto(colors: Uint8Array, flash = 1): void {
    const kinds = this.#kinds;
    let i = 0;
    this.#ends.forEach((end, worker) => {
      const [r, g, b] = kinds.subarray(3 * worker, 3 * worker + 3);
      for (; i < end; i++) {
        const at = 4 * i;
        colors[at] += flash * (r - colors[at]);
        colors[at + 1] += flash * (g - colors[at + 1]);
        colors[at + 2] += flash * (b - colors[at + 2]);
      }
    });
  }

  get #withThreads(): Uint8Array {
    this.#mixed ??= new Uint8Array(4 * this.#count).fill(255);
    if (this.#mixedAt === this.version) return this.#mixed;
    this.#mixedAt = this.version;
    const living = this.#ends.at(-1) ?? 0;
    const isMixed = this.by !== 'species' && living <= MAX_MIXED;
    if (isMixed) this.#mixed.set(this.#paper.subarray(0, 4 * living));
    this.#threadsInto(this.#mixed, isMixed ? this.#flash : 1);
    return this.#mixed;
  }

  #paintCells(world: World, living: number): void {
    const { plan, views } = innerOf(world);
    const { x, y, z } = views.position;
    const { species } = views;
    for (let i = 0; i < living; i++) {
      this.#setKind(i, cellOf(plan.grid, species[i], x[i], y[i], z[i]) % CELL_COLORS);
    }
  }

  /**
   * Colors agents by the value of a column, or by the length of its vectors. If the scenario names single values, they
   * have their own colors. Otherwise, the scale covers the range that `display` or the column declares. If no range is
   * declared, or if the column contains vectors, the scale covers the current values.
   */
  #paintColumn(world: World, living: number, by: OfColumn): void {
    const name = by.slice('column:'.length);
    const { plan, views } = innerOf(world);
    const column = plan.columns.find((column) => column.name === name);
    if (column === undefined) return;
    const of = views.columns[name]!;
    if (!this.#values.has(this.by)) {
      this.#values.set(this.by, ValueColors.of(this.#scenario, this.by));
    }
    const values = this.#values.get(this.by);
    if (values !== undefined && !('x' in of)) {
      values.paint(views.species, of, living, (i, color) => this.#setColor(i, color));
      this.kinds = values.kinds;
      return;
    }
    const at =
      'x' in of ? (i: number) => Math.hypot(of.x[i], of.y[i], of.z[i]) : (i: number) => of[i];
    const shown = this.#scenario.display?.color;
    const { scale: form = 'ramp', range } = shown?.by === by ? shown : {};
    let { min: from, max: to } = column;
    if (range !== undefined) [from, to] = range as [number, number];
    else if (form !== 'ramp') [from, to] = [0, TURN];
    else if ('x' in of || to - from > WIDE) {
      [from, to] = living === 0 ? [0, 0] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let i = 0; i < living; i++) {
        from = Math.min(from, at(i));
        to = Math.max(to, at(i));
      }
    }
    const toPart = to > from ? 1 / (to - from) : 0;
    for (let i = 0; i < living; i++) this.#setStep(i, (at(i) - from) * toPart, form);
    const title = column.unit === '1' ? name : `${name} (${column.unit})`;
    this.scale = { from, to, unit: 'of a column', title, ...(form !== 'ramp' && { form }) };
  }

  #paintNeighbors(world: World, living: number): void {
    const inner = innerOf(world);
    const { species } = inner.views;
    for (let i = 0; i < living; i++) {
      const range = this.#ranges[species[i]];
      this.#around.count = 0;
      if (range > 0) neighborsAroundInto(this.#around, inner, i, range, -1);
      this.#setStep(i, this.#around.count / MANY_NEIGHBORS);
    }
    this.scale = { from: 0, to: MANY_NEIGHBORS, unit: 'neighbors' };
  }

  #paintCrowding(world: World, living: number): void {
    const { species } = world.views;
    const { x, y, z } = world.views.position;
    const { front, plan } = innerOf(world);
    const { cellStart } = front;
    for (let i = 0; i < living; i++) {
      const cell = cellOf(plan.grid, species[i], x[i], y[i], z[i]);
      const others = cellStart[cell + 1] - cellStart[cell] - 1;
      this.#setStep(i, others / MANY_IN_CELL);
    }
    this.scale = { from: 0, to: MANY_IN_CELL, unit: 'in the same cell' };
  }

  /** Sets the color of an agent for a number. `part` is 0 at the first value of the scale and 1 at the last value. */
  #setStep(i: number, part: number, form: ScaleForm = 'ramp'): void {
    const bytes = FORM_BYTES[form];
    const from = 3 * stepOf(form, part);
    for (let k = 0; k < 3; k++) this.#paper[4 * i + k] = bytes[from + k];
  }

  #setColor(i: number, color: Rgb): void {
    for (let k = 0; k < 3; k++) this.#paper[4 * i + k] = color[k]!;
  }

  #setKind(i: number, kind: number): void {
    for (let k = 0; k < 3; k++) this.#paper[4 * i + k] = this.#kinds[3 * kind + k];
  }
}
