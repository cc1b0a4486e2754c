import { goalRows } from '../goals/goal.ts';
import { CHANGES } from '../goals/index.ts';
import type { Suite } from '../suite.ts';

export const suite: Suite = {
  description: 'what births, deaths and commands add to a tick, and obstacles far away and a wind',
  closing: true,
  run: (context) => goalRows(CHANGES, context),
};
