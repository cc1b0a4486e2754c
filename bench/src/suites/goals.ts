import { goalRows } from '../goals/goal.ts';
import { GOALS } from '../goals/index.ts';
import type { Suite } from '../suite.ts';

export const suite: Suite = {
  description: 'the performance goals of Skein, and the results: 100,000 boids, about 30 neighbors',
  closing: true,
  run: (context) => goalRows(GOALS, context),
};
