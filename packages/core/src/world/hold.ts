import { WorldError } from '../errors.ts';

/**
 * Whether a team holds the world.
 *
 * - "none": no team holds it.
 * - "run": a team is in a run, and calls its listeners at a tick boundary.
 * - "workers": the workers of the run are stepping the world.
 * - "card": no run is in progress, but the present state is on a graphics card alone.
 */
export type Hold = 'none' | 'run' | 'workers' | 'card';

interface Held {
  readonly hold: Hold;
}

/**
 * Refuses an action while workers are stepping the world, because the action would read or write the world. `what`
 * names the action.
 *
 * @throws WorldError WORLD_BUSY
 */
export function checkAtBoundary({ hold }: Held, what: string): void {
  if (hold === 'card') throw onCard(what);
  if (hold === 'workers') throw busy(what, 'between two runs or inside a listener of the team');
}

/**
 * If a team is in a run, refuses an action that would step the world. `what` names the action.
 *
 * @throws WorldError WORLD_BUSY
 */
export function checkFree({ hold }: Held, what: string): void {
  if (hold === 'card') throw onCard(what);
  if (hold !== 'none') throw busy(what, 'when the run is over');
}

function busy(what: string, when: string): WorldError {
  return refused(what, 'a world that a team is stepping', when);
}

function onCard(what: string): WorldError {
  return refused(what, 'a world whose state is on the graphics card', 'after sync of its stepper');
}

function refused(what: string, found: string, when: string): WorldError {
  return new WorldError('WORLD_BUSY', `${what}: found ${found}, expected a call ${when}.`);
}
