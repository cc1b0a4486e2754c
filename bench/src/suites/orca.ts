import { crowd } from '../crowd.ts';
import { DetourCrowd } from '../peers/detour.ts';
import { median, ratios, summarize } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';

const NEIGHBORS = 10;

export const suite: Suite = {
  description:
    'ORCA in the plane, 10 neighbors: against DetourCrowd, and 100,000 agents on all cores',
  chart: {
    kind: 'bar',
    title: 'Time of a tick, ms',
    bar: ['agents', 'name'],
    series: ['name'],
  },
  async *run({ quick, cores, signal }) {
    for (const agents of quick ? [1000] : [1000, 10_000]) {
      const ticks = agents === 1000 ? 10 : 2;
      const scenario = crowd(agents, NEIGHBORS);
      await using steppers = await openAll([{ scenario, workers: 1, ticks }]);
      const detour = await DetourCrowd.open(agents, NEIGHBORS, ticks);
      const turns = quick ? 5 : 9;
      const samples = await inTurns([...steppers, detour], { turns, warmUp: 2, signal });
      const names = ['Skein, one worker', 'DetourCrowd'];
      for (const [index, name] of names.entries()) {
        yield {
          labels: { agents, name },
          unit: 'ms/tick',
          samples: samples[index]!,
          figures: {
            'agents/s': (1e3 * agents) / median(samples[index]!),
            'Skein is faster by': summarize(ratios(samples[index]!, samples[0]!)),
          },
          ...(index === 0
            ? { hash: steppers[0]!.hash }
            : { note: 'at most 6 neighbors, samples velocities, plans no path here' }),
        };
      }
    }
    const agents = quick ? 20_000 : 100_000;
    const scenario = crowd(agents, NEIGHBORS);
    const counts = [...new Set([1, cores])];
    await using steppers = await openAll(
      counts.map((workers) => ({ scenario, workers, ticks: 4 })),
    );
    const samples = await inTurns(steppers, { turns: quick ? 5 : 9, signal });
    for (const [index, workers] of counts.entries()) {
      yield {
        labels: { agents, name: `Skein, workers: ${workers}` },
        unit: 'ms/tick',
        samples: samples[index]!,
        figures: { 'agents/s': (1e3 * agents) / median(samples[index]!) },
        hash: steppers[index]!.hash,
      };
    }
  },
};
