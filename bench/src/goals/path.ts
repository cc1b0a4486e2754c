import { contest, type TaskResult } from '../paths/contest.ts';
import { pathTasks } from '../paths/task.ts';
import { median } from '../statistics.ts';
import type { Goal, Measurement } from './goal.ts';

const GOAL: Goal = {
  name: 'paths, against the fastest other package, on the grid where Skein leads by the least',
  unit: 'x',
  reach: 3,
  aim: 10,
  better: 'more',
};

export const pathGoal: Measurement = async ({ quick, signal }) => {
  let least: (TaskResult & { name: string }) | undefined;
  for (const task of pathTasks(true)) {
    const result = await contest(task, { turns: quick ? 5 : 11, warmUp: 3, signal });
    if (least === undefined || median(result.gain) < median(least.gain)) {
      least = { ...result, name: task.name };
    }
  }
  const { gain, skein, name, fastest } = least!;
  return [{ goal: GOAL, samples: gain, hash: skein.checksum, note: `${name}: ${fastest}` }];
};
