import { expect, it } from 'vitest';
import { inspect } from '../../src/insight/inspect.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';

it('tells the way of a walker with the heights of floors and ramps, and the ends of links', () => {
  const world = createWorld(
    parseScenario({
      ...{ name: 'house', dimensions: 3, dt: 0.05 },
      ground: {
        vertices: [
          ...[0, 4].flatMap((z) => [
            [0, 0, z],
            [8, 0, z],
            [8, 4, z],
            [0, 4, z],
          ]),
          [16, 0, 8],
          [16, 4, 8],
        ] as never,
        polygons: [
          [0, 1, 2, 3],
          [4, 5, 6, 7],
          [5, 8, 9, 6],
        ],
        links: [{ name: 'ladder', from: [1, 1, 0], to: [1, 1, 4], duration: 2 }],
      },
      species: [
        {
          ...{ name: 'walker', count: 1, radius: 0.2, maxSpeed: 1 },
          spawn: { type: 'points', positions: [[4, 2, 0]] },
          goals: { type: 'points', positions: [[14, 3, 7]] },
          behaviors: [{ type: 'navigate' }],
        },
      ],
    }),
  );
  tick(world, 2);
  const wayOf = () =>
    inspect(world, 0)!.ways[0]!.points.map((point) => point.map((value) => Math.round(value)));
  const last = [14, 3, 7];
  const ramp = wayOf().find(([x]) => x === 8)!;
  expect(ramp[2]).toBe(4);
  expect(wayOf()).toEqual([[1, 1, 0], [1, 1, 4], ramp, last]);
  // On the ladder, the way begins at its end.
  while (world.views.link[0] === 0) tick(world);
  tick(world, 10);
  const z = world.views.position.z[0]!;
  expect(z > 0 && z < 4).toBe(true);
  expect(wayOf()).toEqual([[1, 1, 4], ramp, last]);
});
