import type { Session } from '../session.ts';

/** What can be heard of a run: shots that were fired by now, and hits. */
export interface Sounds {
  readonly run: Session | undefined;
  readonly shots: number;
  readonly hits: number;
}

/** Of a run as it is drawn now: what the scene fires by itself is heard as well. */
export function soundsOf(session: Session | undefined): Sounds {
  if (session === undefined) return { run: undefined, shots: 0, hits: 0 };
  const { scenario, world, state } = session;
  const shots = [...scenario.commands, ...world.log].filter(
    ({ type, tick }) => type === 'fire' && tick < state.tick,
  );
  return { run: session, shots: shots.length, hits: session.hits };
}
