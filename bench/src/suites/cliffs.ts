import { goalRows } from '../goals/goal.ts';
import { CLIFFS } from '../goals/index.ts';
import type { Suite } from '../suite.ts';

export const suite: Suite = {
  description:
    'where the time of a tick may grow out of proportion: shapes of a flock, pursuits, sizes',
  closing: true,
  run: (context) => goalRows(CLIFFS, context),
};
