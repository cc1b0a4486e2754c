import { quantileOf } from '../../report/statistics.ts';
import { FlowError } from './flow-error.ts';
import { eachMotion } from './motions.ts';
import type { TrajectorySample } from './trajectory.ts';

/** The ends of a line in the plane: x1, y1, x2, y2 (m). */
export type Line = readonly [number, number, number, number];

/** One agent that crosses one line. */
export interface Crossing {
  /** The number of the line, from 1. */
  readonly line: number;
  /** In s, interpolated between two samples. */
  readonly time: number;
  readonly id: number;
  /** 1 from the left side of the line to the right, as seen from its first end; -1 back. */
  readonly direction: 1 | -1;
  /** How many crossings the line has had, with this one. */
  readonly count: number;
  /** Crossings to the right less those to the left. */
  readonly net: number;
}

/** The crossings of a line, all of them or those of one direction. */
export interface CrossingCount {
  readonly crossings: number;
  /** The times of the first and the last crossing (s); null without any. */
  readonly first: number | null;
  readonly last: number | null;
  /** (crossings - 1) / (last - first), in 1/s; null if fewer than two crossings have different times. */
  readonly flow: number | null;
  /** The flow per meter of the line, in 1/(m s). */
  readonly specificFlow: number | null;
}

export interface LineFlow {
  readonly line: Line;
  /** In m. */
  readonly length: number;
  readonly both: CrossingCount;
  readonly leftToRight: CrossingCount;
  readonly rightToLeft: CrossingCount;
}

/**
 * How long agents take from one line to the next, in s: from the first crossing of the one to the first crossing of the
 * other after it, in any direction. All are null without any.
 */
export interface PassTimes {
  /** The numbers of the lines, from 1. */
  readonly from: number;
  readonly to: number;
  /** How often an agent passed from one to the other. */
  readonly passes: number;
  readonly mean: number | null;
  readonly min: number | null;
  /** Quantiles: 10 %, 50 % and 90 % of the times are at most this long. */
  readonly low: number | null;
  readonly median: number | null;
  readonly high: number | null;
  readonly max: number | null;
}

interface Tally {
  count: number;
  first: number;
  last: number;
}

/**
 * Counts the agents that cross lines. Agents move straight from one sample to the next. An agent that is on a line is to
 * the right of it. Memory grows with the number of agents and passes, not with the number of samples.
 */
export class LineCrossings {
  readonly #lines: readonly Line[];
  readonly #edges: readonly [number, number];
  /** For each line, the crossings to the right, and those to the left. */
  readonly #tallies: readonly (readonly [Tally, Tally])[];
  /** For each line, the times of the agents that have crossed it, but not the next one since. */
  readonly #entered: readonly Map<number, number>[];
  /** For each line, the times from it to the next. */
  readonly #passes: readonly number[][];
  #before: TrajectorySample | undefined;

  /**
   * @param edges the edges of the torus; 0 for none
   * @throws FlowError for a line without a length, or longer than the edges of a torus
   */
  constructor(lines: readonly Line[], edges: readonly [number, number] = [0, 0]) {
    for (const line of lines) checkLine(line, edges);
    this.#lines = lines;
    this.#edges = edges;
    const tally = (): Tally => ({ count: 0, first: Number.NaN, last: Number.NaN });
    this.#tallies = lines.map(() => [tally(), tally()]);
    this.#entered = lines.map(() => new Map());
    this.#passes = lines.map(() => []);
  }

  /** Adds the next sample. Returns the crossings since the one before it, in the order of their times. */
  add(sample: TrajectorySample): Crossing[] {
    const before = this.#before;
    this.#before = sample;
    if (before === undefined) return [];
    const found = this.#lines.flatMap((line, at) => this.#between(before, sample, line, at));
    found.sort((a, b) => a.time - b.time || a.id - b.id || a.line - b.line);
    return found.map((crossing) => this.#count(crossing));
  }

  #between(
    before: TrajectorySample,
    after: TrajectorySample,
    [x1, y1, x2, y2]: Line,
    at: number,
  ): Omit<Crossing, 'count' | 'net'>[] {
    const found: Omit<Crossing, 'count' | 'net'>[] = [];
    const [alongX, alongY] = [x2 - x1, y2 - y1];
    const half = (alongX * alongX + alongY * alongY) / 2;
    const span = after.time - before.time;
    const center = [(x1 + x2) / 2, (y1 + y2) / 2] as const;
    eachMotion(before, after, center, this.#edges, (id, fromX, fromY, toX, toY) => {
      // Above 0 to the left of the line.
      const [from, to] = [alongX * fromY - alongY * fromX, alongX * toY - alongY * toX];
      if (from > 0 === to > 0) return;
      const share = from / (from - to);
      const x = fromX + share * (toX - fromX);
      const y = fromY + share * (toY - fromY);
      if (Math.abs(x * alongX + y * alongY) > half) return;
      const time = before.time + share * span;
      found.push({ line: at + 1, time, id, direction: from > 0 ? 1 : -1 });
    });
    return found;
  }

  #count(crossing: Omit<Crossing, 'count' | 'net'>): Crossing {
    const { line, time, id, direction } = crossing;
    const tallies = this.#tallies[line - 1];
    const tally = tallies[direction === 1 ? 0 : 1];
    if (tally.count === 0) tally.first = time;
    tally.last = time;
    tally.count++;
    const entered = this.#entered[line - 2]?.get(id);
    if (entered !== undefined) {
      this.#passes[line - 2].push(time - entered);
      this.#entered[line - 2].delete(id);
    }
    // There is no line after the last one.
    if (line < this.#lines.length && !this.#entered[line - 1].has(id)) {
      this.#entered[line - 1].set(id, time);
    }
    const [right, left] = tallies.map(({ count }) => count);
    return { ...crossing, count: right + left, net: right - left };
  }

  /** The flows so far, line by line. */
  flows(): LineFlow[] {
    return this.#lines.map((line, at) => {
      const [right, left] = this.#tallies[at];
      const length = lengthOf(line);
      const both = {
        count: right.count + left.count,
        first: least(right.first, left.first, Math.min),
        last: least(right.last, left.last, Math.max),
      };
      return {
        ...{ line, length },
        both: countOf(both, length),
        leftToRight: countOf(right, length),
        rightToLeft: countOf(left, length),
      };
    });
  }

  /** The times so far from each line to the next. */
  passTimes(): PassTimes[] {
    return this.#passes.slice(0, -1).map((times, at) => {
      const sorted = Float64Array.from(times).sort();
      const orNull = (value: number): number | null => (sorted.length === 0 ? null : value);
      return {
        ...{ from: at + 1, to: at + 2, passes: sorted.length },
        mean: orNull(sorted.reduce((sum, time) => sum + time, 0) / sorted.length),
        min: orNull(sorted[0]),
        low: orNull(quantileOf(sorted, 0.1)),
        median: orNull(quantileOf(sorted, 0.5)),
        high: orNull(quantileOf(sorted, 0.9)),
        max: orNull(sorted[sorted.length - 1]),
      };
    });
  }
}

function countOf({ count, first, last }: Tally, length: number): CrossingCount {
  const isFlow = count > 1 && last > first;
  const flow = isFlow ? (count - 1) / (last - first) : null;
  return {
    crossings: count,
    first: count === 0 ? null : first,
    last: count === 0 ? null : last,
    flow,
    specificFlow: flow === null ? null : flow / length,
  };
}

function least(a: number, b: number, of: (a: number, b: number) => number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : of(a, b);
}

function lengthOf([x1, y1, x2, y2]: Line): number {
  return Math.hypot(x2 - x1, y2 - y1);
}

function checkLine(line: Line, edges: readonly [number, number]): void {
  const length = lengthOf(line);
  if (!(length > 0) || length === Number.POSITIVE_INFINITY) {
    const expected = 'two different ends, a finite distance apart';
    throw new FlowError('line', `${line.join(',')}, of length ${length}`, expected);
  }
  const [x1, y1, x2, y2] = line;
  const isLong =
    (edges[0] > 0 && Math.abs(x2 - x1) > edges[0]) ||
    (edges[1] > 0 && Math.abs(y2 - y1) > edges[1]);
  if (!isLong) return;
  throw new FlowError(
    'line',
    line.join(','),
    `at most the edges of the torus, ${edges.join(' x ')} m`,
  );
}
