import { SkeinError } from '@skein/core';
import { createContext, use } from 'react';
import type { RunningWorld } from './held-team.ts';

export const SkeinContext = createContext<RunningWorld | undefined>(undefined);

/**
 * The world of the nearest `<Skein>` above, its team and its driver. They stay the same until the scenario changes;
 * views are read where they are needed, after each run.
 *
 * @throws SkeinError SKEIN_MISSING where there is no `<Skein>` above
 */
export function useSkein(): RunningWorld {
  return useRunning('useSkein');
}

/**
 * As `useSkein`, for a component or hook that is named in the error.
 *
 * @throws SkeinError SKEIN_MISSING
 */
export function useRunning(name: string): RunningWorld {
  const running = use(SkeinContext);
  if (running === undefined) {
    const message = `${name}: found no <Skein> around it; put it inside of <Skein>`;
    throw new SkeinError('SKEIN_MISSING', message);
  }
  return running;
}
