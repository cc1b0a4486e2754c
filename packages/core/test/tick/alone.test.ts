import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import type { Fault } from '../../src/tick/fault.ts';
import { KERNELS, readyKernels } from '../../src/tick/phase-kernels.ts';
import { type Phase, PIPELINE } from '../../src/tick/pipeline.ts';
import {
  interruptRun,
  poisonRun,
  prepareRun,
  traceOf,
  workerProgress,
} from '../../src/tick/run.ts';
import { runThread } from '../../src/tick/run-thread.ts';
import { beginSideTask, SIDE_TASKS } from '../../src/tick/side-task.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { WORD } from '../../src/world/layout.ts';
import { eventsPerTick, TRACE_TICKS } from '../../src/world/sizes.ts';
import type { World } from '../../src/world/world.ts';

// A team of one on the calling thread: what each worker does by itself.

/** The phases of a world in which a species is sought. */
const SEEKING = (PIPELINE as readonly Phase[]).filter(
  ({ needs }) => needs === undefined || needs === 'trees',
);
const PLAIN = SEEKING.filter(({ needs }) => needs === undefined);

function worldOf(count: number, more: object[] = []): World {
  const spawn = { type: 'sphere', center: [0, 0, 0], radius: 30, velocity: { speed: 2 } };
  const behaviors = [{ type: 'separation', radius: 3 }, ...more];
  // An agent that may die may raise an event in each tick.
  const species = [{ name: 'mote', count, maxSpeed: 9, lifetime: 1000, spawn, behaviors }];
  return createWorld(parseScenario({ name: 'alone', seed: 3, species }));
}

function run(
  world: World,
  untilTick: number,
  { hash = false, inject = undefined as Fault | undefined } = {},
) {
  prepareRun(world, { workers: 1, untilTick, hash });
  return runThread(world, { worker: 0, spins: 0, now: () => 0, inject });
}

describe('progress', () => {
  const PHASES = PLAIN.length;

  it.each([
    // Its one species has a walk over neighbors, and a behavior.
    ['each phase and each step of steer', 5, false, PHASES - 1 + 2],
    ['each phase, hashes too', 5, true, PHASES + 2],
    ['each 256 agents of steer', 1100, false, PHASES - 1 + 5 * (1 + 2)],
  ])('a tick shows a sign of life for %s', (_, count, hash, beats) => {
    const world = worldOf(count);
    run(world, 1, { hash });
    const { name } = PIPELINE.at(-1)!;
    const first = { beat: beats, tick: 0, phase: name, waiting: false };
    expect(workerProgress(world, 0)).toEqual(first);
    expect(workerProgress(world, 1)).toMatchObject({ beat: 0, tick: 0 });
    run(world, 3, { hash });
    expect(workerProgress(world, 0)).toEqual({ ...first, beat: 2 * beats, tick: 2 });
  });

  it('names a side task while it is done', () => {
    const world = worldOf(5);
    for (const name of SIDE_TASKS) {
      beginSideTask(world, name, 1, undefined);
      expect(workerProgress(world, 1).phase).toBe(name);
    }
  });

  it('shows a sign of life for each route and each flow field', () => {
    const targets = [1, 3, 7].map((x, k) => ({ name: `t${k}`, position: [x, 2, 0] }));
    const spawn = { type: 'box', min: [0, 0, 0], max: [9, 5, 0] };
    const species = (['navigate', 'flowField'] as const).flatMap((type) =>
      targets.map(({ name: target }) => {
        const behaviors = [{ type, target }];
        return { name: `${type}-${target}`, count: 2, maxSpeed: 1, spawn, behaviors };
      }),
    );
    const map = { rows: Array(5).fill('.........') };
    const input = { name: 'ways', dimensions: 2, map, targets, species };
    const world = createWorld(parseScenario(input));
    // The fields were worked out when the world was made. A search may show more signs on its way.
    run(world, 1);
    const steered = PHASES - 1 + 6; // a behavior of each of six species
    expect(workerProgress(world, 0).beat).toBeGreaterThanOrEqual(steered + 6);
    run(world, 2);
    expect(workerProgress(world, 0).beat).toBe(steered);
    command(world, { type: 'cells', min: [4, 4, 0], max: [5, 4.5, 0], cost: 9 });
    run(world, 3);
    expect(workerProgress(world, 0).beat).toBeGreaterThanOrEqual(steered + 3);
  });

  it.each([
    [5, 1],
    [9000, 3],
  ])('shows a sign of life for each command, and in its look at %i agents', (count, signs) => {
    const [plain, commanded] = [worldOf(count), worldOf(count)];
    for (let k = 0; k < 7; k++) {
      command(commanded, { type: 'remove', sphere: { center: [900 + k, 0, 0], radius: 1 } });
    }
    for (const world of [plain, commanded]) run(world, 1);
    // They are carried out in `launch` and in `settle`.
    expect(workerProgress(commanded, 0).beat).toBe(workerProgress(plain, 0).beat + 2 * 7 * signs);
  });

  it('is reset when the next run is prepared', () => {
    const world = worldOf(5);
    run(world, 2);
    prepareRun(world, { workers: 1, untilTick: 4, hash: false });
    const { name: phase } = PIPELINE[0];
    expect(workerProgress(world, 0)).toEqual({ beat: 0, tick: 0, phase, waiting: false });
  });

  it.each(SEEKING.map(({ name }) => name))('names %s while it is done', (phase) => {
    const world = worldOf(5, [{ type: 'evade', quarry: 'mote', sight: 2 }]);
    const seen: object[] = [];
    const look = () => seen.push(workerProgress(world, 0));
    run(world, 4, { hash: true, inject: { tick: 2, phase, run: look } });
    expect(seen).toMatchObject([{ tick: 2, phase, waiting: false }]);
  });

  it('says that it waits at a barrier, and only there', () => {
    const world = worldOf(5, [{ type: 'evade', quarry: 'mote', sight: 2 }]);
    for (const { name: phase, barrier } of SEEKING) {
      const seen: boolean[] = [];
      const stop = () => {
        seen.push(workerProgress(world, 0).waiting);
        poisonRun(world);
      };
      const { tick: from } = world;
      run(world, from + 2, { inject: { tick: from, phase, arrived: true, run: stop } });
      expect(seen, phase).toEqual(barrier ? [true] : []);
    }
  });
});

describe('a run', () => {
  it('ends at its last tick, or where the trace is full', () => {
    const world = worldOf(5);
    expect(run(world, 7)).toBe('done');
    expect(world.tick).toBe(7);
    for (const [untilTick, end] of [
      [7 + TRACE_TICKS, 7 + TRACE_TICKS],
      [8 + TRACE_TICKS, 7 + TRACE_TICKS],
      [9, 9],
    ]) {
      prepareRun(world, { workers: 1, untilTick: untilTick!, hash: false });
      expect(world.control.word[WORD.until]).toBe(end);
    }
  });

  it.each([
    ['enough room', 0, 9],
    ['too little room', 1, 1],
  ])('ends before the ring of events is full: %s for one more tick', (_, less, end) => {
    const world = worldOf(5);
    const { word, eventTick } = world.control;
    // As if this many had been raised since the run began.
    const raise = () => {
      word[WORD.eventsTaken] = eventsPerTick(world.plan) - less - eventTick.length;
    };
    const inject = { tick: 0, phase: 'steer', arrived: false, run: raise };
    expect(eventsPerTick(world.plan)).toBeGreaterThan(0);
    expect(run(world, 9, { inject })).toBe('done');
    expect(world.tick).toBe(end);
  });

  it('begins with an empty ring of events, even if those of the last run were not taken', () => {
    const world = worldOf(5);
    const { word, eventTick } = world.control;
    const left = eventTick.length - 1;
    // As if this many had been raised, and none taken.
    word[WORD.eventsTaken] = -left;
    expect(run(world, 9)).toBe('done');
    expect(world.tick).toBe(9);
    expect(takeEvents(world)).toHaveLength(left);
  });

  it.each([
    [1000, [0, 256, 512, 768, 1000]],
    [1024, [0, 256, 512, 768, 1024]],
    [256, [0, 256]],
  ])('does steer for each of %i agents once, in blocks of 256', (count, cuts) => {
    const world = worldOf(count);
    readyKernels(world);
    const done: number[][] = [];
    world.twins.steer = (shared, begin, end, worker) => {
      done.push([begin, end]);
      KERNELS.steer(shared, begin, end, worker);
    };
    run(world, 1);
    expect(done).toEqual(cuts.slice(1).map((cut, k) => [cuts[k], cut]));
  });

  it('that is interrupted ends with the tick in work, and the next one does not', () => {
    const world = worldOf(5);
    const inject = { tick: 3, phase: 'steer', run: () => interruptRun(world) };
    expect(run(world, 9, { inject })).toBe('done');
    expect(world.tick).toBe(4);
    expect(run(world, 9)).toBe('done');
    expect(world.tick).toBe(9);
  });

  it.each(['bin', 'prefixSum', 'scatter'])(
    'that is poisoned at the barrier behind %s leaves the last whole tick',
    (phase) => {
      const [world, expected] = [worldOf(40), worldOf(40)];
      tick(expected, 3);
      const inject = { tick: 3, phase, arrived: true, run: () => poisonRun(world) };
      expect(run(world, 9, { inject })).toBe('aborted');
      expect([world.tick, stateHash(world)]).toEqual([3, stateHash(expected)]);
      expect(workerProgress(world, 0).waiting).toBe(false);
      tick(expected, 6);
      expect(run(world, 9)).toBe('done');
      expect(stateHash(world)).toBe(stateHash(expected));
    },
  );

  it('records the hash of each tick, and gives those of any part', () => {
    const [world, expected] = [worldOf(40), worldOf(40)];
    run(world, 6, { hash: true });
    const hashes = Array.from({ length: 6 }, () => {
      tick(expected);
      return stateHash(expected);
    });
    expect(traceOf(world, 0, 6).hashes).toEqual(hashes);
    expect(traceOf(world, 4, 6).hashes).toEqual(hashes.slice(4));
    expect(traceOf(world, 6, 6)).toEqual({ hashes: [], tickMs: new Float32Array(0) });
  });
});
