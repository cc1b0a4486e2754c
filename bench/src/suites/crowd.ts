import { NEIGHBORS, openContest } from '../crowd-contest.ts';
import { median, ratios, summarize } from '../statistics.ts';
import type { Suite } from '../suite.ts';

export const suite: Suite = {
  description: `a crowd in the plane with about ${NEIGHBORS} neighbors for each agent, against DetourCrowd`,
  chart: {
    kind: 'bar',
    title: 'Time of a tick, ms',
    bar: ['agents', 'name'],
    series: ['name'],
  },
  async *run({ quick, signal }) {
    for (const agents of quick ? [1000] : [1000, 10_000]) {
      const { samples, hash } = await openContest(agents, { turns: quick ? 5 : 9, signal });
      for (const [index, name] of ['Skein, one worker', 'DetourCrowd'].entries()) {
        yield {
          labels: { agents, name },
          unit: 'ms/tick',
          samples: samples[index],
          figures: {
            'agents/s': (1e3 * agents) / median(samples[index]),
            'Skein is faster by': summarize(ratios(samples[index], samples[0])),
          },
          ...(index === 0
            ? { hash }
            : { note: 'looks at 6 neighbors at most, samples velocities, plans no path here' }),
        };
      }
    }
  },
};
