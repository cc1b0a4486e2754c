import { expect, it } from 'vitest';
import { COMMANDS } from '../../src/commands/index.ts';
import { BEHAVIOR_TYPES } from '../../src/scenario/schema.ts';
import { checkWorld, Tally } from '../helpers/check-world.ts';
import { smallest } from '../helpers/random/reduce.ts';
import { type RandomWorld, randomWorld } from '../helpers/random/scene.ts';
import { IS_USUAL, runsOf, seedOf } from '../helpers/runs.ts';

/** World n of a run has the seed SEED + n. */
const SEED = seedOf(20_261_201);
const RUNS = runsOf(120, 2000);

/** What a world has that others may not have: its kinds of behaviors and of commands from outside. */
function kindsIn({ scenario, given }: RandomWorld): string[] {
  const species = scenario.species as { behaviors: { type: string }[] }[];
  const behaviors = species.flatMap((species) => species.behaviors.map(({ type }) => type));
  return [...behaviors, ...given.map((one) => one.command.type as string)];
}

/** `npm test` leaves out a world all of whose kinds are in two worlds before it. */
function isNew(world: RandomWorld, had: Map<string, number>): boolean {
  const kinds = new Set(kindsIn(world));
  if (IS_USUAL && [...kinds].every((kind) => (had.get(kind) ?? 0) >= 2)) return false;
  for (const kind of kinds) had.set(kind, (had.get(kind) ?? 0) + 1);
  return true;
}

/** How long a world that fails is made smaller. */
const SHRINKING_MS = 120_000;

it(
  `random worlds agree in all ways of stepping, saving and replaying them, ${RUNS} from seed ${SEED} on`,
  async () => {
    const tally = new Tally();
    const had = new Map<string, number>();
    let said = performance.now();
    for (let seed = SEED; seed < SEED + RUNS; seed++) {
      const world = randomWorld(seed);
      if (!isNew(world, had)) continue;
      try {
        await checkWorld(world, tally);
      } catch (error) {
        const found = await smallest(world, error as Error, checkWorld, SHRINKING_MS);
        expect.fail(`world ${seed}: ${found.error.message}\n${JSON.stringify(found.world)}`);
      }
      if (performance.now() - said < 30_000) continue;
      said = performance.now();
      process.stdout.write(`${seed - SEED + 1} of ${RUNS} worlds from seed ${SEED} on\n`);
    }
    // Fewer need not have everything.
    if (RUNS < 120) return;
    expect(tally.alive).toBeGreaterThan(80 * tally.worlds);
    for (const type of Object.keys(COMMANDS)) {
      expect(tally.commands.get(type), type).toBeGreaterThan(1);
    }
    for (const type of [...BEHAVIOR_TYPES, 'law']) {
      expect(tally.behaviors.get(type), type).toBeGreaterThan(0);
    }
  },
  60_000 + SHRINKING_MS + 3000 * RUNS,
);
