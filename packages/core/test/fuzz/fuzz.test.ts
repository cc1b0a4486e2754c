import { expect, it } from 'vitest';
import { LONG } from '../helpers/long.ts';
import { fuzz, repeat } from './fuzzer.ts';
import { sceneTarget } from './scene-target.ts';
import { fuzzSettings } from './settings.ts';
import {
  commandTarget,
  mapTarget,
  replayTarget,
  scenarioTarget,
  snapshotTarget,
} from './targets.ts';

/** In `npm test` an eighth of them; `npm run tool -- fuzz` tries any number. */
const COUNTS = {
  scenario: 400,
  scene: 8,
  map: 2500,
  snapshot: 500,
  replay: 400,
  command: 600,
} as const;
const MANY = 50;
const TARGETS = {
  scenario: scenarioTarget,
  scene: sceneTarget,
  map: mapTarget,
  snapshot: snapshotTarget,
  replay: replayTarget,
  command: commandTarget,
} as const;

for (const [name, make] of Object.entries(TARGETS)) {
  const { file, timeoutMs, ...settings } = fuzzSettings(
    COUNTS[name as keyof typeof COUNTS] / (LONG ? 1 : 8),
  );
  it(
    `${name}: any input is refused with a typed error or works, seed ${settings.seed}`,
    async () => {
      const target = make() as ReturnType<typeof scenarioTarget>;
      if (file !== undefined) return repeat(target, file);
      const tally = await fuzz(target, settings);
      console.info(name, tally);
      // A handful of scenes may all be right.
      if (tally.cases >= MANY) expect(tally.refused).toBeGreaterThan(tally.cases / 8);
      expect(tally.refused).toBeLessThan(tally.cases);
      if (settings.guided) expect(tally.kept).toBeGreaterThan(0);
    },
    timeoutMs,
  );
}
