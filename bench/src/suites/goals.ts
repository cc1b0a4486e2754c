import { verdict } from '../goals/goal.ts';
import { GOALS } from '../goals/index.ts';
import { median } from '../statistics.ts';
import type { Suite } from '../suite.ts';

export const suite: Suite = {
  description: 'what Skein is held to, and what it reached: 100,000 boids, about 30 neighbors',
  closing: true,
  async *run(context) {
    for (const measure of GOALS) {
      for (const { goal, samples, hash, note } of await measure(context)) {
        yield {
          labels: { goal: goal.name, verdict: verdict(goal, median(samples)) },
          unit: goal.unit,
          samples,
          figures: { reach: goal.reach, aim: goal.aim },
          hash,
          ...(note !== undefined && { note }),
        };
      }
    }
  },
};
