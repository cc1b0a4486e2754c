import {
  createWorld,
  parseScenario,
  type Scenario,
  stateHash,
  takeEvents,
  tick,
} from '@skein/core';
import { innerOf, prepareRun } from '@skein/core/internal';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { GOLDEN_SCENES } from '../../core/test/helpers/golden-scenes.ts';
import { HASH_SCENES } from '../../core/test/helpers/hash-scenes/index.ts';
import { LONG } from '../../core/test/helpers/long.ts';
import { plainly } from '../scripts/plain-thread.mjs';
import { isPlain } from '../src/browser/plain.ts';

type Half = typeof import('@skein/core/thread');

/** What a plain thread has of core. */
async function plainHalf(): Promise<Half> {
  const input = import.meta.resolve('@skein/core/thread').replace(/node\/thread\.js$/, 'thread.js');
  const code = await plainly(async (plugin) => {
    const made = await rolldown({ input: new URL(input).pathname, plugins: [plugin] });
    const { output } = await made.generate({ format: 'esm' });
    return output[0].code;
  });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

const scenes: [string, () => Scenario, number][] = [
  ...HASH_SCENES.filter(({ isFirst }) => LONG || isFirst).map(
    ({ name, make }): [string, () => Scenario, number] => [name, make, 30],
  ),
  ...Object.entries(GOLDEN_SCENES).map(
    ([name, { make, ticks }]): [string, () => Scenario, number] => [name, make, LONG ? ticks : 30],
  ),
];

it('steps each world for which it suffices to the same hash', async () => {
  const { attachWorld, runThread } = await plainHalf();
  let plain = 0;
  for (const [name, make, ticks] of scenes) {
    const scenario = parseScenario(JSON.parse(JSON.stringify(make())));
    const world = createWorld(scenario, { maxWorkers: 1 });
    const inner = innerOf(world);
    if (!isPlain(inner)) continue;
    plain++;
    const alone = createWorld(scenario);
    const attached = attachWorld(inner.handle);
    while (world.tick < ticks) {
      prepareRun(inner, { workers: 1, untilTick: ticks, hash: true });
      runThread(attached, { worker: 0, spins: 1, now: () => 0 });
      takeEvents(world);
    }
    tick(alone, ticks);
    expect(stateHash(world), name).toBe(stateHash(alone));
  }
  expect(plain).toBeGreaterThan(20);
});
