import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createWorld, parseScenario, stateHash, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { LONG, long } from '../../core/test/helpers/long.ts';
import { FOREVER, flock } from './scenes.ts';
import { ended, startSkein, testFolder, write } from './skein.ts';

/** Waits until a command has printed the given number of lines. */
function lines(stream: Readable | null, count: number): Promise<void> {
  let seen = 0;
  return new Promise((resolve) => {
    stream?.on('data', (chunk: Buffer) => {
      seen += chunk.toString().split('\n').length - 1;
      if (seen >= count) resolve();
    });
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('Ctrl-C', () => {
  it('ends a run cleanly: whole rows, the last state, a summary', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const out = join(folder, 'flock.csv');
    const args = ['run', file, '--ticks', FOREVER, '--every', '7', '--trajectories', out];
    const child = startSkein([...args, '--hash', '--json', '--workers', LONG ? '2' : '1']);
    const end = ended(child);
    await lines(child.stdout, 5);
    child.kill('SIGINT');
    const { code, signal, stdout, stderr } = await end;
    expect({ code, signal }).toEqual({ code: 130, signal: null });
    expect(stderr).toMatch(
      /^skein: interrupted at tick \d+: ending cleanly; press Ctrl-C again to end at once\n$/,
    );

    const printed = stdout.trimEnd().split('\n');
    const summary = JSON.parse(printed.pop()!);
    expect(summary.interrupted).toBe(true);
    const world = createWorld(parseScenario(flock()));
    tick(world, summary.ticks);
    expect(summary.hash).toBe(stateHash(world));
    expect(printed.at(-1)).toBe(`${summary.ticks} ${summary.hash}`);

    const csv = readFileSync(out, 'utf8');
    expect(csv.endsWith('\n')).toBe(true);
    const rows = csv.trimEnd().split('\n').slice(1);
    expect(rows).toHaveLength(printed.length * 20);
    expect(rows.every((row) => row.split(',').length === 10)).toBe(true);
    expect(rows.at(-1)).toMatch(new RegExp(`^${summary.ticks},19,hawk,`));
  });

  long('ends a run without samples within a moment', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    // --every on its own makes it print something before the first tick.
    const child = startSkein(['run', file, '--ticks', FOREVER, '--every', '1']);
    const end = ended(child);
    await lines(child.stderr, 1);
    await pause(500);
    child.kill('SIGINT');
    const { code, stdout } = await end;
    expect(code).toBe(130);
    expect(stdout).toMatch(/^small-flock: \d+ ticks, .+, interrupted\n/);
  });

  long('ends at once if pressed twice, even if the reader has stopped reading', async () => {
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
    const exit = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    // The output stays in the pipe, since the test does not read it.
    await new Promise((resolve) => child.stdout?.once('readable', resolve));
    child.kill('SIGINT');
    await lines(child.stderr, 1);
    await pause(500);
    expect(child.exitCode ?? child.signalCode).toBeNull();
    child.kill('SIGINT');
    expect(await exit).toBe('SIGINT');
  });

  long('counts once if one press delivers it twice', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const child = startSkein(['run', file, '--ticks', FOREVER, '--every', '1', '--hash', '--json']);
    const end = ended(child);
    await lines(child.stdout, 5);
    child.kill('SIGINT');
    await pause(5);
    child.kill('SIGINT');
    const { code, signal, stdout } = await end;
    // It may arrive once all is written and Node no longer handles signals: a shell sees 130 then, too.
    expect(signal === 'SIGINT' || code === 130).toBe(true);
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1)!).interrupted).toBe(true);
  });
});

describe('SIGTERM', () => {
  long('also ends a run cleanly', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const child = startSkein(['run', file, '--ticks', FOREVER, '--every', '1', '--hash', '--json']);
    const end = ended(child);
    await lines(child.stdout, 5);
    child.kill('SIGTERM');
    const { code, stdout } = await end;
    expect(code).toBe(143);
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1)!).interrupted).toBe(true);
  });
});
