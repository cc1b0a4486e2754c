import { goalRows } from '../goals/goal.ts';
import { CLIFFS } from '../goals/index.ts';
import type { Suite } from '../suite.ts';

export const suite: Suite = {
  description: 'where a tick may cost more than in proportion: shapes of a flock, quarries, sizes',
  closing: true,
  run: (context) => goalRows(CLIFFS, context),
};
