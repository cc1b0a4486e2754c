import { createWorld, parseScenario, stateHash, tick } from '@skein/core';
import { expect, it } from 'vitest';
import { runExample } from './run-example.ts';

/** The scenario of the example; here one thread steps it with the TypeScript kernel. */
const SCENARIO = parseScenario({
  name: 'hello',
  seed: 1,
  dimensions: 2,
  bounds: { type: 'wrap', min: [0, 0], max: [64, 32] },
  species: [
    {
      name: 'boid',
      count: 300,
      minSpeed: 3,
      maxSpeed: 6,
      maxForce: 12,
      spawn: { type: 'box', min: [0, 0], max: [64, 32], velocity: { speed: 4 } },
      behaviors: [
        { type: 'separation', weight: 6, radius: 1.5 },
        { type: 'alignment', weight: 8, radius: 4 },
        { type: 'cohesion', weight: 5, radius: 5 },
      ],
    },
  ],
});

it('hello-flock shows each boid where it is, how well they are aligned, and the hash', async () => {
  const { stdout } = await runExample('01-hello-flock.mjs');
  const printed = stdout.split('\n');
  // Two pictures, each with 16 rows, a line below them, and an empty line.
  expect(printed).toHaveLength(2 * 18 + 1);
  const world = createWorld(SCENARIO, { kernel: 'ts' });
  for (const at of [0, 1]) {
    if (at === 1) tick(world, 600);
    const { position, velocity } = world.views;
    const arrows = new Set<string>();
    let [sumX, sumY] = [0, 0];
    for (let i = 0; i < 300; i++) {
      arrows.add(`${Math.floor(position.x[i]!)} ${Math.floor(position.y[i]! / 2)}`);
      const speed = Math.hypot(velocity.x[i]!, velocity.y[i]!);
      sumX += velocity.x[i]! / speed;
      sumY += velocity.y[i]! / speed;
    }
    const lines = printed.slice(18 * at, 18 * at + 16);
    const [last] = printed.slice(18 * at + 16);
    const shown = lines.flatMap((line, row) =>
      [...line].flatMap((letter, column) => (letter === ' ' ? [] : [`${column} ${15 - row}`])),
    );
    expect(shown.sort()).toEqual([...arrows].sort());
    const order = (Math.hypot(sumX, sumY) / 300).toFixed(2);
    expect(last).toBe(`tick ${600 * at}, order ${order}, hash ${stateHash(world)}`);
  }
});
