import { describe, expect, it, vi } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { KERNELS, readyKernels } from '../../src/tick/phase-kernels.ts';
import { prepareRun, traceOf } from '../../src/tick/run.ts';
import { runThread } from '../../src/tick/run-thread.ts';
import { tickSliced } from '../../src/tick/tick.ts';
import { WorkerClock, workerTime, workOfTick } from '../../src/tick/worker-time.ts';

const scenario = parseScenario({
  name: 'one',
  species: [{ name: 'mote', count: 5, spawn: { type: 'sphere', center: [0, 0, 0], radius: 3 } }],
});

/** A clock that each look advances by 1, 2, 3, ... ms, so that no two spans are equal. */
function growingClock(): () => number {
  let time = 0;
  let step = 0;
  return () => {
    time += ++step;
    return time;
  };
}

/** The looks of a lone worker: at the start, then at each of three barriers on coming and leaving. */
function expectedSpans(ticks: number) {
  let step = 1;
  const spans = [];
  for (let tick = 0; tick < ticks; tick++) {
    const [a, b, c, d, e, f] = [++step, ++step, ++step, ++step, ++step, ++step];
    // At the last barrier it runs the phases that run once: that is work.
    spans.push({ workMs: a! + c! + e! + f!, waitMs: b! + d! });
  }
  return spans;
}

describe('workerTime', () => {
  it('divides each tick into work and waiting, exactly', () => {
    const world = createWorld(scenario, { maxWorkers: 3 });
    prepareRun(world, { workers: 1, untilTick: 3, hash: false });
    runThread(world, { worker: 0, spins: 0, now: growingClock() });
    const spans = expectedSpans(3);
    const sum = (key: 'workMs' | 'waitMs') => spans.reduce((total, span) => total + span[key], 0);
    expect(workerTime(world, 0)).toEqual({
      tick: spans[2],
      run: { workMs: sum('workMs'), waitMs: sum('waitMs') },
    });
    const tickMs = spans.map((s) => s.workMs + s.waitMs);
    expect([...traceOf(world, 0, 3).tickMs]).toEqual(tickMs);
    expect([...traceOf(world, 2, 3).tickMs]).toEqual(tickMs.slice(2));
    const none = { workMs: 0, waitMs: 0 };
    expect(workerTime(world, 1)).toEqual({ tick: none, run: none });
  });

  it('forgets a run when the next begins', () => {
    const world = createWorld(scenario);
    for (const untilTick of [2, 3]) {
      prepareRun(world, { workers: 1, untilTick, hash: false });
      runThread(world, { worker: 0, spins: 0, now: growingClock() });
    }
    expect(workerTime(world, 0).run).toEqual(expectedSpans(1)[0]);
    prepareRun(world, { workers: 1, untilTick: 9, hash: false });
    const none = { workMs: 0, waitMs: 0 };
    expect(workerTime(world, 0)).toEqual({ tick: none, run: none });
  });
});

describe('workOfTick', () => {
  it('is the work of a tick so far, or that of the previous tick if it is more', () => {
    const world = createWorld(scenario, { maxWorkers: 4 });
    prepareRun(world, { workers: 3, untilTick: 9, hash: false });
    const clockAt = (worker: number, ...looks: number[]) =>
      new WorkerClock(world, worker, () => looks.shift()!);
    // Work of 5, then of 3 so far, of 3 + 1, and of 3 + 3.
    const slow = clockAt(0, 0, 5, 6, 9, 20, 21, 22, 24);
    slow.arrive();
    slow.leave(false);
    slow.endTick();
    slow.arrive();
    expect(workOfTick(world)).toEqual([3, 0, 0]);
    slow.leave(false);
    slow.arrive();
    expect(workOfTick(world)).toEqual([4, 0, 0]);
    slow.leave(false);
    slow.arrive();
    // Work of 4, then of 9 so far.
    const halted = clockAt(1, 0, 4, 6, 15);
    halted.arrive();
    halted.leave(false);
    halted.endTick();
    halted.arrive();
    // A first tick.
    clockAt(2, 1, 8).arrive();
    expect(workOfTick(world)).toEqual([5, 4, 7]);
  });
});

it('tickSliced runs the phase settle once, with three workers', () => {
  const world = createWorld(scenario);
  const settled = vi.fn(KERNELS.settle);
  readyKernels(world);
  world.twins.settle = settled;
  tickSliced(world, [2, 0, 1]);
  expect(settled).toHaveBeenCalledTimes(1);
});

it('tickSliced reports each phase once, in order', () => {
  const told: string[] = [];
  tickSliced(createWorld(scenario), [2, 0, 1], (phase) => told.push(phase));
  expect(told).toEqual(['steer', 'integrate', 'launch', 'bin', 'prefixSum', 'scatter', 'settle']);
});
