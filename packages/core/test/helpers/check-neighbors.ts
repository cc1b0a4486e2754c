import { expect } from 'vitest';
import { createRuns, neighborRunsInto } from '../../src/grid/neighbors.ts';
import { neighborSums, sumNeighbors } from '../../src/steering/neighbor-sums.ts';
import type { NeighborPass } from '../../src/world/plan.ts';
import type { World } from '../../src/world/world.ts';
import { exact } from './bits.ts';
import {
  type Agent,
  ALIVE,
  agentsOf,
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

/** The sums of every neighbor behavior equal the naive ones to the bit. Returns how many counted. */
export function checkSums(world: World): number {
  const agents = agentsOf(world);
  const { plan } = world.handle;
  const radii = world.scenario.species.flatMap((species) =>
    species.behaviors.map((behavior) => ('radius' in behavior ? behavior.radius : 0)),
  );
  const neighbors = agents.map((self) =>
    self.status === ALIVE ? neighborsOf(world, agents, self, Math.max(...radii)) : [],
  );
  let counted = 0;
  // No species of these scenes has states: roles are species.
  plan.roles.forEach(({ passes }, index) => {
    passes.forEach((pass, order) => {
      for (let begin = 0; begin < agents.length; begin += 128) {
        const end = Math.min(begin + 128, agents.length);
        sumNeighbors(world, pass, order, index, begin, end);
        for (let i = begin; i < end; i++) {
          if (agents[i].species !== index || agents[i].status !== ALIVE) continue;
          counted += checkPass(world, neighbors[i], agents[i], pass, order, i - begin);
        }
      }
    });
  });
  return counted;
}

function checkPass(
  world: World,
  neighbors: readonly Neighbor[],
  self: Agent,
  pass: NeighborPass,
  order: number,
  at: number,
): number {
  const { offset, velocity, away } = neighborSums(order);
  const parts = [
    [pass.cohesion, offset],
    [pass.alignment, velocity],
    [pass.separation, away],
  ] as const;
  let counted = 0;
  for (const [plan, sums] of parts) {
    if (plan === undefined) continue;
    const species = world.handle.plan.species[plan.species];
    const behavior = world.scenario.species[plan.species].behaviors[
      species.behaviors.findIndex(({ index }) => index === plan.index)
    ] as NeighborBehavior;
    const naive = naiveSums(world.scenario, neighbors, self, behavior);
    const expected = `${naive.count}: ${exact(naive.sum)}`;
    const found = `${sums.count[at]}: ${exact([sums.x[at], sums.y[at], sums.z[at]])}`;
    counted += naive.count;
    if (found !== expected) {
      expect(found, `${behavior.type} ${order} of id ${self.id}`).toBe(expected);
    }
  }
  return counted;
}
