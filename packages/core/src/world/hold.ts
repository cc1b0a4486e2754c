import { WorldError } from '../errors.ts';

/**
 * The lock state of a world. "none": no team holds it. "run": a team runs it, and it is at a tick boundary, where
 * listeners of the team are called. "workers": the workers of the run are stepping it.
 */
export type Hold = 'none' | 'run' | 'workers';

interface Held {
  readonly hold: Hold;
}

/** Throws when workers are stepping the world, because `what` would read or write it. @throws WorldError WORLD_BUSY */
export function checkAtBoundary({ hold }: Held, what: string): void {
  if (hold === 'workers') throw busy(what, 'between runs, or in a listener of the team');
}

/** Throws when a team is running the world, because `what` would step it. @throws WorldError WORLD_BUSY */
export function checkFree({ hold }: Held, what: string): void {
  if (hold !== 'none') throw busy(what, 'when the run is over');
}

function busy(what: string, when: string): WorldError {
  return new WorldError(
    'WORLD_BUSY',
    `${what}: found a world that a team is stepping, expected it ${when}.`,
  );
}
