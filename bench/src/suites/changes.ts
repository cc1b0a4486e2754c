import { goalRows } from '../goals/goal.ts';
import { CHANGES } from '../goals/index.ts';
import type { Suite } from '../suite.ts';

export const suite: Suite = {
  description: 'extra time of a tick with births, deaths, commands, distant obstacles and a wind',
  closing: true,
  run: (context) => goalRows(CHANGES, context),
};
