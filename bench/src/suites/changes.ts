import { goalRows } from '../goals/goal.ts';
import { CHANGES } from '../goals/index.ts';
import type { Suite } from '../suite.ts';

export const suite: Suite = {
  description: 'what births, deaths, commands, distant obstacles and a wind add to a tick',
  closing: true,
  run: (context) => goalRows(CHANGES, context),
};
