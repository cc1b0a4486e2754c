import { crowd } from './crowd.ts';
import { DetourCrowd } from './peers/detour.ts';
import { openAll } from './stepper.ts';
import { inTurns } from './turns.ts';

/** The mean number of neighbors within the range of a walker. A walker looks at no more than this many neighbors. */
export const NEIGHBORS = 10;

/**
 * Measures Skein and DetourCrowd in turns, with the same crowd. Skein has one worker. The result contains the samples
 * of Skein, and then those of DetourCrowd, in ms per tick.
 */
export async function openContest(
  agents: number,
  { turns, signal }: { readonly turns: number; readonly signal: AbortSignal },
): Promise<{ readonly samples: readonly (readonly number[])[]; readonly hash: string }> {
  const ticks = agents <= 1000 ? 10 : 2;
  const scenario = crowd(agents, NEIGHBORS);
  await using steppers = await openAll([{ scenario, workers: 1, ticks }]);
  const detour = await DetourCrowd.open(agents, NEIGHBORS, ticks);
  const samples = await inTurns([...steppers, detour], { turns, warmUp: 2, signal });
  return { samples, hash: steppers[0].hash };
}
