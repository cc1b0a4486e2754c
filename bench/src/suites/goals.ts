import { goalRows } from '../goals/goal.ts';
import { GOALS } from '../goals/index.ts';
import type { Suite } from '../suite.ts';

export const suite: Suite = {
  description: 'what Skein is held to, and what it reached: 100,000 boids, about 30 neighbors',
  closing: true,
  run: (context) => goalRows(GOALS, context),
};
