import type { Scenario } from '../scenario/schema.ts';
import { CommandQueue } from '../world/command-queue.ts';
import { type World as PublicWorld, publicWorld } from '../world/public-world.ts';
import { attachViews, refresh, type World, type WorldHandle, worldOver } from '../world/world.ts';

/** What another thread needs to watch a shared world; can be posted to it. */
export interface WorldSight {
  readonly handle: Pick<WorldHandle, 'memory' | 'plan'>;
  readonly scenario: Scenario;
  /** Bytes of its memory. */
  readonly bytes: number;
}

/** A world that another thread steps, as this one sees it. */
export interface WatchedWorld {
  /** To be read only while no run is under way; never stepped here. */
  readonly world: PublicWorld;
  /** The world has moved to another memory. */
  move(handle: WorldSight['handle']): void;
}

/** What to post to a thread that is to watch a world. */
export function sightOf({ handle, scenario, bytes }: World): WorldSight {
  return { handle: handleOf(handle), scenario, bytes };
}

/** What to post to a thread that watches a world, once it has moved. */
export function handleOf({ memory, plan }: WorldHandle): WorldSight['handle'] {
  return { memory, plan };
}

/** Watches a world that another thread holds: its state is there to be read, while no run is under way. */
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
