import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWorld, parseScenario, snapshot, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
// The same module as that of the program.
import { Device } from '../../gpu/dist/index.js';
import { openDevice } from '../../gpu/test/helpers/open-device.ts';
import { makeProductsWrong } from '../../gpu/test/helpers/wrong-products.ts';
import { ended, SKEIN, skein, start, testFolder, write } from './skein.ts';

const device = await openDevice();
device?.close();

const spawn = { type: 'box', min: [-9, -9], max: [9, 9], velocity: { speed: 3 } };
const ants = {
  ...{ name: 'ants', dimensions: 2, seed: 8 },
  bounds: { type: 'wrap', min: [-10, -10], max: [10, 10] },
  species: [
    { name: 'ant', count: 61, maxSpeed: 4, spawn, behaviors: [{ type: 'wander', weight: 3 }] },
  ],
  commands: [{ tick: 7, type: 'remove', ids: [3] }],
};

// A card in software compiles code for seconds, and more on a busy machine.
const timeout = 300_000;

describe.skipIf(device === undefined)('--kernel gpu', { timeout }, () => {
  function run(kernel: string, ...args: string[]) {
    const file = write(testFolder(), 'ants.json', ants);
    return skein(['run', file, '--ticks', '20', '--workers', '2', '--kernel', kernel, ...args]);
  }

  it('prints the same hashes, repeats each tick, and says what it used', async () => {
    const samples = ['--hash', '--every', '3', '--json'];
    const [ts, gpu] = [await run('ts', ...samples), await run('gpu', '--heavy', ...samples)];
    expect({ code: gpu.code, stderr: gpu.stderr }).toEqual({ code: 0, stderr: '' });
    const [expected, found] = [ts, gpu].map(({ stdout }) => stdout.trim().split('\n'));
    expect(found.slice(0, -1)).toEqual(expected.slice(0, -1));
    expect(found).toHaveLength(9);
    expect(JSON.parse(found.at(-1)!)).toMatchObject({ kernel: 'gpu', workers: 2, heavyTicks: 20 });
  });

  it('saves snapshots and replays with which the CPU agrees, and plays those of the CPU', async () => {
    const folder = testFolder();
    const [snapshot, ofCard, ofCpu] = ['a.skein', 'a.replay', 'b.replay'].map((name) =>
      join(folder, name),
    );
    expect((await run('gpu', '--save', snapshot, '--record', ofCard)).code).toBe(0);
    const on = ['--ticks', '40', '--record', ofCpu, '--kernel'];
    expect((await skein(['run', '--resume', snapshot, ...on, 'ts'])).code).toBe(0);
    for (const [recorded, kernel] of [
      [ofCard, 'ts'],
      [ofCpu, 'gpu'],
    ]) {
      const replay = ['replay', recorded, '--verify', '--workers', '1', '--kernel', kernel];
      const { code, stdout } = await skein(replay);
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^agrees: ticks \d+ to \d+, \d+ hashes/),
      });
    }
  });

  it('refuses a scenario that does not suit it with code 1, in one line', async () => {
    const walled = { ...ants, obstacles: [{ type: 'sphere', center: [0, 0], radius: 1 }] };
    const file = write(testFolder(), 'walled.json', walled);
    expect(await skein(['run', file, '--kernel', 'gpu'])).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: 'skein: The kernel "gpu" cannot step this world: the scenario has "obstacles".\n',
    });
  });

  it('ends with code 7 if it differs, in one line', async () => {
    const end = makeProductsWrong(Device);
    const world = createWorld(parseScenario(ants));
    tick(world, 995);
    const file = join(testFolder(), 'ants.skein');
    writeFileSync(file, snapshot(world));
    const ended = await skein(['run', '--resume', file, '--ticks', '1010', '--kernel', 'gpu']);
    end();
    expect(ended).toMatchObject({
      ...{ code: 7, stdout: '' },
      stderr: expect.stringMatching(/^skein: The adapter .* at tick 1000, .* tick before\.\n$/),
    });
  });

  it('is listed with its adapter and its layer', async () => {
    const { stdout } = await skein(['kernels']);
    expect(stdout).toMatch(/^ts {4}TypeScript\nsimd .*\(auto\)\ngpu {3}.+, layer \w+\n$/);
    const { gpu, ...rest } = JSON.parse((await skein(['kernels', '--json'])).stdout);
    expect(rest).toEqual({ kernels: ['ts', 'simd'], auto: 'simd' });
    expect(gpu.adapter).not.toBe('');
  });
});

describe('without the package webgpu', () => {
  const hooks = fileURLToPath(new URL('without-webgpu.mjs', import.meta.url));
  const missing =
    'The kernel "gpu" needs the package "webgpu" in Node, which is not installed: npm install webgpu.\n';
  const without = (args: readonly string[]) =>
    ended(start(process.execPath, ['--import', hooks, SKEIN, ...args]));

  it('a run ends with code 4, in one line that says what to install', async () => {
    const file = write(testFolder(), 'ants.json', ants);
    expect(await without(['run', file, '--kernel', 'gpu'])).toMatchObject({
      ...{ code: 4, stdout: '', stderr: `skein: ${missing}` },
    });
  });

  it('the list of kernels says so', async () => {
    const { code, stdout } = await without(['kernels']);
    expect({ code, last: stdout.split('gpu   ')[1] }).toEqual({ code: 0, last: missing });
  });
});
