import type { RunReport } from '@skein/worker';
import { agreed } from '../agreement.ts';
import { LoadMeter } from '../load.ts';
import { ratios, summarize } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';
import { boids, SPAWNS } from '../workload.ts';

/**
 * Returns the numbers of workers to measure: 1, 2, 4 and so on, up to twice the number of cores. The number of cores
 * and twice that number are included. Numbers above 32 are left out.
 */
function workerCounts(cores: number): number[] {
  const counts = new Set([1, cores, 2 * cores]);
  for (let workers = 2; workers < 2 * cores; workers *= 2) counts.add(workers);
  return [...counts].filter((workers) => workers <= 32).sort((a, b) => a - b);
}

/** How much longer the busiest worker worked than the mean of all workers, as a fraction of the mean. */
function imbalance({ workerTimes }: RunReport): number {
  const work = workerTimes.map(({ workMs }) => workMs);
  const mean = work.reduce((sum, ms) => sum + ms, 0) / work.length;
  return Math.max(...work) / mean - 1;
}

/** How long a worker waited at barriers in a tick, in ms, as a mean over all workers and ticks. */
function barrierMs({ workerTimes, ticks }: RunReport): number {
  return workerTimes.reduce((sum, { waitMs }) => sum + waitMs, 0) / workerTimes.length / ticks;
}

export const suite: Suite = {
  description: 'one world on 1 worker, and on up to twice as many workers as cores',
  chart: {
    kind: 'line',
    x: 'workers',
    y: 'efficiency',
    series: ['spawn'],
    log: [],
    title:
      'Time with one worker / (n x time with n workers): 1 is perfect; with more workers than cores, the ratio falls',
  },
  async *run({ quick, cores, signal }) {
    const agents = quick ? 20_000 : 100_000;
    const counts = workerCounts(cores);
    for (const spawn of SPAWNS) {
      const scenario = boids({ agents, neighbors: 30, spawn });
      // Long enough for the system to distribute the workers over the cores.
      const ticks = quick ? 30 : 12;
      await using steppers = await openAll(counts.map((workers) => ({ scenario, workers, ticks })));
      const reports = counts.map((): RunReport[] => []);
      const contenders = steppers.map((stepper, index) => ({
        async sample() {
          const ms = await stepper.sample();
          reports[index].push(stepper.report!);
          return ms;
        },
      }));
      const turns = quick ? 7 : 15;
      const meter = new LoadMeter(contenders.length);
      const samples = await inTurns(contenders, { turns, signal, meter });
      const hash = agreed(
        Object.fromEntries(steppers.map((s) => [`${s.team.workers} workers`, s.hash])),
      );
      for (const [index, workers] of counts.entries()) {
        const measured = reports[index].slice(-turns);
        const speedUp = ratios(samples[0], samples[index]);
        yield {
          labels: { agents, spawn, workers },
          unit: 'ms/tick',
          samples: samples[index],
          figures: {
            'speed-up': summarize(speedUp),
            efficiency: summarize(speedUp.map((ratio) => ratio / workers)),
            imbalance: summarize(measured.map(imbalance)),
            'barrier ms': summarize(measured.map(barrierMs)),
            ...meter.figures(index),
          },
          hash,
        };
      }
    }
  },
};
