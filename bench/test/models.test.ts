import { createWorld, parseScenario, type Scenario, tick, type World } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { hashOf, MODELS, startOf } from '../src/models/index.ts';
import type { plainPhysarum } from '../src/models/physarum.ts';

const [vicsek, particleLife, physarum] = MODELS;

/** The largest distance along an axis between the positions of an agent in a world and in a plain program, in m. */
function apart(world: World, plain: { x: Float32Array; y: Float32Array }, edge: number): number {
  const { id, position } = world.views;
  let most = 0;
  id.forEach((value, place) => {
    for (const axis of ['x', 'y'] as const) {
      const off = Math.abs(position[axis][place] - plain[axis][value]);
      most = Math.max(most, Math.min(off, edge - off));
    }
  });
  return most;
}

function run(pair: (typeof MODELS)[number], scenario: Scenario, ticks: number) {
  const start = startOf(scenario);
  const from = start.x.slice();
  const plain = pair.plain(start, scenario);
  const world = createWorld(scenario);
  tick(world, ticks);
  for (let k = 0; k < ticks; k++) plain.step();
  expect(plain.x.some((x, i) => Math.abs(x - from[i]) > 0.1)).toBe(true);
  return { world, plain, edge: start.edge };
}

describe('the plain programs do what Skein does', () => {
  it('Vicsek, without noise', async () => {
    const input = structuredClone(await vicsek.scenario(1003)) as unknown as {
      species: [{ behaviors: [{ noise: number }] }];
    };
    input.species[0].behaviors[0].noise = 0;
    const { world, plain, edge } = run(vicsek, parseScenario(input), 12);
    expect(apart(world, plain, edge)).toBeLessThan(1e-4);
  });

  it('particle life', async () => {
    const { world, plain, edge } = run(particleLife, await particleLife.scenario(1003), 12);
    expect(apart(world, plain, edge)).toBeLessThan(1e-3);
  });

  it('Physarum: the same paths, except after random turns, and as much trail', async () => {
    const { world, plain, edge } = run(physarum, await physarum.scenario(4096), 3);
    const { id, position } = world.views;
    const same = id.reduce((count, value, place) => {
      const off = Math.abs(position.x[place] - plain.x[value]);
      return Math.min(off, edge - off) < 1e-3 ? count + 1 : count;
    }, 0);
    // In each tick with a trail, the sensor ahead is the lowest for one in three agents, and half of those turn to the
    // other side, so 25 of 36 agree.
    expect(same / id.length).toBeGreaterThan(25 / 36 - 0.02);
    expect(same / id.length).toBeLessThan(1);
    const sum = (values: Float32Array) => values.reduce((a, b) => a + b, 0);
    const other = (plain as ReturnType<typeof plainPhysarum>).trail();
    expect(sum(other) / sum(world.views.fields.trail.values)).toBeCloseTo(1, 5);
  });

  it('have the hash of their state', async () => {
    const { plain } = run(particleLife, await particleLife.scenario(307), 20);
    const before = hashOf(plain);
    plain.x[5] = Math.fround(plain.x[5] + 0.01);
    expect(hashOf(plain)).not.toBe(before);
    plain.x[5] = Number.NaN;
    expect(() => hashOf(plain)).toThrow('agents were lost');
  });
});
