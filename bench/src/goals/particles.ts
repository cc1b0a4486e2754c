import { agreed } from '../agreement.ts';
import { Evaluator } from '../evaluator.ts';
import { inTurns } from '../turns.ts';
import type { Goal, Measurement } from './goal.ts';

const GOAL: Goal = {
  name: '1,000,000 particles evaluated, two workers',
  unit: 'ms',
  reach: 6,
  aim: 3,
  better: 'less',
};

export const particlesGoal: Measurement = async ({ quick, signal }) => {
  const count = 1_000_000;
  await using evaluator = await Evaluator.open({ count, workers: 2 });
  const [samples] = await inTurns([evaluator], { turns: quick ? 7 : 15, warmUp: 2, signal });
  await using ts = await Evaluator.open({ count, kernel: 'ts', workers: 1 });
  await ts.sample();
  const hash = agreed({ 'two workers': evaluator.hash, 'kernel ts': ts.hash });
  return [{ goal: GOAL, samples: samples!, hash }];
};
