import { ratios } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import { inTurns } from '../turns.ts';
import { boids } from '../workload.ts';
import type { Goal, Measurement } from './goal.ts';

const GOAL: Goal = {
  name: '1,000,000 agents against 100,000, time per agent',
  unit: 'x',
  reach: 1.3,
  aim: 1.1,
  better: 'less',
};

const SIZES = [100_000, 1_000_000];

export const growthGoal: Measurement = async ({ quick, signal }) => {
  await using steppers = await openAll(
    SIZES.map((agents) => ({
      scenario: boids({ agents, neighbors: 30 }),
      workers: 1,
      ticks: 1_000_000 / agents,
    })),
  );
  const times = await inTurns(steppers, { turns: quick ? 5 : 11, signal });
  const perAgent = times.map((samples, index) => samples.map((ms) => (1e6 * ms) / SIZES[index]));
  const [few, many] = perAgent;
  return [
    {
      goal: GOAL,
      samples: ratios(many!, few!),
      hash: steppers[1].hash,
    },
  ];
};
