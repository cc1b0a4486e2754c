import { afterAll, describe, expect, it } from 'vitest';
import { runsOf, seedOf } from '../../core/test/helpers/runs.ts';
import { chooseLayer } from '../src/self-test.ts';
import { checkTicks } from './helpers/check-ticks.ts';
import { openDevice } from './helpers/open-device.ts';
import { suitedWorld } from './helpers/suited-world.ts';

const device = await openDevice();
afterAll(() => device?.close());

/** Priorities with a law that stages, and with one that replaces the forces before it. */
const ONCE_WRONG = [13, 1171];

describe.skipIf(device === undefined)('GpuStepper', () => {
  const runs = runsOf(6, 600);
  const seed = seedOf(20_261_128);
  it(`steps those of ${runs} random worlds from ${seed} on that suit it to the bit`, {
    timeout: 60_000 + 20_000 * runs,
  }, async () => {
    const layer = await chooseLayer(device!);
    let suited = 0;
    const seeds = Array.from({ length: runs }, (_, k) => seed + k);
    for (const own of [...ONCE_WRONG, ...seeds]) {
      const scenario = suitedWorld(own);
      if (scenario === undefined) continue;
      suited++;
      await checkTicks(device!, layer, scenario, 12).catch((error: Error) => {
        throw new Error(`world ${own}: ${error.message}`);
      });
    }
    expect(suited).toBeGreaterThan(runs / 8);
  });
});
