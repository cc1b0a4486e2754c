import { chosenShapes, measureShapes } from '../shapes/measure.ts';
import { median, summarize } from '../statistics.ts';
import type { Suite } from '../suite.ts';

export const suite: Suite = {
  description: 'one flock in many shapes, all with the same density',
  takes: ['agents', 'workers', 'only'],
  chart: {
    kind: 'bar',
    title: 'Time of a tick, ms',
    bar: ['dimensions', 'shape'],
    series: ['dimensions'],
  },
  async *run({ quick, choice, signal }) {
    const { agents = quick ? 10_000 : 100_000, workers = 1, only } = choice;
    const turns = quick ? 5 : 9;
    const budgetMs = quick ? 5000 : 40_000;
    for (const group of chosenShapes(only)) {
      const options = { agents, workers, turns, budgetMs, signal };
      for (const shape of await measureShapes(group, options)) {
        yield {
          labels: {
            dimensions: shape.shape.dimensions,
            shape: shape.shape.name,
            agents: shape.agents,
            workers,
          },
          unit: 'ms/tick',
          samples: shape.samples,
          figures: {
            'ns/agent': (1e6 * median(shape.samples)) / shape.agents,
            'x torus': summarize(shape.ratios),
            'neighbors found': shape.neighbors,
            ...shape.load,
          },
          hash: shape.hash,
          note: shape.note,
        };
      }
    }
  },
};
