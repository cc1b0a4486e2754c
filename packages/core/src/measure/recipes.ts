import { shortWay } from '../grid/torus.ts';
import type { SharedWorld } from '../world/world.ts';
import { AGENT_COLUMNS } from './agent-columns.ts';
import { lengthOf, type ReadValue, readerOf, type Value, write } from './agent-values.ts';
import { clusterSizes } from './clusters.ts';
import { areaOf, boxReader, stripReader } from './in-place.ts';
import type { Measure, MeasureKind } from './measure.ts';
import { isAmong } from './measured-agents.ts';
import {
  columnReader,
  extremeOf,
  listed,
  type Pass,
  sumOf,
  type Total,
  type Walk,
} from './pass.ts';

/**
 * How a kind of measure is computed: its passes over the agents, and the function that turns the totals of the passes
 * into one number. NaN means that there is nothing to measure.
 */
export interface Recipe {
  readonly passes: readonly Pass[];
  readonly finish: (totals: readonly Total[], measure: Measure, world: SharedWorld) => number;
}

/**
 * Returns a function that reads the offset to an agent. Every offset begins at the first of the measured agents. On a
 * torus, the offset is the shortest way.
 */
function offsetReader({ agents }: Walk): ReadValue {
  const { world } = agents;
  const { position } = world.front;
  const { edge } = world.plan.grid;
  let first = 0;
  while (first < world.plan.agents && !isAmong(agents, first)) first++;
  return (value, i) => {
    value.x = shortWay(position.x[i] - position.x[first], edge[0]);
    value.y = shortWay(position.y[i] - position.y[first], edge[1]);
    value.z = shortWay(position.z[i] - position.z[first], edge[2]);
    return true;
  };
}

/**
 * Returns a function that reads the cross product of the offset from the center to an agent and its velocity. It
 * returns the product of the lengths of the two.
 */
function crossReader(walk: Walk): (value: Value, i: number) => number {
  const [[sumX, sumY, sumZ, count]] = walk.before as unknown as readonly (readonly number[])[];
  const readOffset = offsetReader(walk);
  const { velocity } = walk.agents.world.front;
  return (value, i) => {
    readOffset(value, i);
    const x = value.x - sumX / count;
    const y = value.y - sumY / count;
    const z = value.z - sumZ / count;
    const vx = velocity.x[i];
    const vy = velocity.y[i];
    const vz = velocity.z[i];
    value.x = y * vz - z * vy;
    value.y = z * vx - x * vz;
    value.z = x * vy - y * vx;
    return Math.sqrt((x * x + y * y + z * z) * (vx * vx + vy * vy + vz * vz));
  };
}

/**
 * Returns a function that reads the turn of an agent. The turn is the cross product of the direction from the center
 * and the direction of motion. Agents at rest or at the center have no value.
 */
function turnReader(walk: Walk): ReadValue {
  const readCross = crossReader(walk);
  return (value, i) => {
    const lengths = readCross(value, i);
    if (!(lengths > 0)) return false;
    value.x /= lengths;
    value.y /= lengths;
    value.z /= lengths;
    return true;
  };
}

/** Returns a function that reads |r x v| and |r| |v|, where r is the offset from the center and v the velocity. */
function millReader(walk: Walk): ReadValue {
  const readCross = crossReader(walk);
  return (value, i) => {
    const lengths = readCross(value, i);
    write(value, lengthOf(value));
    value.y = lengths;
    return true;
  };
}

function nearestReader({ grid }: Walk): ReadValue {
  const points = grid();
  return (value, i) => write(value, points.nearest(i));
}

/** Returns a function that reads the squared difference between an agent's value and the mean of all agents' values. */
function squareReader(walk: Walk): ReadValue {
  const read = columnReader(walk);
  const [[sum, , , count]] = walk.before as unknown as readonly (readonly number[])[];
  const mean = sum / count;
  return (value, i) => read(value, i) && write(value, (value.x - mean) * (value.x - mean));
}

/** Returns a function that reads 1 for each agent whose value equals the wanted value, and 0 for every other agent. */
function matchReader(walk: Walk): ReadValue {
  const read = columnReader(walk);
  const [number] = walk.measure.numbers!;
  // A column of whole numbers holds them exactly, and a column of f32 holds other numbers rounded.
  const wanted = Number.isInteger(number) ? number : Math.fround(number);
  return (value, i) => read(value, i) && write(value, value.x === wanted ? 1 : 0);
}

const groups: Pass = {
  fold: 'list',
  alone: true,
  begin:
    ({ agents, measure }) =>
    () =>
      clusterSizes(agents, measure.numbers![0]),
};

const direction = sumOf(({ agents }) => readerOf(agents.world, 'direction'));

function meanLength([[x, y, z, count]]: readonly Total[]): number {
  return lengthOf({ x: x / count, y: y / count, z: z / count });
}

function extreme([[found]]: readonly Total[]): number {
  return Number.isFinite(found) ? found : Number.NaN;
}

/** Whether a statistic covers whole vectors, not only one component. */
function isVector({ column, component, law, declared }: Measure): boolean {
  if (component !== undefined) return false;
  if (declared !== undefined) return declared.components === 3;
  return law !== undefined || AGENT_COLUMNS[column!].components === 3;
}

/**
 * The quantile of sorted numbers: a fraction `share` of the numbers does not exceed it. Interpolates linearly between
 * two numbers.
 *
 * source: Hyndman and Fan 1996, Sample Quantiles in Statistical Packages, definition 7
 */
function quantileOf(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

/**
 * Creates the recipe of a measure of a scalar field. One thread computes it, because even a million cells take only
 * about a millisecond.
 */
function ofCells(finish: (cells: Float32Array, level: number) => number): Recipe {
  return {
    passes: [],
    finish: (_, { field, numbers = [] }, { front }) =>
      finish(front.fields[field!].values, numbers[0]),
  };
}

/** The sum of all cells of a field, in f64, in the order of the cells. */
function sumOfCells(cells: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < cells.length; k++) sum += cells[k];
  return sum;
}

/** How each kind of measure is computed. */
export const RECIPES: Readonly<Record<MeasureKind, Recipe>> = {
  polarization: { passes: [direction], finish: meanLength },
  rotation: {
    passes: [sumOf(offsetReader), sumOf(turnReader)],
    finish: ([, turns]) => meanLength([turns]),
  },
  // source: Chuang et al. 2007, State transitions and the continuum limit for a 2D interacting, self-propelled particle
  // system (Physica D 232): the absolute normalized angular momentum
  milling: {
    passes: [sumOf(offsetReader), sumOf(millReader)],
    finish: ([, [crosses, lengths]]) => crosses / lengths,
  },
  nearest: { passes: [sumOf(nearestReader)], finish: ([[sum, , , count]]) => sum / count },
  speed: {
    passes: [sumOf(({ agents }) => readerOf(agents.world, 'speed'))],
    finish: ([[sum, , , count]]) => sum / count,
  },
  alive: { passes: [sumOf(() => () => true)], finish: ([[, , , count]]) => count },
  hits: {
    passes: [],
    finish: (_, { species }, { front }) =>
      front.hits.reduce((sum, hits, k) => (species < 0 || species === k ? sum + hits : sum), 0),
  },
  density: {
    passes: [sumOf(boxReader)],
    finish: ([[, , , count]], { numbers }) => count / areaOf(numbers!),
  },
  flow: {
    passes: [sumOf(stripReader)],
    finish: ([[sum]], { numbers }) => sum / numbers![4],
  },
  clusters: { passes: [groups], finish: ([sizes]) => sizes.length },
  largestCluster: {
    passes: [groups],
    finish: ([sizes]) => {
      let all = 0;
      let largest = 0;
      for (let k = 0; k < sizes.length; k++) {
        all += sizes[k];
        largest = Math.max(largest, sizes[k]);
      }
      return largest / all;
    },
  },
  mean: {
    passes: [sumOf(columnReader)],
    finish: ([total], measure) => (isVector(measure) ? meanLength([total]) : total[0] / total[3]),
  },
  sum: {
    passes: [sumOf(columnReader)],
    finish: ([[x, y, z]], measure) => (isVector(measure) ? lengthOf({ x, y, z }) : x),
  },
  count: { passes: [sumOf(matchReader)], finish: ([[matching]]) => matching },
  share: {
    passes: [sumOf(matchReader)],
    finish: ([[matching, , , all]]) => matching / all,
  },
  min: { passes: [extremeOf('min')], finish: extreme },
  max: { passes: [extremeOf('max')], finish: extreme },
  deviation: {
    passes: [sumOf(columnReader), sumOf(squareReader)],
    finish: ([, [sum, , , count]]) => Math.sqrt(sum / count),
  },
  median: { passes: [listed], finish: ([list]) => quantileOf(Float64Array.from(list).sort(), 0.5) },
  quantile: {
    passes: [listed],
    finish: ([list], { numbers }) => quantileOf(Float64Array.from(list).sort(), numbers![0]),
  },
  fieldMean: ofCells((cells) => sumOfCells(cells) / cells.length),
  fieldSum: ofCells(sumOfCells),
  fieldShare: ofCells((cells, level) => {
    let above = 0;
    for (let k = 0; k < cells.length; k++) if (cells[k] > level) above += 1;
    return above / cells.length;
  }),
};
