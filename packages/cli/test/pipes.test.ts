import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { long } from '../../core/test/helpers/long.ts';
import { FOREVER, flock } from './scenes.ts';
import { shell, startSkein, testFolder, write } from './skein.ts';

describe('a reader that closes early', () => {
  long('ends the run quietly', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const line = `set -o pipefail; skein run '${file}' --ticks ${FOREVER} --every 1 --hash | head -n 1`;
    const { code, stdout, stderr } = await shell(line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^0 [0-9a-f]{16}\n$/);
  });

  long('also ends a run that writes rows to standard output', async () => {
    const file = write(testFolder(), 'flock.json', flock(997));
    const line = `set -o pipefail; skein run '${file}' --ticks ${FOREVER} --trajectories - | head -n 2 | wc -l`;
    const { code, stdout, stderr } = await shell(line);
    expect({ code, stderr, stdout: stdout.trim() }).toEqual({ code: 0, stderr: '', stdout: '2' });
  });

  long('does not cut off what goes to a file', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const out = join(folder, 'flock.csv');
    const line = `skein run '${file}' --ticks 50 --every 1 --hash --trajectories '${out}' | head -n 1`;
    const { stderr } = await shell(`set -o pipefail; ${line}`);
    expect(stderr).not.toContain('skein:');
    const rows = readFileSync(out, 'utf8').trimEnd().split('\n');
    expect(rows).toHaveLength(1 + 51 * 20);
  });

  long('may be gone before the help or the summary is printed', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const lines = ['skein --help', `skein run '${file}' --ticks 2`, `skein check '${file}'`];
    for (const line of lines) {
      const { code, stderr } = await shell(`set -o pipefail; (sleep 0.1; ${line}) | true`);
      expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' });
    }
  });
});

describe('a slow reader', () => {
  long('slows the run down; nothing piles up in memory', async () => {
    const file = write(testFolder(), 'flock.json', flock(9973));
    const child = startSkein([
      'run',
      file,
      '--ticks',
      FOREVER,
      '--every',
      '1',
      '--trajectories',
      '-',
    ]);
    // The test does not read: only what the pipe holds can leave the process.
    await new Promise((resolve) => child.stdout?.once('readable', resolve));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const before = residentBytes(child.pid!);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const grown = residentBytes(child.pid!) - before;
    child.kill('SIGKILL');
    expect(grown).toBeLessThan(32 * 2 ** 20);
  });
});

/** Memory of a process, from Linux' /proc. */
function residentBytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return pages * 4096;
}
