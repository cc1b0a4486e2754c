import { describe, expect, it } from 'vitest';
import { createNearest, nearestNeighborsInto } from '../../src/grid/nearest.ts';
import { boundsOf, LOPSIDED, randomPoints } from '../helpers/flocks.ts';
import { LONG } from '../helpers/long.ts';
import { type Agent, agentsOf } from '../helpers/naive-neighbors.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';

const f = Math.fround;

function crowd(count: number, bounds: string, dimensions: number, seed: number) {
  const points = randomPoints(count, LOPSIDED, dimensions, seed);
  // Some on one spot, and some on a lattice, so that many are equally near.
  points.splice(0, 4, [0, 110, -40], [0, 110, -40], [0, 111, -40], [0, 109, -40]);
  for (const point of points) if (dimensions === 2) point[2] = 0;
  const half = Math.floor(points.length / 2);
  return worldOf({
    dimensions,
    bounds: boundsOf(bounds, LOPSIDED),
    species: [
      {
        name: 'a',
        ...pointsOf(points.slice(0, half)),
        behaviors: [{ type: 'separation', radius: 2 }],
      },
      { name: 'b', ...pointsOf(points.slice(half)) },
    ],
  });
}

describe.each([
  ['open', 3],
  ['contain', 2],
  ['wrap', 2],
  ['wrap', 3],
])('%s bounds, %iD', (bounds, dimensions) => {
  it.each([
    [1, 0.5, 1, 0b11],
    [2, 2, 3, 0b11],
    [3, 2, 10, 0b10],
    [4, 2, 1000, 0b01],
  ])('the nearest agents are those of a full sort, seed %i', (seed, radius, most, mask) => {
    const world = crowd(LONG ? 503 : 211, bounds, dimensions, seed);
    const { edge } = world.plan.grid;
    const agents = agentsOf(world);
    const offset = (from: Agent, to: Agent): number[] =>
      [0, 1, 2].map((axis) => {
        const way = f(to.position[axis] - from.position[axis]);
        const half = edge[axis] / 2;
        const turn = edge[axis] === 0 ? 0 : way > half ? edge[axis] : way < -half ? -edge[axis] : 0;
        return f(to.position[axis] - f(from.position[axis] + turn));
      });
    const list = createNearest(most);
    for (const agent of agents) {
      nearestNeighborsInto(list, world, agent.place, radius, mask, most);
      const expected = agents
        .filter((other) => other.place !== agent.place && ((mask >>> other.species) & 1) === 1)
        .map((other) => {
          const [x, y, z] = offset(agent, other);
          return { other, x, y, z, squared: f(f(f(x * x) + f(y * y)) + f(z * z)) };
        })
        .filter(({ squared }) => squared <= f(f(radius) * f(radius)))
        .sort((a, b) => a.squared - b.squared || a.other.id - b.other.id)
        .slice(0, most);
      expect(list.count).toBe(expected.length);
      expected.forEach((one, k) => {
        expect([list.place[k], list.squared[k]]).toEqual([one.other.place, one.squared]);
        expect([list.x[k], list.y[k], list.z[k]]).toEqual([one.x, one.y, one.z]);
      });
    }
  });
});
