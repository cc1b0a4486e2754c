import { createWorld, parseScenario, stateHash, takeEvents, tick } from '@skein/core';
import { innerOf, prepareRun } from '@skein/core/internal';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { GOLDEN_SCENES } from '../../core/test/helpers/golden-scenes.ts';
import { HASH_SCENES } from '../../core/test/helpers/hash-scenes/index.ts';
import { LONG } from '../../core/test/helpers/long.ts';
import { randomWorld } from '../../core/test/helpers/random/scene.ts';
import { runsOf, seedOf } from '../../core/test/helpers/runs.ts';
import { plainly } from '../scripts/plain-thread.mjs';
import { isPlain } from '../src/browser/plain.ts';
import { LACKING } from '../src/protocol.ts';

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

/** World n has the seed SEED + n. Few random worlds are plain. */
const SEED = seedOf(20_261_128);
const RUNS = runsOf(150, 3000);

const scenes: [string, () => unknown, number][] = [
  ...HASH_SCENES.filter(({ isFirst }) => LONG || isFirst).map(
    ({ name, make }): [string, () => unknown, number] => [name, make, 30],
  ),
  ...Object.entries(GOLDEN_SCENES).map(
    ([name, { make, ticks }]): [string, () => unknown, number] => [name, make, LONG ? ticks : 30],
  ),
  ...Array.from({ length: RUNS }, (_, n): [string, () => unknown, number] => [
    `world ${SEED + n}`,
    () => randomWorld(SEED + n).scenario,
    30,
  ]),
];

it(`steps each world for which it suffices to the same hash, also random ones from seed ${SEED} on`, async () => {
  const { attachWorld, runThread } = await plainHalf();
  let plain = 0;
  for (const [name, make, ticks] of scenes) {
    const scenario = parseScenario(JSON.parse(JSON.stringify(make())));
    const world = createWorld(scenario, { maxWorkers: 1 });
    const inner = innerOf(world);
    if (!isPlain(inner)) continue;
    const alone = createWorld(scenario);
    const attached = attachWorld(inner.handle);
    try {
      while (world.tick < ticks) {
        prepareRun(inner, { workers: 1, untilTick: ticks, hash: true });
        runThread(attached, { worker: 0, spins: 1, now: () => 0 });
        takeEvents(world);
      }
    } catch (error) {
      // A command needed the whole script.
      if ((error as Error).message === LACKING && scenario.commands.length > 0) continue;
      throw error;
    }
    tick(alone, ticks);
    plain++;
    expect(stateHash(world), name).toBe(stateHash(alone));
  }
  expect(plain).toBeGreaterThan(20);
});
