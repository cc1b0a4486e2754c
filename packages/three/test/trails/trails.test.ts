import { createWorld, parseScenario, tick } from '@skein/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Driver } from '../../src/driver.ts';
import { ThreeError } from '../../src/option-error.ts';
import type { ParticlesOptions } from '../../src/particles/options.ts';
import { createParticles } from '../../src/particles/particles.ts';
import { TrailRecorder } from '../../src/sync/trail-recorder.ts';
import type { TrailsOptions } from '../../src/trails/options.ts';
import { createTrails } from '../../src/trails/trails.ts';
import { flockScenario } from '../agents/scene.ts';
import { drivenBeam } from '../light/scene.ts';

let driver: Driver;
beforeAll(async () => {
  driver = await drivenBeam();
});
afterAll(() => driver.team.dispose());

const problems = (create: () => unknown) => {
  try {
    create();
  } catch (error) {
    expect(error).toBeInstanceOf(ThreeError);
    return (error as ThreeError).problems.map(({ path }) => path);
  }
  return [];
};

it('trails: all mistakes in options are reported at once', () => {
  const wrong = {
    species: 'bee',
    length: 0,
    width: -1,
    color: {},
    fade: 99,
    maxSegments: 1.5,
    glow: 1,
  };
  const paths = ['glow', 'species', 'length', 'width', 'color', 'fade', 'maxSegments'];
  expect(problems(() => createTrails(driver, wrong as unknown as TrailsOptions))).toEqual(
    paths.map((path) => `$.${path}`),
  );
  expect(problems(() => createTrails({} as Driver))).toEqual(['$driver']);
  expect(problems(() => createTrails(driver, 3 as never))).toEqual(['$']);
});

it('particles: all mistakes in options are reported at once', () => {
  const wrong = { species: 'bee', kinds: ['smoke'], color: 7n };
  expect(problems(() => createParticles(driver, wrong as unknown as ParticlesOptions))).toEqual([
    '$.species',
    '$.kinds[0]',
    '$.color',
  ]);
  for (const [kinds, message] of [
    [
      ['trail', 'spark'],
      '$.kinds[1]: found "spark" (did you mean "sparks"?), expected \'trail\' or \'sparks\'',
    ],
    [[], "$.kinds: found an array of 0, expected a list of 'trail' and 'sparks'"],
    ['trail', '$.kinds: found "trail", expected a list of'],
  ]) {
    expect(() => createParticles(driver, { kinds } as ParticlesOptions)).toThrow(message as string);
  }
  expect(problems(() => createParticles(driver, { species: 'moth' }))).toEqual(['$driver']);
});

it('the trail of each agent passes through its place at each tick, and only one species has trails', () => {
  const world = createWorld(parseScenario(flockScenario()));
  const recorder = new TrailRecorder(world, {
    leaves: [false, true, false],
    seconds: 1,
    spacing: 100,
    maxSegments: 5000,
  });
  const { ring } = recorder;
  const expected: number[][] = [];
  for (let n = 0; n < 12; n++) {
    recorder.copyFrom(world);
    const { position, species } = world.views;
    for (let i = 0; i < species.length; i++) {
      if (n > 0 && species[i] === 1) {
        expected.push([position.x[i]!, position.y[i]!, position.z[i]!, recorder.seconds]);
      }
    }
    tick(world);
  }
  expect(ring.written).toBe(5 * 11);
  const found = Array.from({ length: ring.written }, (_, i) => [
    ...ring.places.subarray(12 * i + 6, 12 * i + 9),
    ring.times[4 * i + 3]!,
  ]);
  const text = (rows: number[][]) => rows.map((row) => row.map((v) => v.toFixed(4)).join()).sort();
  expect(text(found)).toEqual(text(expected));
  expect([...ring.kinds.subarray(0, 4 * ring.written)].every((kind) => kind === 1)).toBe(true);
});
