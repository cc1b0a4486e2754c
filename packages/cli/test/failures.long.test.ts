import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReplay } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { FOREVER, flock } from './scenes.ts';
import { ended, SKEIN, skein, start, testFolder, write } from './skein.ts';

const LOSE_WORKER = new URL('./lose-worker.mjs', import.meta.url).href;
const BREAK_ALL = new URL('./break-all.mjs', import.meta.url).href;

describe('a worker that is lost in the middle of a run', () => {
  it('costs only time: the output has the same bytes, with a notice', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const args = ['run', file, '--ticks', '1500', '--every', '50', '--workers', '2', '--hash'];
    const expected = await skein(args);
    const found = await ended(start(process.execPath, ['--import', LOSE_WORKER, SKEIN, ...args]));
    const samples = (stdout: string) => stdout.split('\n').filter((line) => /^\d+ /.test(line));
    expect(samples(found.stdout)).toHaveLength(31);
    expect(samples(found.stdout)).toEqual(samples(expected.stdout));
    expect(found.code).toBe(0);
    expect(found.stderr).toMatch(
      /^skein: Worker \d of 2 was lost \([^\n]*\btick \d+\. The remaining work is done by 1 worker until another/m,
    );
    expect(expected.stderr).not.toMatch(/lost/);
  });

  it('ends the command if it is lost repeatedly, and what was written stays', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const [out, recorded] = [join(folder, 'out.csv'), join(folder, 'flock.replay')];
    const args = ['run', file, '--ticks', FOREVER, '--every', '5', '--workers', '2', '--json'];
    const { code, stdout, stderr } = await ended(
      start(process.execPath, [
        '--import',
        BREAK_ALL,
        SKEIN,
        ...args,
        '--trajectories',
        out,
        '--record',
        recorded,
      ]),
    );
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
      /^skein: The calling thread was lost.*broken/,
    );
    const csv = readFileSync(out, 'utf8');
    expect(csv.length).toBeGreaterThan(1000);
    expect((csv.trimEnd().split('\n').length - 1) % 20).toBe(0);
    const { hashes } = readReplay(readFileSync(recorded));
    const { tick } = hashes.at(-1)!;
    expect(stderr).toContain(`the replay up to tick ${tick} is in ${recorded}\n`);
    expect((await skein(['replay', recorded, '--verify'])).code).toBe(0);
  });
});
