import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FOREVER, flock } from './scenes.ts';
import { ended, SKEIN, start, testFolder, write } from './skein.ts';

const LOSE_WORKER = new URL('./lose-worker.mjs', import.meta.url).href;

describe('a worker that is lost in the middle of a run', () => {
  it('ends the command, and what was written stays', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const out = join(folder, 'out.csv');
    const args = ['run', file, '--ticks', FOREVER, '--every', '5', '--workers', '2', '--json'];
    const { code, stdout, stderr } = await ended(
      start(process.execPath, ['--import', LOSE_WORKER, SKEIN, ...args, '--csv', out]),
    );
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(/^skein: [^\n]*worker \d+[^\n]*\n$/i);
    expect(stderr).toMatch(/\btick \d+/);
    const csv = readFileSync(out, 'utf8');
    expect(csv.length).toBeGreaterThan(1000);
    expect((csv.trimEnd().split('\n').length - 1) % 20).toBe(0);
  });
});
