import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { prepareRun, runThread, traceOf } from '../../src/tick/thread.ts';
import { tickSliced } from '../../src/tick/tick.ts';
import { workerTime } from '../../src/tick/worker-time.ts';

const one = parseScenario({
  name: 'one',
  species: [{ name: 'mote', count: 5, spawn: { type: 'sphere', center: [0, 0, 0], radius: 3 } }],
});

/** A clock that each look moves on by 1, 2, 3, ... ms, so that no two spans are alike. */
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
    // At the last barrier it does what is done once: that is work.
    spans.push({ workMs: a! + c! + e! + f!, waitMs: b! + d! });
  }
  return spans;
}

describe('workerTime', () => {
  it('parts each tick into work and waiting, exactly', () => {
    const world = createWorld(one, { maxWorkers: 3 });
    prepareRun(world, { workers: 1, untilTick: 3, hash: false });
    runThread(world, { worker: 0, spins: 0, now: growingClock() });
    const spans = expectedSpans(3);
    const sum = (key: 'workMs' | 'waitMs') => spans.reduce((total, span) => total + span[key], 0);
    expect(workerTime(world, 0)).toEqual({
      tick: spans[2],
      run: { workMs: sum('workMs'), waitMs: sum('waitMs') },
    });
    expect([...traceOf(world, 0, 3).tickMs]).toEqual(spans.map((s) => s.workMs + s.waitMs));
    const none = { workMs: 0, waitMs: 0 };
    expect(workerTime(world, 1)).toEqual({ tick: none, run: none });
  });

  it('forgets a run when the next begins', () => {
    const world = createWorld(one);
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

it('tickSliced tells each phase once, when all workers have done it', () => {
  const told: string[] = [];
  tickSliced(createWorld(one), [2, 0, 1], (phase) => told.push(phase));
  expect(told).toEqual([
    'steer',
    'integrate',
    'launch',
    'countBirths',
    'bin',
    'prefixSum',
    'writeBirths',
    'scatter',
    'settle',
  ]);
});
