import type { Scenario } from '../scenario/schema.ts';
import { CommandQueue } from '../world/command-queue.ts';
import { type World as PublicWorld, publicWorld } from '../world/public-world.ts';
import { attachViews, refresh, type World, type WorldHandle, worldOver } from '../world/world.ts';

/** What another thread needs in order to watch a shared world. It can be posted to that thread. */
export interface WorldSight {
  readonly handle: Pick<WorldHandle, 'memory' | 'plan'>;
  readonly scenario: Scenario;
  /** Bytes of its memory. */
  readonly bytes: number;
}

/** A world that another thread steps, as the watching thread sees it. */
export interface WatchedWorld {
  /** Read it only while no run is in progress. This thread never steps it. */
  readonly world: PublicWorld;
  /** Call it when the world has moved to another memory. */
  move(handle: WorldSight['handle']): void;
}

/** Returns the message to post to a thread that will watch a world. */
export function sightOf({ handle, scenario, bytes }: World): WorldSight {
  return { handle: handleOf(handle), scenario, bytes };
}

/** Returns the message to post to a watching thread after the world has moved to another memory. */
export function handleOf({ memory, plan }: WorldHandle): WorldSight['handle'] {
  return { memory, plan };
}

/** Watches a world that another thread owns. Its state can be read while no run is in progress. */
export function watchWorld({ handle, scenario, bytes }: WorldSight): WatchedWorld {
  const { plan } = handle;
  const whole = (part: WorldSight['handle']): WorldHandle => {
    return { ...part, module: undefined, lawModule: undefined };
  };
  const host = { log: [], commands: new CommandQueue(scenario, plan, []), events: [] };
  const { maxWorkers, kernel } = plan;
  const world = worldOver(attachViews(whole(handle)), {
    ...{ scenario, handle: whole(handle), host, bytes, maxWorkers, kernel },
    hold: 'none',
  });
  refresh(world);
  return {
    world: publicWorld(world),
    move(next) {
      Object.assign(world, attachViews(whole(next)), { handle: whole(next) });
      refresh(world);
    },
  };
}
