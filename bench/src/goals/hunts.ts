import { createWorld, kernels, stateHash, tick } from '@skein/core';
import { agreed } from '../agreement.ts';
import { BoxedStepper } from '../boxed.ts';
import { median } from '../statistics.ts';
import { inTurns } from '../turns.ts';
import { type Hunt, hunt } from '../workload.ts';
import type { Goal, Measured, Measurement } from './goal.ts';

interface HuntGoal {
  readonly goal: Goal;
  /** The hunts that are measured for the goal. The result for the goal is the time of the slowest hunt. */
  readonly hunts: readonly Hunt[];
  readonly workers: number;
}

const limit = (name: string, reach: number, aim: number): Goal => ({
  name,
  unit: 'ms',
  reach,
  aim,
  better: 'less',
});

const GOALS: readonly HuntGoal[] = [
  {
    goal: limit(
      '20,000 agents pursue the nearest of 1,000 others, unlimited sight, one worker',
      20,
      8,
    ),
    hunts: [{ agents: 20_000, quarry: 1000, type: 'pursue' }],
    workers: 1,
  },
  {
    goal: limit('100,000 agents evade the nearest of 50 others within 20 m, one worker', 15, 6),
    hunts: [
      { agents: 100_000, quarry: 50, type: 'evade', numbers: { to: 20 } },
      { agents: 100_000, quarry: 50, type: 'evade', numbers: { sight: 20 } },
    ],
    workers: 1,
  },
  {
    goal: limit(
      '100,000 agents pursue the nearest of 10,000 others, unlimited sight, two workers',
      60,
      25,
    ),
    hunts: [{ agents: 100_000, quarry: 10_000, type: 'pursue' }],
    workers: 2,
  },
];

/**
 * The number of agents in a smaller hunt, whose hashes are compared. Comparing hashes of the full hunt could take
 * minutes.
 */
const FEW = 1000;
const CHECKED_TICKS = 3;

/**
 * Measures agents that each search for the nearest of many others. The time must not grow with the product of the
 * number of searchers and the number of others.
 */
export const huntGoals: Measurement = async ({ quick, signal }) => {
  const measured: Measured[] = [];
  for (const { goal, hunts, workers } of GOALS) {
    const results = [];
    for (const one of hunts) {
      const hash = await hashOf(one, workers);
      const budgetMs = quick ? 5000 : 60_000;
      const scenario = hunt(one);
      await using stepper = await BoxedStepper.open({ scenario, workers, budgetMs });
      const turns = quick ? 5 : 9;
      const [all] = await inTurns([stepper], { turns, signal });
      const samples = all.filter(Number.isFinite);
      // If the warm-up used up all the time, its time is used as the figure.
      if (samples.length === 0 && Number.isFinite(stepper.lastMs)) samples.push(stepper.lastMs);
      const given = samples.length === 0 ? `, > ${budgetMs / 1000} s for a tick, given up` : '';
      const numbers = Object.entries(one.numbers ?? {}).map(([key, value]) => `${key} ${value} m`);
      const ms = samples.length === 0 ? Number.POSITIVE_INFINITY : median(samples);
      const note = `${[one.type, ...numbers].join(' ')}${given}; hashes compared in runs of ${FEW} agents`;
      results.push({ goal, samples, hash, note, ms });
    }
    measured.push(results.reduce((one, other) => (other.ms > one.ms ? other : one)));
  }
  return measured;
};

/**
 * Makes a copy of the hunt `large` with fewer agents, and returns the hash of this copy. The hash must be the same with
 * either kernel, and with any number of workers.
 */
async function hashOf(large: Hunt, workers: number): Promise<string> {
  const share = FEW / large.agents;
  const scenario = hunt({ ...large, agents: FEW, quarry: Math.ceil(share * large.quarry) });
  const hashes: Record<string, string> = {};
  for (const kernel of kernels()) {
    const world = createWorld(scenario, { kernel, maxWorkers: 1 });
    tick(world, CHECKED_TICKS);
    hashes[kernel] = stateHash(world);
  }
  await using team = await BoxedStepper.open({ scenario, workers, budgetMs: 60_000 });
  await team.run(CHECKED_TICKS);
  hashes[`${workers} workers`] = team.hash;
  return agreed(hashes);
}
