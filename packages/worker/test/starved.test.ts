import { execFileSync, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createWorld, stateHash, tick } from '@skein/core';
import { createTeam } from '@skein/worker';
import { expect, it } from 'vitest';
import { flock } from './scenes.ts';

// Set by `npm run tool -- faults --starved SECONDS`. Only Linux has the scheduling class SCHED_IDLE and `chrt`.
const SECONDS = Number(process.env.SKEIN_STARVED ?? 0);
const WORKERS = 4;
/** The number of processes that keep the cores busy. */
const BUSY = 2;

const threads = (): readonly string[] => readdirSync('/proc/self/task');

it.runIf(SECONDS > 0)(
  `counts no thread as dead that gets only the time two busy processes leave, for ${SECONDS} s`,
  { timeout: (10 * SECONDS + 300) * 1000 },
  async () => {
    const before = new Set(threads());
    const world = createWorld(flock);
    await using team = await createTeam(world, { workers: WORKERS });
    const told: string[] = [];
    team.on('fault', ({ error }) => told.push(error.message));
    for (const thread of threads()) {
      if (!before.has(thread)) execFileSync('chrt', ['--idle', '--pid', '0', thread]);
    }
    const busy = Array.from({ length: BUSY }, () => spawn(process.execPath, ['-e', 'for (;;);']));
    const control = new AbortController();
    setTimeout(() => control.abort(), SECONDS * 1000);
    const { signal } = control;
    await team.run(1_000_000, { signal });
    for (const streams of busy) streams.kill('SIGKILL');
    console.log(`${world.tick} ticks`);
    expect(told).toEqual([]);
    const expected = createWorld(flock);
    tick(expected, world.tick);
    expect(stateHash(world)).toBe(stateHash(expected));
  },
);
