import { Native, NativeMissingError } from '../native.ts';
import { ratios, summarize } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';
import { boids } from '../workload.ts';

const NEIGHBORS = 30;
/** The other numbers of neighbors, measured with 100,000 agents on one thread. */
const OTHER_NEIGHBORS = [17, 45];

const PROGRAMS = {
  limit: 'C++ limit',
  narrow: 'C++, four lanes',
  textbook: 'C++ textbook',
} as const;

export const suite: Suite = {
  description:
    'Skein against C++ on the same workload: the AVX2 limit, the same with four lanes, and a textbook grid',
  chart: {
    kind: 'line',
    x: 'agents',
    y: 'of the limit',
    series: ['program', 'threads', 'neighbors'],
    log: ['x', 'y'],
    title: 'Speed as a fraction of the native limit on the same number of threads',
  },
  async *run({ quick, cores, signal, notice }) {
    const cases = [...new Set([1, Math.min(2, cores)])].flatMap((threads) =>
      (quick ? [10_000] : [1000, 10_000, 100_000, 1_000_000]).flatMap((agents) =>
        (agents === 100_000 && threads === 1 ? [NEIGHBORS, ...OTHER_NEIGHBORS] : [NEIGHBORS]).map(
          (neighbors) => ({ threads, workload: { agents, neighbors } }),
        ),
      ),
    );
    for (const { threads, workload } of cases) {
      const { agents } = workload;
      const ticks = Math.max(2, Math.min(60, Math.round(600_000 / agents)));
      const natives: Native[] = [];
      try {
        // Each process runs ten times the ticks, because a process with a few short ticks would mostly measure its
        // start.
        const options = { ...workload, threads, ticks: 10 * ticks };
        natives.push(await Native.open({ ...options, variant: 'limit' }, signal));
        natives.push(await Native.open({ ...options, variant: 'narrow' }, signal));
        natives.push(await Native.open({ ...options, variant: 'textbook', ticks }, signal));
      } catch (error) {
        if (!(error instanceof NativeMissingError)) throw error;
        notice(error.message);
        return;
      }
      const scenario = boids(workload);
      await using steppers = await openAll([{ scenario, workers: threads, ticks }]);
      const [skein] = steppers;
      const turns = quick ? 3 : 7;
      const samples = await inTurns([...natives, ...steppers], { turns, signal });
      const programs = [
        ...natives.map(({ result }) => ({
          program: PROGRAMS[result.variant],
          neighbors: result.meanNeighbors.end,
          hash: result.checksum,
          note: `${result.compiler}; verified against all pairs`,
        })),
        { program: 'Skein', neighbors: skein!.neighbors, hash: skein!.hash, note: '' },
      ];
      for (const [index, { program, neighbors, hash, note }] of programs.entries()) {
        yield {
          labels: { program, threads, neighbors: workload.neighbors, agents },
          unit: 'ms/tick',
          samples: samples[index],
          figures: {
            'of the limit': summarize(ratios(samples[0], samples[index])),
            'of four lanes': summarize(ratios(samples[1], samples[index])),
            'neighbors found': neighbors,
          },
          hash,
          ...(note !== '' && { note }),
        };
      }
    }
  },
};
