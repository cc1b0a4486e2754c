import { createWorld, parseScenario, stateHash, tick } from '@skein/core';
import { createTeam, findCard } from '@skein/worker';
import { expect, it } from 'vitest';

const adapter = await navigator.gpu?.requestAdapter();
if (!adapter) console.error('skein: no WebGPU in this browser, ITS TEST IS LEFT OUT');

const spawn = { type: 'box', min: [-9, -9, -9], max: [9, 9, 9], velocity: { speed: 3 } } as const;
const scenario = parseScenario({
  name: 'motes',
  species: [
    { name: 'mote', count: 200, maxSpeed: 4, spawn, behaviors: [{ type: 'cohesion', radius: 2 }] },
  ],
});

it.skipIf(!adapter)(
  'a team of a page steps a world on the graphics card, with the hash of the kernel "ts"',
  async () => {
    const world = createWorld(scenario);
    expect(await findCard()).toEqual({
      adapter: expect.stringMatching(/./),
      layer: expect.stringMatching(/^[a-z]+$/),
    });
    const team = await createTeam(world, { kernel: 'gpu', workers: 2 });
    expect(team.kernel).toBe('gpu');
    const run = team.run(40, { hash: true });
    const { tick: stamp } = await team.command({ type: 'remove', ids: [3] });
    const { hashes } = await run;
    await team.dispose();
    const alone = createWorld({ ...scenario, commands: [...world.log] }, { kernel: 'ts' });
    const expected = Array.from({ length: 40 }, () => {
      tick(alone);
      return stateHash(alone);
    });
    expect(hashes).toEqual(expected);
    expect(stamp).toBeLessThanOrEqual(40);
  },
  120_000,
);
