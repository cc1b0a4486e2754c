import type { Scenario } from '../scenario/schema.ts';
import { CommandQueue } from '../world/command-queue.ts';
import { type World as PublicWorld, publicWorld } from '../world/public-world.ts';
import { attachViews, refresh, type World, type WorldHandle, worldOver } from '../world/world.ts';

/**
 * A message with everything that another thread needs in order to watch a shared world. It can be sent by postMessage.
 */
export interface WorldSight {
  readonly handle: WorldHandle;
  readonly scenario: Scenario;
  /** The size of the world's memory in bytes. */
  readonly bytes: number;
}

/** A world that another thread steps, as the watching thread sees it. */
export interface WatchedWorld {
  /** The watched world. This thread may read it only while no run is in progress, and never steps it. */
  readonly world: PublicWorld;
  /** Switches to the new memory of the world. Call this method when the world has moved to another memory. */
  move(handle: WorldHandle): void;
}

/** Returns a message for a thread that will watch a world. */
export function sightOf({ handle, scenario, bytes }: World): WorldSight {
  return { handle, scenario, bytes };
}

/** Watches a world that another thread owns. The state of the world can be read while no run is in progress. */
export function watchWorld({ handle, scenario, bytes }: WorldSight): WatchedWorld {
  const { plan } = handle;
  const host = {
    log: [],
    logSince: 0,
    loads: 0,
    commands: new CommandQueue(scenario, plan, []),
    events: [],
    eventsTaken: -1,
  };
  const { maxWorkers, kernel } = plan;
  const world = worldOver(attachViews(handle), {
    ...{ scenario, handle, host, bytes, maxWorkers, kernel },
    hold: 'none',
    ahead: 0,
  });
  refresh(world);
  return {
    world: publicWorld(world),
    move(next) {
      Object.assign(world, attachViews(next), { handle: next });
      refresh(world);
    },
  };
}
