import { afterAll, describe, expect, it } from 'vitest';
import { runsOf, seedOf } from '../../core/test/helpers/runs.ts';
import { chooseLayer } from '../src/self-test.ts';
import { checkTicks } from './helpers/check-ticks.ts';
import { openDevice } from './helpers/open-device.ts';
import { suitedWorld } from './helpers/suited-world.ts';

const device = await openDevice();
afterAll(() => device?.close());

describe.skipIf(device === undefined)('GpuStepper', () => {
  const runs = runsOf(8, 600);
  const seed = seedOf(20_261_128);
  it(`steps those of ${runs} random worlds from ${seed} on that suit it to the bit`, {
    timeout: 60_000 + 20_000 * runs,
  }, async () => {
    const layer = await chooseLayer(device!);
    let suited = 0;
    for (let own = seed; own < seed + runs; own++) {
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
