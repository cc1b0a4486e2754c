import { readFileSync } from 'node:fs';
import { createWorld, parseScenarioText, stateHash, tick } from '@skein/core';
import { tickSliced } from '@skein/core/internal';
import { beforeAll, describe, expect, it } from 'vitest';
import { LONG, someOf } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';
import { hashDifference } from './scenes.ts';

const file = new URL('../../../scenarios/swarm-100k.json', import.meta.url);
const scenario = parseScenarioText(readFileSync(file, 'utf8'));

/** SKEIN_TICKS sets more, such as 600. Ten times as many ticks would rarely find more in an ordinary test run. */
const TICKS = Number(process.env.SKEIN_TICKS ?? (LONG ? 60 : 10));

/** Numbers 0 to `count` - 1 in an order that changes with `seed`. */
function shuffled(count: number, seed: number): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  let state = seed;
  for (let last = count - 1; last > 0; last--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

describe(`swarm-100k, ${TICKS} ticks`, { timeout: 300_000 }, () => {
  const expected: string[] = [];

  // Steps the world on one thread, in 1 to 7 slices in shuffled order, like that many workers.
  beforeAll(() => {
    const world = createWorld(scenario);
    for (let t = 0; t < TICKS; t++) {
      tickSliced(world, shuffled(1 + (t % 7), t));
      expected.push(stateHash(world));
    }
  }, 300_000);

  it.each(someOf([3, 1, 2, 5, 8], 5))(
    '%i workers have the hash of shuffled slices at each tick',
    async (workers) => {
      const world = createWorld(scenario);
      await using team = await patientTeam(world, workers);
      const report = await team.run(TICKS, { hash: true });
      expect(hashDifference(report.hashes, expected)).toBeUndefined();
      const times = [...report.tickMs].sort((a, b) => a - b);
      console.log(
        `swarm-100k, ${workers} workers: ${times[TICKS >> 1].toFixed(1)} ms per tick, median`,
      );
    },
  );

  it('the TypeScript kernel has the same hashes, 5 ticks', () => {
    const world = createWorld(scenario, { kernel: 'ts' });
    for (let t = 0; t < 5; t++) {
      tick(world);
      expect(stateHash(world), `tick ${t + 1}`).toBe(expected[t]);
    }
  });
});
