import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { fieldScene } from '../fields/scenes.ts';
import { compileChecked, useChecked } from '../helpers/checked-kernels.ts';
import { GOLDEN_SCENES } from '../helpers/golden-scenes.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { scenarios } from '../helpers/random-scenarios.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

/** Compiling takes seconds, on a busy machine a minute. */
const COMPILING_MS = 300_000;

const WORKERS = 3;

const file = new URL('../golden.json', import.meta.url);
const golden: { hashes: Record<string, { middle: string }> } = JSON.parse(
  readFileSync(file, 'utf8'),
);

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await compileChecked();
}, COMPILING_MS);

it.each(someOf(Object.entries(GOLDEN_SCENES), 28, 2))(
  'the kernels keep to their columns, with the golden hash: %s',
  (name, { make, ticks }) => {
    const world = createWorld(make(), { kernel: 'simd', maxWorkers: WORKERS });
    useChecked(world, module);
    const random = randomOf(ticks);
    while (world.tick < ticks / 2) stepAsTeam(world, WORKERS, random);
    expect(stateHash(world)).toBe(golden.hashes[name].middle);
  },
);

it.each(
  fc.sample(scenarios, { seed: 5, numRuns: LONG ? 40 : 4 }).map((input, k) => [k, input] as const),
)(
  'the kernels keep to their columns, and agree with TypeScript: random scenario %i of seed 5',
  (_, input) => {
    const scenario = parseScenario(input);
    const world = createWorld(scenario, { kernel: 'simd', maxWorkers: WORKERS });
    const expected = createWorld(scenario, { kernel: 'ts', maxWorkers: WORKERS });
    useChecked(world, module);
    const random = randomOf(5);
    while (world.tick < 5) stepAsTeam(world, WORKERS, random);
    tick(expected, 5);
    expect(stateHash(world)).toBe(stateHash(expected));
  },
);

it.each([2, 3] as const)(
  'the kernels keep to their columns, and agree with TypeScript: scalar fields in %i dimensions',
  (dimensions) => {
    const scenario = fieldScene({ dimensions, wraps: dimensions === 2, count: 203 });
    const world = createWorld(scenario, { kernel: 'simd', maxWorkers: WORKERS });
    const expected = createWorld(scenario, { kernel: 'ts', maxWorkers: WORKERS });
    useChecked(world, module);
    const random = randomOf(7);
    while (world.tick < 5) stepAsTeam(world, WORKERS, random);
    tick(expected, 5);
    expect(stateHash(world)).toBe(stateHash(expected));
  },
);

/** Faults of one step too many that change no hash; all are put into the build for the last test. */
const FAULTS = [
  [
    'integrate.ts',
    'for (let i = begin; i < end; i += 4) {\n    const at = (<usize>i) << 2;\n    const mine',
    'for (let i = begin; i <= end; i += 4) {\n    const at = (<usize>i) << 2;\n    const mine',
  ],
  [
    'bin.ts',
    'memory.fill(counts, 0, (<usize>bins) << 2)',
    'memory.fill(counts, 0, (<usize>(bins + 1)) << 2)',
  ],
] as const;

describe.runIf(LONG)('in a build with one access too many', () => {
  let faulty: WebAssembly.Module;
  beforeAll(async () => {
    faulty = await compileChecked((name, source) => {
      const fault = FAULTS.find(([file]) => file === name);
      if (fault === undefined) return source;
      expect(source).toContain(fault[1]);
      return source.replace(fault[1], fault[2]);
    });
  }, COMPILING_MS);

  it('the error names the kernel, the column and the offset in it', () => {
    const spawn = { type: 'box', min: [0, 0, 0], max: [9, 9, 9] };
    const scenario = parseScenario({ name: 'full', species: [{ name: 'a', count: 64, spawn }] });
    const world = createWorld(scenario, { kernel: 'simd', maxWorkers: 1 });
    useChecked(world, faulty);
    expect(() => tick(world)).toThrow('move loads 4 bytes at 64 of front species, of 64 bytes');
    expect(() => world.twins?.bin?.(world, 0, 64, 0)).toThrow(
      /^bin stores 1 bytes at \d+ of cellCount of 0, of \d+ bytes$/,
    );
  });
});
