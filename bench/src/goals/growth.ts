import { agreed } from '../agreement.ts';
import { median, ratios } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import type { Context } from '../suite.ts';
import { inTurns } from '../turns.ts';
import { boids } from '../workload.ts';
import type { Goal, Measurement } from './goal.ts';

const GOAL: Goal = {
  name: 'time per agent with 1,000,000 agents, against 100,000',
  unit: 'x',
  reach: 1.3,
  aim: 1.1,
  better: 'less',
};

const SIZES = [100_000, 1_000_000];

/**
 * Returns a ratio for each turn: the time per agent with many agents, divided by the time per agent with few agents.
 */
async function growth({ signal }: Context, turns: number) {
  await using steppers = await openAll(
    SIZES.map((agents) => ({
      scenario: boids({ agents, neighbors: 30 }),
      workers: 1,
      ticks: 1_000_000 / agents,
    })),
  );
  const times = await inTurns(steppers, { turns, signal });
  const [few, many] = times.map((samples, index) => samples.map((ms) => ms / SIZES[index]));
  return { samples: ratios(many, few), hash: steppers[1].hash };
}

export const growthGoal: Measurement = async (context) => {
  const { samples, hash } = await growth(context, context.quick ? 5 : 11);
  return [{ goal: GOAL, samples, hash }];
};

const WORST: Goal = {
  name: 'time per agent with 1,000,000 agents, against 100,000, worst of 5 runs',
  unit: 'x',
  reach: 1.2,
  aim: 1.1,
  better: 'less',
  judge: 'worst',
};

/**
 * The number of runs. Each run has new worlds, memory and threads, because addresses in memory also affect the time.
 */
const RUNS = 5;

export const steadyGrowthGoal: Measurement = async (context) => {
  const medians: number[] = [];
  const hashes: Record<string, string> = {};
  for (let run = 1; run <= (context.quick ? 2 : RUNS); run++) {
    const { samples, hash } = await growth(context, context.quick ? 3 : 7);
    medians.push(median(samples));
    hashes[`run ${run}`] = hash;
  }
  return [{ goal: WORST, samples: medians, hash: agreed(hashes) }];
};
