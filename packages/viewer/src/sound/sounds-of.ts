import type { Session } from '../session.ts';

/** The numbers of audible events in a run so far: shots and hits. */
export interface Sounds {
  readonly run: Session | undefined;
  readonly shots: number;
  readonly hits: number;
}

/** Counts the shots and hits up to the drawn state. Shots that the scene fires by itself are included. */
export function soundsOf(session: Session | undefined): Sounds {
  if (session === undefined) return { run: undefined, shots: 0, hits: 0 };
  const { scenario, world, state } = session;
  const shots = [...scenario.commands, ...world.log].filter(
    ({ type, tick }) => type === 'fire' && tick < state.tick,
  );
  return { run: session, shots: shots.length, hits: session.hits };
}
