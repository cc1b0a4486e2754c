import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { createWorld } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { expect, it } from 'vitest';
import { long } from '../../core/test/helpers/long.ts';
import { hostClock } from '../src/clock.ts';
import { hireThreads, startThread } from '../src/node/crew.ts';
import { startReal } from './own-host.ts';
import { school } from './scenes.ts';

const fixture = (name: string) => new URL(`./fixtures/${name}`, import.meta.url);
const world = innerOf(createWorld(school));

/** Calls `test` with a file in which threads of slow.js note what they did. */
async function withNotes(test: (read: () => string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'skein-starting-'));
  const file = join(folder, 'notes');
  writeFileSync(file, '');
  process.env.SKEIN_LOADED = file;
  try {
    await test(() => readFileSync(file, 'utf8'));
  } finally {
    delete process.env.SKEIN_LOADED;
    rmSync(folder, { recursive: true });
  }
}

it('ends a thread that is still starting only when it has loaded its modules', () =>
  withNotes(async (read) => {
    const thread = startThread(() => {}, fixture('slow.js'));
    const attached = thread.attach(world.handle).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    await thread.end();
    await attached;
    expect(read()).toBe('loaded answered ');
  }));

it('does so for every thread of a crew, whose own promise does not wait for them', () =>
  withNotes(async (read) => {
    const crew = hireThreads(world, 3, () => {}, hostClock, fixture('slow.js'));
    crew.ready.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    await crew.terminate();
    const notes = (): string[] => read().trim().split(' ');
    await expect.poll(() => notes().length, { timeout: 20_000 }).toBe(6);
    // In whatever order the threads come, none answers before it has loaded.
    let loading = 0;
    for (const note of notes()) {
      loading += note === 'loaded' ? 1 : -1;
      expect(loading).toBeGreaterThanOrEqual(0);
    }
    expect(loading).toBe(0);
  }));

it('ends a thread that has started, but got no task for lack of memory, when it has loaded', async () => {
  let ranMs = 0;
  // Listens from the start, because the thread can end before the refusal arrives here.
  const ended = new Promise((resolve) => {
    process.once('worker', (started: Worker) => {
      const { terminate } = started;
      started.terminate = () => {
        const { active, idle } = started.performance.eventLoopUtilization();
        ranMs = active + idle;
        return terminate.call(started);
      };
      started.once('exit', resolve);
    });
  });
  const { SharedArrayBuffer: whole } = globalThis;
  // piscina makes one for each thread that it has started.
  globalThis.SharedArrayBuffer = class {
    constructor() {
      throw new RangeError('no memory');
    }
  } as never;
  try {
    await expect(startReal(() => {}).attach(world.handle)).rejects.toThrow('no memory');
  } finally {
    globalThis.SharedArrayBuffer = whole;
  }
  await ended;
  expect(ranMs).toBeGreaterThan(0);
});

const CYCLES = 1000;

long(
  `the process survives ${CYCLES} teams whose threads are ended while they start`,
  {
    timeout: 3_600_000,
  },
  async () => {
    const program = fileURLToPath(fixture('ends-starts.js'));
    const child = spawn(process.execPath, [program, String(CYCLES)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (bytes: Buffer) => {
      said += String(bytes);
    });
    const end = await new Promise((resolve) => {
      child.on('close', (code, signal) => resolve({ code, signal }));
    });
    expect({ end, said }).toEqual({ end: { code: 0, signal: null }, said: `${CYCLES} cycles` });
  },
);
