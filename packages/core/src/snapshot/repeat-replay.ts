import { SkeinError, show } from '../errors.ts';
import type { Command } from '../scenario/schema.ts';
import { createWorld } from '../tick/create-world.ts';
import { tick } from '../tick/tick.ts';
import { MAX_PENDING_COMMANDS } from '../world/sizes.ts';
import type { World as InnerWorld } from '../world/world.ts';
import type { Keyframe, Replay } from './replay.ts';
import { restoreWorld } from './restore-world.ts';
import type { RestoreOptions } from './snapshot.ts';

/**
 * Checks that a value is a replay that was read.
 *
 * @throws SkeinError REPLAY_RAW
 */
export function checkReplay(replay: unknown): asserts replay is Replay {
  if (isReplay(replay)) return;
  throw new SkeinError(
    'REPLAY_RAW',
    `Replay: found ${show(replay)}, expected a result of readReplay.`,
  );
}

export function isReplay(replay: unknown): replay is Replay {
  const { hashes, keyframes, log } = (replay ?? {}) as Partial<Replay>;
  return [hashes, keyframes, log].every(Array.isArray) && hashes!.length > 0;
}

/** The keyframe with which a replay begins; undefined if the replay begins with its scenario at tick 0. */
export function startOf({ hashes, keyframes }: Replay): Keyframe | undefined {
  return keyframes.find(({ tick }) => tick === hashes[0].tick);
}

/**
 * Creates a world at `keyframe`. If `keyframe` is undefined, creates the world at the start of the scenario. The
 * commands of the log are not given to the world yet.
 */
export function worldOfReplay(
  replay: Replay,
  keyframe: Keyframe | undefined,
  options: RestoreOptions,
): InnerWorld {
  const { scenario } = replay;
  if (keyframe === undefined) return createWorld(scenario, options);
  const { tick, state } = keyframe;
  const pending = scenario.commands.filter((command) => command.tick >= tick);
  const content = {
    scenario,
    log: [],
    logSince: tick,
    pending,
    tick,
    state,
    births: undefined,
    events: [],
  };
  return restoreWorld(content, options);
}

/**
 * Gives the world the commands of the log up to the tick `until`. Only a limited number of commands can be pending at
 * once. If not all commands fit, the commands of the last ticks are left out. The commands of one tick are never split.
 * Returns the tick up to which the commands were given.
 */
export function giveCommands(world: InnerWorld, log: readonly Command[], until: number): number {
  const { host, scenario } = world;
  const here = world.tick;
  const own = scenario.commands.filter((command) => command.tick >= here);
  const next = log.filter((command) => command.tick >= here && command.tick < until);
  const free = MAX_PENDING_COMMANDS - own.length;
  // A tick goes in with all its commands or with none, so that the commands of a tick keep their order.
  const stop = next.length > free ? next[free].tick : until;
  host.commands.replace([...own, ...next.filter((command) => command.tick < stop)]);
  return stop;
}

/** Steps a world on the calling thread, up to a tick. Yields after each step. The world gets the commands of the log. */
export function* ticksOf(
  world: InnerWorld,
  { log }: Replay,
  until: number,
): Generator<number, void, undefined> {
  while (world.tick < until) {
    const stop = giveCommands(world, log, until);
    while (world.tick < stop) {
      tick(world);
      world.host.events = [];
      yield world.tick;
    }
  }
}
