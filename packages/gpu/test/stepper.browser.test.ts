import { afterAll, expect, it } from 'vitest';
import { Device } from '../src/device.ts';
import { chooseLayer } from '../src/self-test.ts';
import { chase, checkTicks } from './helpers/check-ticks.ts';

const device = await Device.open(navigator.gpu).catch((error: unknown) => {
  console.error(`skein: no WebGPU in this browser, ITS TEST IS LEFT OUT: ${error}`);
  return undefined;
});
afterAll(() => device?.close());

it.skipIf(device === undefined)(
  'a page steps hunters and prey on a torus on the card, with the hash of the CPU',
  async () => {
    const layer = await chooseLayer(device!);
    expect(await checkTicks(device!, layer, chase, 20)).toBe(0);
  },
  120_000,
);
