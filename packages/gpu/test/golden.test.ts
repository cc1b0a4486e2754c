import { createWorld, type Scenario } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { afterAll, describe, expect, it } from 'vitest';
import { GOLDEN_SCENES } from '../../core/test/helpers/golden-scenes.ts';
import { LONG } from '../../core/test/helpers/long.ts';
import { chooseLayer } from '../src/self-test.ts';
import { reasonAgainst } from '../src/tick/qualify.ts';
import { checkTicks } from './helpers/check-ticks.ts';
import { openDevice } from './helpers/open-device.ts';

const device = await openDevice();
afterAll(() => device?.close());

/** What `npm test` steps: fields, and a law from data. */
const SOME = ['physarum-2003', 'particle-life'];

describe.skipIf(device === undefined)('GpuStepper', () => {
  const ticks = LONG ? 60 : 3;
  it(`steps the golden scenes that suit it for ${ticks} ticks`, {
    timeout: 4_000_000,
  }, async () => {
    const layer = await chooseLayer(device!);
    const stepped: string[] = [];
    for (const [name, { make }] of Object.entries(GOLDEN_SCENES)) {
      const scenario = make() as Scenario;
      if (!LONG && !SOME.includes(name)) continue;
      if (reasonAgainst(innerOf(createWorld(scenario))) !== undefined) continue;
      stepped.push(name);
      await checkTicks(device!, layer, scenario, ticks).catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`);
      });
    }
    expect(stepped).toEqual(expect.arrayContaining(SOME));
  });
});
