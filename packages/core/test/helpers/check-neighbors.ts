import { expect } from 'vitest';
import { createRuns, neighborRunsInto } from '../../src/grid/neighbor-runs.ts';
import { defineLaw, evaluateLaw } from '../../src/laws/index.ts';
import { steer } from '../../src/phases/steer.ts';
import { readyKernels } from '../../src/tick/phase-kernels.ts';
import type { World } from '../../src/world/world.ts';
import { exact } from './bits.ts';
import {
  type Agent,
  ALIVE,
  agentsOf,
  type NaiveSums,
  type Neighbor,
  type NeighborBehavior,
  naiveSums,
  neighborsOf,
} from './naive-neighbors.ts';

const f = Math.fround;
const runs = createRuns();

/**
 * The runs of every agent hold each neighbor exactly once, at the offset of its nearest image, and
 * in contract order. Returns how many neighbors there were.
 */
export function checkRuns(world: World, radius: number): number {
  const agents = agentsOf(world);
  let pairs = 0;
  for (const self of agents) {
    if (self.status !== ALIVE) continue;
    const found = inRuns(world, agents, self, radius);
    const expected = neighborsOf(world, agents, self, radius);
    pairs += expected.length;
    if (!areSame(found, expected)) {
      expect(textOf(found), `neighbors of id ${self.id}`).toEqual(textOf(expected));
    }
  }
  return pairs;
}

/** A neighbor, and its offset. */
type Found = Pick<Neighbor, 'agent' | 'offset'>;

function areSame(found: readonly Found[], expected: readonly Found[]): boolean {
  return (
    found.length === expected.length &&
    found.every(
      ({ agent, offset }, n) =>
        agent === expected[n].agent &&
        offset.every((value, axis) => Object.is(value, expected[n].offset[axis])),
    )
  );
}

function textOf(neighbors: readonly Found[]): string[] {
  return neighbors.map(({ agent, offset }) => `${agent.id} at ${exact(offset)}`);
}

function inRuns(world: World, agents: readonly Agent[], self: Agent, radius: number): Found[] {
  const [x, y, z] = self.position;
  const found: Found[] = [];
  neighborRunsInto(runs, world, x, y, z, f(radius));
  for (let run = 0; run < runs.count; run++) {
    const from = [f(x - runs.shiftX[run]), f(y - runs.shiftY[run]), f(z - runs.shiftZ[run])];
    for (let j = runs.begin[run]; j < runs.end[run]; j++) {
      const agent = agents[j];
      const { position } = agent;
      const dx = f(position[0] - from[0]);
      const dy = f(position[1] - from[1]);
      const dz = f(position[2] - from[2]);
      const squared = f(f(f(dx * dx) + f(dy * dy)) + f(dz * dz));
      if (j === self.place || squared > f(f(radius) * f(radius))) continue;
      found.push({ agent, offset: [dx, dy, dz] });
    }
  }
  return found;
}

const FLOCKING: readonly string[] = ['cohesion', 'alignment', 'separation'];

/** The direction in which an agent parts from another on its spot. */
const parting = defineLaw({
  name: 'parting',
  description: 'Parts.',
  force: ({ random }) => random.shared().direction(),
});

/** What a flocking behavior adds, f32: weight x what it found, or x the unit vector of it. */
function naiveForce(
  world: World,
  self: Agent,
  behavior: NeighborBehavior,
  { sum, count }: NaiveSums,
): readonly number[] {
  let way = [...sum];
  let whole = false;
  if (behavior.type === 'cohesion' && behavior.of === 'offset') {
    if (count === 0) return [0, 0, 0];
    const scale = f(f(behavior.weight) / count);
    return sum.map((value) => f(value * scale));
  }
  if (behavior.type === 'alignment') {
    if (count === 0) return [0, 0, 0];
    whole = behavior.of === 'heading';
    const own = whole ? self.heading : self.velocity;
    const share = f(1 / count);
    way = sum.map((value, axis) => f(f(value * share) - own[axis]));
  }
  if (behavior.type === 'separation' && count > 0) {
    const { seed, dimensions } = world.scenario;
    const scene = { self: { id: self.id }, seed, dimensions, tick: world.tick } as const;
    return evaluateLaw(parting, scene).map((value) => f(value * f(behavior.weight)));
  }
  if (behavior.type === 'separation') whole = behavior.sum === 'count';
  if (whole) return way.map((value) => f(value * f(behavior.weight)));
  const squared = f(f(f(way[0] * way[0]) + f(way[1] * way[1])) + f(way[2] * way[2]));
  if (squared === 0) return [0, 0, 0];
  const scale = f(f(behavior.weight) / f(Math.sqrt(squared)));
  return way.map((value) => f(value * scale));
}

/**
 * Every force of the present state equals the naive sum over flocking behaviors to the bit, with both kernels. Returns
 * how many neighbors counted.
 */
export function checkForces(world: World): number {
  readyKernels(world);
  if (world.kernel === 'simd') checkForcesOf(world, world.twins.steer!);
  return checkForcesOf(world, steer);
}

function checkForcesOf(
  world: World,
  kernel: NonNullable<NonNullable<World['twins']>[string]>,
): number {
  const agents = agentsOf(world);
  let counted = 0;
  kernel(world, 0, agents.length, 0);
  const { x, y, z } = world.scratch.force;
  for (const self of agents) {
    const { behaviors } = world.scenario.species[self.species];
    if (!behaviors.every(({ type }) => FLOCKING.includes(type))) continue;
    const force = [0, 0, 0];
    if (self.status === ALIVE) {
      for (const behavior of behaviors) {
        const flocking = behavior as NeighborBehavior;
        const neighbors = neighborsOf(world, agents, self, flocking.radius);
        const sums = naiveSums(world.scenario, neighbors, self, flocking);
        counted += sums.count;
        const part = naiveForce(world, self, flocking, sums);
        // Nothing found adds nothing: -0 stays -0.
        if (part.every((value) => value === 0)) continue;
        part.forEach((value, axis) => {
          force[axis] = f(force[axis] + value);
        });
      }
    }
    const at = self.place;
    const found = exact([x[at], y[at], z[at]]);
    if (found !== exact(force)) expect(found, `force on id ${self.id}`).toBe(exact(force));
  }
  return counted;
}
