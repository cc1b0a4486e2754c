import { WorldError } from '../errors.ts';

/**
 * What holds a world: the caller alone; a run of a team that stands at a tick boundary, where its
 * listeners are called; or the workers of that run.
 */
export type Hold = 'none' | 'run' | 'workers';

interface Held {
  readonly hold: Hold;
}

/** Refuses what would read or write a world while its workers write it. @throws WorldError WORLD_BUSY */
export function checkAtBoundary({ hold }: Held, what: string): void {
  if (hold === 'workers') throw busy(what, 'between runs, or in a listener of the team');
}

/** Refuses what would step a world that a team steps. @throws WorldError WORLD_BUSY */
export function checkFree({ hold }: Held, what: string): void {
  if (hold !== 'none') throw busy(what, 'when the run is over');
}

function busy(what: string, when: string): WorldError {
  return new WorldError(
    'WORLD_BUSY',
    `${what}: found a world that a team is stepping, expected it ${when}.`,
  );
}
