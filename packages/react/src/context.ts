import { SkeinError } from '@skein/core';
import { createContext, use } from 'react';
import type { RunningWorld } from './held-team.ts';

export const SkeinContext = createContext<RunningWorld | undefined>(undefined);

/**
 * Returns the world, the team and the driver of the nearest `<Skein>` above. These three stay the same until the
 * scenario changes. Read the views of the world when you need them, after each run.
 *
 * @throws SkeinError SKEIN_MISSING if there is no `<Skein>` above
 */
export function useSkein(): RunningWorld {
  return useRunning('useSkein');
}

/**
 * Works like `useSkein`. If there is no `<Skein>` above, the error names the calling component or hook, as given by
 * `name`.
 *
 * @throws SkeinError SKEIN_MISSING
 */
export function useRunning(name: string): RunningWorld {
  const running = use(SkeinContext);
  if (running === undefined) {
    const message = `${name}: found no <Skein> above it; use it inside <Skein>`;
    throw new SkeinError('SKEIN_MISSING', message);
  }
  return running;
}
