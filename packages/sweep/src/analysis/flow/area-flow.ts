import { FlowError } from './flow-error.ts';
import type { Line } from './line-crossings.ts';
import { eachMotion, nearest } from './motions.ts';
import type { TrajectorySample } from './trajectory.ts';
import { type Box, cellAreas } from './voronoi-cells.ts';

/** A point of the fundamental diagram: the crowd in an area at one sample. */
export interface DiagramPoint {
  readonly tick: number;
  /** In s. */
  readonly time: number;
  /** The number of agents in the area. */
  readonly agents: number;
  /** The Voronoi density (1/m^2). */
  readonly density: number;
  /** The mean speed of the agents, weighted by the parts of their cells in the area (m/s); NaN without any. */
  readonly speed: number;
  /** The density times the speed, in 1/(m s). */
  readonly flow: number;
}

/** The crowd in an area over time. Numbers without a value are null. */
export interface AreaResult {
  readonly area: Line;
  readonly samples: number;
  /** The times of the first and the last sample (s). */
  readonly from: number | null;
  readonly to: number | null;
  /** By Edie's definitions, over the whole time. */
  readonly edie: {
    /** The time that agents spent in the area, over area and time (1/m^2). */
    readonly density: number | null;
    /** The distance that they went there, over area and time, in 1/(m s); also only along x and along y. */
    readonly flow: number | null;
    readonly flowX: number | null;
    readonly flowY: number | null;
    /** The distance over the time spent (m/s). */
    readonly speed: number | null;
  };
  /** The means of the points of the fundamental diagram; the speed is the mean flow over the mean density. */
  readonly voronoi: {
    readonly density: number | null;
    readonly flow: number | null;
    readonly speed: number | null;
  };
}

export const DEFAULT_CUTOFF = 1;

export interface AreaOptions {
  /** The radius of the circle around an agent that cuts off its cell (m). Default: 1. */
  readonly cutoff?: number;
  /** The edges of the torus; 0 for none. Default: none. */
  readonly edges?: readonly [number, number];
}

/**
 * Measures density, speed and flow in a box of the plane.
 *
 * source: Edie 1963, Discussion of traffic stream measurements and definitions. Voronoi density: Steffen and Seyfried
 * 2010, Methods for measuring pedestrian density, flow, speed and direction with minimal scatter (Physica A 389)
 */
export class AreaFlow {
  readonly #given: Line;
  readonly #center: readonly [number, number];
  /** The box, relative to its center. */
  readonly #box: Box;
  readonly #area: number;
  readonly #cutoff: number;
  readonly #edges: readonly [number, number];
  #before: TrajectorySample | undefined;
  #samples = 0;
  #from = Number.NaN;
  /** The time (s) and the distances (m) in the area: the length of the paths, and those along x and y. */
  readonly #edie = { spent: 0, distance: 0, x: 0, y: 0 };
  #densities = 0;
  #flows = 0;

  /**
   * @param area the coordinates of two opposite corners: x1, y1, x2, y2 (m)
   * @throws FlowError for a box without an area, a cutoff that is not above 0, and if either is too large for a torus
   */
  constructor(area: Line, { cutoff = DEFAULT_CUTOFF, edges = [0, 0] }: AreaOptions = {}) {
    const [x1, y1, x2, y2] = area;
    const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
    this.#given = area;
    this.#center = [(x1 + x2) / 2, (y1 + y2) / 2];
    this.#box = { min: [-width / 2, -height / 2], max: [width / 2, height / 2] };
    this.#area = width * height;
    this.#cutoff = cutoff;
    this.#edges = edges;
    if (!(this.#area > 0) || this.#area === Number.POSITIVE_INFINITY) {
      const expected = 'two opposite corners of a box with a finite area';
      throw new FlowError('area', area.join(','), expected);
    }
    if (!(cutoff > 0) || cutoff === Number.POSITIVE_INFINITY) {
      throw new FlowError('cutoff', String(cutoff), 'a number above 0, in m');
    }
    for (const [axis, edge] of edges.entries()) {
      const torus = `the edges of the torus, ${edges.join(' x ')} m`;
      const size = axis === 0 ? width : height;
      if (edge > 0 && size > edge) throw new FlowError('area', area.join(','), `at most ${torus}`);
      if (edge > 0 && 2 * cutoff > edge) {
        throw new FlowError('cutoff', String(cutoff), `at most half of ${torus}`);
      }
    }
  }

  /** Adds the next sample. Returns its point of the fundamental diagram. */
  add(sample: TrajectorySample): DiagramPoint {
    if (this.#before === undefined) this.#from = sample.time;
    else this.#addMotions(this.#before, sample);
    this.#before = sample;
    this.#samples++;
    const point = this.#pointOf(sample);
    this.#densities += point.density;
    this.#flows += point.flow;
    return point;
  }

  #addMotions(before: TrajectorySample, after: TrajectorySample): void {
    const { min, max } = this.#box;
    const span = after.time - before.time;
    const sums = this.#edie;
    eachMotion(before, after, this.#center, this.#edges, (_, x0, y0, x1, y1) => {
      const [dx, dy] = [x1 - x0, y1 - y0];
      const [fromX, toX] = sharesIn(x0, dx, min[0], max[0]);
      const [fromY, toY] = sharesIn(y0, dy, min[1], max[1]);
      const share = Math.min(toX, toY) - Math.max(fromX, fromY);
      if (!(share > 0)) return;
      sums.spent += share * span;
      sums.distance += share * Math.hypot(dx, dy);
      sums.x += share * dx;
      sums.y += share * dy;
    });
  }

  #pointOf({ tick, time, x, y, vx, vy }: TrajectorySample): DiagramPoint {
    const { min, max } = this.#box;
    const places = this.#placesNear(x, y);
    const { whole, inside } = cellAreas(places.x, places.y, this.#box, this.#cutoff);
    let [agents, persons, moving, covered] = [0, 0, 0, 0];
    for (const [at, i] of places.agents.entries()) {
      const [px, py] = [places.x[at], places.y[at]];
      if (px >= min[0] && px < max[0] && py >= min[1] && py < max[1]) agents++;
      if (!(inside[at] > 0)) continue;
      persons += inside[at] / whole[at];
      moving += inside[at] * Math.hypot(vx[i], vy[i]);
      covered += inside[at];
    }
    const density = persons / this.#area;
    const speed = moving / covered;
    return { tick, time, agents, density, speed, flow: density === 0 ? 0 : density * speed };
  }

  /** The places of agents near the area, relative to its center; on a torus, an agent may have several. */
  #placesNear(x: Float64Array, y: Float64Array) {
    const [halfX, halfY] = this.#box.max.map((half) => half + 3 * this.#cutoff);
    const agents: number[] = [];
    const places: [number, number][] = [];
    for (let i = 0; i < x.length; i++) {
      const xs = imagesOf(x[i] - this.#center[0], halfX, this.#edges[0]);
      const ys = imagesOf(y[i] - this.#center[1], halfY, this.#edges[1]);
      for (const px of xs) {
        for (const py of ys) {
          agents.push(i);
          places.push([px, py]);
        }
      }
    }
    return {
      agents,
      x: Float64Array.from(places, ([px]) => px),
      y: Float64Array.from(places, ([, py]) => py),
    };
  }

  /** The results so far. */
  result(): AreaResult {
    const { spent, distance, x, y } = this.#edie;
    const to = this.#before?.time ?? Number.NaN;
    const region = this.#area * (to - this.#from);
    const over = (sum: number): number | null => (region > 0 ? sum / region : null);
    const mean = (sum: number): number | null => (this.#samples > 0 ? sum / this.#samples : null);
    return {
      area: this.#given,
      samples: this.#samples,
      from: orNull(this.#from),
      to: orNull(to),
      edie: {
        density: over(spent),
        flow: over(distance),
        flowX: over(x),
        flowY: over(y),
        speed: orNull(distance / spent),
      },
      voronoi: {
        density: mean(this.#densities),
        flow: mean(this.#flows),
        speed: orNull(this.#flows / this.#densities),
      },
    };
  }
}

function orNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** The shares of a motion along an axis, from 0 to 1, at which it enters and leaves the interval from `low` to `high`. */
function sharesIn(from: number, moved: number, low: number, high: number): [number, number] {
  // The upper end is not in the interval, so areas side by side count an agent at rest once.
  if (moved === 0) return from >= low && from < high ? [0, 1] : [1, 0];
  const [a, b] = [(low - from) / moved, (high - from) / moved];
  return [Math.max(0, Math.min(a, b)), Math.min(1, Math.max(a, b))];
}

/** The equivalent offsets on a torus that are at most `reach` from 0. */
function imagesOf(offset: number, reach: number, edge: number): number[] {
  if (edge === 0) return Math.abs(offset) <= reach ? [offset] : [];
  const first = nearest(offset, edge);
  const images: number[] = [];
  const turns = Math.ceil(reach / edge);
  for (let turn = -turns; turn <= turns; turn++) {
    const image = first + turn * edge;
    if (Math.abs(image) <= reach) images.push(image);
  }
  return images;
}
