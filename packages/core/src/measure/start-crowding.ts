import { randomInto, STREAM, unit } from '../math/random.ts';
import type { Scenario, Species } from '../scenario/schema.ts';

/** The number of agents of all species together that are looked at. */
const SAMPLES = 600;
/** With fewer pairs than this within a range, the number of pairs says nothing. */
const LEAST_PAIRS = 20;

/**
 * Counts how crowded the agents of a scenario are at the start, by looking at the start positions of some of them. So
 * it sees heaps: many agents on a small part of the space.
 *
 * @returns a function that estimates how many agents are within `range` (m) of an agent of the species with this index;
 * NaN if it is too few to tell
 */
export function crowdingOf(scenario: Scenario): (species: number, range: number) => number {
  const { dimensions, species } = scenario;
  const each = Math.ceil(SAMPLES / species.length);
  const samples = species.map((species, index) => samplesOf(species, index, each, dimensions));
  const known = new Map<number, readonly number[]>();
  return (index, range) => {
    let counts = known.get(range);
    if (counts === undefined) {
      counts = samples.map((own) => countAround(own, samples, species, range));
      known.set(range, counts);
    }
    return counts[index];
  };
}

type Point = readonly [x: number, y: number, z: number];

/** The mean number of agents within `range` (m) of the agents in `own`. */
function countAround(
  own: readonly Point[],
  samples: readonly (readonly Point[])[],
  species: readonly Species[],
  range: number,
): number {
  let found = 0;
  let mean = 0;
  for (const [k, others] of samples.entries()) {
    let pairs = 0;
    for (const [x, y, z] of own) {
      for (const other of others) {
        const [dx, dy, dz] = [other[0] - x, other[1] - y, other[2] - z];
        if (dx * dx + dy * dy + dz * dz <= range * range) pairs++;
      }
    }
    // An agent is no neighbor of itself.
    if (others === own) pairs -= own.length;
    found += pairs;
    const possible = own.length * (others === own ? own.length - 1 : others.length);
    if (possible > 0) mean += (species[k].count * pairs) / possible;
  }
  return found >= LEAST_PAIRS ? mean : Number.NaN;
}

/** The start positions of some agents of a species; none if its agents do not live at the start. */
function samplesOf(
  { spawn, count }: Species,
  index: number,
  each: number,
  dimensions: number,
): Point[] {
  if (spawn.type === 'pool') return [];
  const length = Math.min(each, count);
  if (spawn.type === 'points') {
    const { positions } = spawn;
    return Array.from({ length }, (_, k) => positions[Math.floor((k * positions.length) / length)]);
  }
  const [min, max] =
    spawn.type === 'box'
      ? [spawn.min, spawn.max]
      : [spawn.center.map((at) => at - spawn.radius), spawn.center.map((at) => at + spawn.radius)];
  const points: Point[] = [];
  for (let draw = 0; points.length < length; draw++) {
    randomInto(bits, index, 0, draw, STREAM.spawnPosition);
    const at = (axis: number): number => {
      if (axis >= dimensions) return 0;
      return min[axis] + unit(bits[axis]) * (max[axis] - min[axis]);
    };
    const point: Point = [at(0), at(1), at(2)];
    if (spawn.type === 'box' || isIn(point, spawn.center, spawn.radius, dimensions))
      points.push(point);
  }
  return points;
}

const bits = new Uint32Array(4);

function isIn(
  point: Point,
  center: readonly number[],
  radius: number,
  dimensions: number,
): boolean {
  let squared = 0;
  for (let axis = 0; axis < dimensions; axis++) {
    const offset = point[axis] - center[axis];
    squared += offset * offset;
  }
  return squared <= radius * radius;
}
