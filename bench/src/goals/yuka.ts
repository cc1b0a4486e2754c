import { PeerContender } from '../peers/contest.ts';
import { yuka } from '../peers/yuka.ts';
import { median, ratios } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import { inTurns } from '../turns.ts';
import { boids } from '../workload.ts';
import type { Goal, Measurement } from './goal.ts';

const GOAL: Goal = {
  name: '10,000 agents against Yuka, one thread each',
  unit: 'x',
  reach: 60,
  aim: 120,
  better: 'more',
};

export const yukaGoal: Measurement = async ({ quick, signal }) => {
  const workload = { agents: 10_000, neighbors: 30 };
  const peer = new PeerContender(yuka, workload.agents, workload.neighbors, 2);
  await using steppers = await openAll([{ scenario: boids(workload), workers: 1, ticks: 20 }]);
  const turns = quick ? 5 : 15;
  const [yukaMs, skeinMs] = await inTurns([peer, ...steppers], { turns, warmUp: 3, signal });
  return [
    {
      goal: GOAL,
      samples: ratios(yukaMs!, skeinMs!),
      hash: steppers[0].hash,
      note: `${median(yukaMs!).toFixed(1)} / ${median(skeinMs!).toFixed(2)} ms`,
    },
  ];
};
