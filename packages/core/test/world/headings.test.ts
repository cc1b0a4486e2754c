import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { tick } from '../../src/tick/tick.ts';
import type { World } from '../../src/world/world.ts';
import { length, worldOf } from '../helpers/scenes.ts';

const COUNT = 1003;

interface Start {
  readonly dimensions?: number;
  readonly spawn?: object;
  readonly headings?: string;
  readonly seed?: number;
}

const SPAWNS: Readonly<Record<string, object>> = {
  box: { type: 'box', min: [0, 0, 0], max: [30, 20, 10] },
  sphere: { type: 'sphere', center: [0, 0, 0], radius: 9 },
  shell: { type: 'shell', center: [0, 0, 0], radius: 9 },
  points: { type: 'points', positions: Array.from({ length: COUNT }, (_, k) => [k, -k, 2]) },
};

function start(
  { dimensions = 2, spawn = SPAWNS.box, headings, seed = 1 }: Start,
  kernel?: 'ts' | 'simd',
): World {
  return worldOf(
    {
      seed,
      dimensions,
      species: [
        {
          name: 'body',
          count: COUNT,
          spawn: { ...spawn, ...(headings && { headings }) },
          turnRate: 1,
        },
      ],
    },
    kernel && { kernel },
  );
}

function headingsOf(world: World): number[][] {
  const { heading, slot } = world.views;
  return Array.from({ length: COUNT }, (_, id) => {
    const at = slot[id];
    return [heading.x[at], heading.y[at], heading.z[at]];
  });
}

describe.each([2, 3])('agents at rest, in %i dimensions', (dimensions) => {
  it.each(Object.keys(SPAWNS))('head along x, or at random if they are to: %s', (type) => {
    const spawn = SPAWNS[type];
    expect(headingsOf(start({ dimensions, spawn })).every(([x]) => x === 1)).toBe(true);
    const world = start({ dimensions, spawn, headings: 'random' });
    const headings = headingsOf(world);
    const mean = [0, 0, 0];
    for (const heading of headings) {
      expect(length(heading)).toBeCloseTo(1, 5);
      if (dimensions === 2) expect(heading[2]).toBe(0);
      heading.forEach((value, axis) => {
        mean[axis] += value / COUNT;
      });
    }
    // Four standard deviations of the mean of a component.
    for (const value of mean)
      expect(Math.abs(value)).toBeLessThan(4 / Math.sqrt(COUNT * dimensions));
    const { up, slot } = world.views;
    headings.forEach(([x, y, z], id) => {
      const at = slot[id];
      expect(x * up.x[at] + y * up.y[at] + z * up.z[at]).toBeCloseTo(0, 5);
    });
    tick(world, 5);
    expect(headingsOf(world)).toEqual(headings);
  });

  it('have the same headings with each kernel, and others with another seed', () => {
    const of = (seed: number, kernel: 'ts' | 'simd') =>
      start({ dimensions, headings: 'random', seed }, kernel);
    const [one, other] = [of(1, 'ts'), of(1, 'simd')];
    tick(one, 7);
    tick(other, 7);
    expect(stateHash(one)).toBe(stateHash(other));
    expect(headingsOf(of(2, 'ts'))).not.toEqual(headingsOf(one));
  });
});

it('agents that move head along their velocity', () => {
  const spawn = { ...SPAWNS.box, velocity: { direction: [0, -1, 0], speed: 2 } };
  const headings = headingsOf(start({ spawn, headings: 'random' }));
  expect(headings.every(([, y]) => y === -1)).toBe(true);
});

it('only random headings can be asked for', () => {
  const species = [{ name: 'a', count: 1, spawn: { ...SPAWNS.box, headings: 'left' } }];
  expect(() => parseScenario({ name: 'x', species })).toThrow('$.species[0].spawn.headings');
});
