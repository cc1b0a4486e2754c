import { expect, it } from 'vitest';
import { LONG, someOf } from '../helpers/long.ts';
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

/** In `npm test` a sixteenth of them; `npm run tool -- fuzz` tries any number. */
const COUNTS = {
  scenario: 400,
  scene: 8,
  map: 2500,
  snapshot: 500,
  replay: 400,
  command: 600,
} as const;
const MANY = 25;
/** One in so many of the scenarios that mutation begins with, in `npm test`. */
const SHARE: Readonly<Record<string, number>> = { scenario: 4, scene: 11 };
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
    Math.ceil(COUNTS[name as keyof typeof COUNTS] / (LONG ? 1 : 16)),
  );
  it(
    `${name}: any input is refused with a typed error or works, seed ${settings.seed}`,
    async () => {
      const whole = make() as ReturnType<typeof scenarioTarget>;
      if (file !== undefined) return repeat(whole, file);
      // What mutation begins with is tried first, which takes longer than a few mutations of it.
      const corpus = settings.guided ? whole.corpus : someOf(whole.corpus, SHARE[name] ?? 1);
      const target = { ...whole, corpus };
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
