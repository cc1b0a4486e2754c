import { type InnerWorld, orNoMemory, type WorldHandle } from '@skein/core/internal';
import type { Clock } from './clock.ts';
import type { Crew } from './crew.ts';
import type { Outcome, Part } from './protocol.ts';

/**
 * Returns a crew with one worker on the calling thread, for worlds that threads cannot share. This worker runs the same
 * code as a thread, with the same result. That code is loaded only now. The event loop gets a turn between ticks.
 */
export function localCrew(world: InnerWorld, clock: Clock): Crew {
  const loaded = import('./thread.ts').then(({ createThread }) =>
    createThread({ exit: neverExits, now: clock.now, ownNumber: () => undefined }),
  );
  // If the code cannot be loaded, each run rejects.
  loaded.catch(() => {});
  let attached: WorldHandle | undefined;

  async function run({ fault, ...part }: Part): Promise<Outcome> {
    try {
      const thread = await loaded;
      if (attached !== world.handle) thread.attach(world.handle);
      attached = world.handle;
      // Any other fault would end the caller.
      return thread.run(fault?.kind === 'throw' ? { ...part, fault } : part);
    } catch (error) {
      throw orNoMemory('work on the calling thread', error);
    } finally {
      await clock.turn();
    }
  }

  return {
    workers: 1,
    threaded: false,
    ready: loaded.then(() => {}),
    seatsAt: () => [0],
    attach: () => ({
      keeps: 1,
      kept: Promise.resolve(),
      next: () => Promise.resolve(),
      all: Promise.resolve(),
    }),
    shrinkTo: () => {},
    usageOf: () => () => undefined,
    run,
    terminate: () => Promise.resolve(),
  };
}

function neverExits(): never {
  throw new Error('the calling thread cannot be ended');
}
