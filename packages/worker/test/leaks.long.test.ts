import { readdirSync } from 'node:fs';
import { createWorld, parseScenario } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { expect, it, vi } from 'vitest';
import type { PlannedFault } from '../src/faults.ts';
import { patientTeam } from './patient-team.ts';
import { school } from './scenes.ts';

// Set by `npm run tool -- faults --leaks`.
const CYCLES = Number(process.env.SKEIN_CYCLES ?? 20);
/** One in this many teams has a stuck worker when it is disposed of. */
const STUCK = 5;

/** The host may start and end a few threads of its own at any time. */
const HOST_THREADS = 8;
const scenario = parseScenario({ ...school, species: [{ ...school.species[0], count: 203 }] });

const threads = (): number => readdirSync('/proc/self/task').length;
const handles = (): string => process.getActiveResourcesInfo().sort().join(' ');

/** The memories of all worlds, including those that were left to lost workers. */
const memories: WeakRef<ArrayBufferLike>[] = [];

/** Counts the memories that are still held after garbage collection, which may take a few turns. */
async function memoriesHeld(): Promise<number> {
  for (let turn = 0; turn < 10; turn++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return memories.filter((memory) => memory.deref() !== undefined).length;
}

/**
 * Makes a team, runs it and disposes of it. Each team has a fault: a stuck worker, or one that it recovers from.
 * Returns how long the disposal took, ms.
 */
async function cycle(number: number): Promise<number> {
  const world = createWorld(scenario, { maxWorkers: 2 });
  const note = () => memories.push(new WeakRef(innerOf(world).handle.memory.buffer));
  note();
  const stuck = number % STUCK === 0;
  const faults: PlannedFault[] = stuck
    ? [{ worker: 1, tick: 2, phase: 'steer', kind: number % 2 === 0 ? 'hang' : 'wait' }]
    : [{ worker: 0, tick: 1, phase: 'bin', kind: number % 2 === 0 ? 'exit' : 'throw' }];
  const team = await patientTeam(world, 2, { faults });
  const run = team.run(4).catch(() => {});
  if (stuck) while (world.tick < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  else await run;
  const begin = performance.now();
  await team.dispose();
  const disposedMs = performance.now() - begin;
  await run;
  note();
  return disposedMs;
}

it.runIf(process.platform === 'linux')(
  `leaves no thread, handle or memory after ${CYCLES} teams, a fifth of them stuck`,
  { timeout: 3_600_000 },
  async () => {
    const { default: v8 } = await import('node:v8');
    v8.setFlagsFromString('--expose-gc');
    const { runInNewContext } = await import('node:vm');
    globalThis.gc = runInNewContext('gc');
    for (let number = 0; number < 4; number++) await cycle(number);
    const [threadsBefore, handlesBefore] = [threads(), handles()];
    const times: number[] = [];
    for (let number = 0; number < CYCLES; number++) times.push(await cycle(number));
    times.sort((a, b) => a - b);
    console.log(
      `${CYCLES} cycles: disposal ms p50 ${times[CYCLES >> 1]?.toFixed(0)}, max ${times.at(-1)?.toFixed(0)}`,
    );
    // A leak would leave twice as many as there were cycles.
    await vi.waitFor(() => expect(threads()).toBeLessThan(threadsBefore + HOST_THREADS), 10_000);
    await vi.waitFor(() => expect(handles()).toBe(handlesBefore), 10_000);
    // The last memory may still be on the stack.
    expect(await memoriesHeld()).toBeLessThan(3);
    // A disposal gives up after 0.7 s, but a busy machine may be slow.
    expect(times[Math.floor(0.9 * CYCLES)]).toBeLessThan(1000);
  },
);
