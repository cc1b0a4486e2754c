import { contest } from '../paths/contest.ts';
import { pathTasks } from '../paths/task.ts';
import { median, ratios, summarize } from '../statistics.ts';
import type { Suite } from '../suite.ts';

export const suite: Suite = {
  description:
    'cheapest paths on grids, against the packages pathfinding, easystarjs and ngraph.path',
  chart: {
    kind: 'bar',
    title: 'Time of a query, ms',
    bar: ['grid', 'name'],
    series: ['name'],
  },
  async *run({ quick, signal }) {
    for (const task of pathTasks(quick)) {
      const turns = { turns: quick ? 5 : 11, warmUp: 3, signal };
      const { skein, peers, samples, fastest } = await contest(task, turns);
      for (const [index, { finder, checksum }] of [skein, ...peers].entries()) {
        yield {
          labels: { grid: task.name, name: finder.name },
          unit: 'ms/query',
          samples: samples[index],
          figures: {
            'queries/s': 1000 / median(samples[index]),
            'Skein is faster by': summarize(ratios(samples[index], samples[0])),
          },
          hash: checksum,
          ...(finder.name === fastest ? { note: 'the fastest of the peers' } : {}),
        };
      }
    }
  },
};
