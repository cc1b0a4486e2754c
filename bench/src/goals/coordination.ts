import { IdleTeam } from '../idle-team.ts';
import { inTurns } from '../turns.ts';
import type { Goal, Measurement } from './goal.ts';

const GOAL: Goal = {
  name: 'cost of an empty tick, two workers',
  unit: 'us',
  reach: 15,
  aim: 5,
  better: 'less',
};

export const coordinationGoal: Measurement = async ({ quick, signal }) => {
  await using team = await IdleTeam.open(2);
  const [samples] = await inTurns([team], { turns: quick ? 15 : 45, warmUp: 3, signal });
  return [{ goal: GOAL, samples: samples!, hash: team.hash }];
};
