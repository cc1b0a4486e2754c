import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMMANDS } from '../../src/commands/index.ts';
import { BEHAVIOR_TYPES } from '../../src/scenario/schema.ts';
import { checkWorld, Tally } from '../helpers/check-world.ts';
import { worlds } from '../helpers/random-scenarios.ts';
import { runsOf, seedOf } from '../helpers/runs.ts';

const SEED = seedOf(20_261_126);
const RUNS = runsOf(300, 2000);

it(
  `random worlds agree in all ways of stepping, saving and replaying them, seed ${SEED}`,
  async () => {
    const tally = new Tally();
    const property = fc.asyncProperty(worlds, (world) => checkWorld(world, tally));
    const found = await fc.check(property, { seed: SEED, numRuns: RUNS });
    if (found.failed) {
      const [world] = found.counterexample!;
      const file = process.env.SKEIN_WORLD_FILE;
      if (file !== undefined) writeFileSync(file, JSON.stringify(world, null, 1));
      const shrunk = file === undefined ? JSON.stringify(world) : file;
      expect.fail(`seed ${SEED}, run ${found.numRuns}: ${found.errorInstance}\n${shrunk}`);
    }
    expect(tally.alive).toBeGreaterThan(50 * RUNS);
    for (const type of Object.keys(COMMANDS))
      expect(tally.commands.get(type), type).toBeGreaterThan(1);
    for (const type of [...BEHAVIOR_TYPES, 'law'])
      expect(tally.behaviors.get(type), type).toBeGreaterThan(1);
  },
  60_000 + 1000 * RUNS,
);
