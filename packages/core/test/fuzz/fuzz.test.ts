import { expect, it } from 'vitest';
import { fuzz, repeat } from './fuzzer.ts';
import {
  commandTarget,
  mapTarget,
  replayTarget,
  scenarioTarget,
  snapshotTarget,
} from './targets.ts';

/** In `npm test`, with those of command lines about a minute; `npm run fuzz` tries as many as wanted. */
const COUNTS = {
  scenario: 3000,
  map: 20_000,
  snapshot: 4000,
  replay: 3000,
  command: 5000,
} as const;
const TARGETS = {
  scenario: scenarioTarget,
  map: mapTarget,
  snapshot: snapshotTarget,
  replay: replayTarget,
  command: commandTarget,
} as const;

const { SKEIN_FUZZ_SECONDS, SKEIN_FUZZ_COUNT, SKEIN_FUZZ_FILE, SKEIN_SEED } = process.env;
const seed = Number(SKEIN_SEED ?? 7);
const seconds = SKEIN_FUZZ_SECONDS === undefined ? undefined : Number(SKEIN_FUZZ_SECONDS);

const guided = (SKEIN_FUZZ_SECONDS ?? SKEIN_FUZZ_COUNT) !== undefined;

for (const [name, make] of Object.entries(TARGETS)) {
  const standard = COUNTS[name as keyof typeof COUNTS];
  const count = Number(
    SKEIN_FUZZ_COUNT ?? (seconds === undefined ? standard : Number.MAX_SAFE_INTEGER),
  );
  it(
    `${name}: whatever comes in is refused by type or works, seed ${seed}`,
    async () => {
      const target = make();
      if (SKEIN_FUZZ_FILE !== undefined)
        return repeat(target as ReturnType<typeof scenarioTarget>, SKEIN_FUZZ_FILE);
      const tally = await fuzz(target as ReturnType<typeof scenarioTarget>, {
        seed,
        count,
        seconds,
        guided,
      });
      console.info(name, tally);
      expect(tally.refused).toBeGreaterThan(tally.cases / 8);
      expect(tally.refused).toBeLessThan(tally.cases);
      if (guided) expect(tally.kept).toBeGreaterThan(0);
    },
    60_000 + 2000 * (seconds ?? 30),
  );
}
