import type { KeptLog } from '../commands/needed-log.ts';
import { show } from '../errors.ts';
import type { Command, Scenario } from '../scenario/schema.ts';
import {
  checkWorldOptions,
  makeWorld,
  refusedOption,
  type WorldOptions,
} from '../tick/create-world.ts';
import type { WorldEvent } from '../world/events.ts';
import { type Births, type State, WORD } from '../world/layout.ts';
import { populate } from '../world/populate.ts';
import { turnTo, type World } from '../world/world.ts';
import { putBirths } from './particle-births.ts';
import { planeViews } from './planes.ts';
import { keptRows } from './state-planes.ts';

/** The checked content of a saved world. The world may be in the middle of a run. */
export interface WorldContent extends KeptLog {
  readonly scenario: Scenario;
  /** The commands, both of the log and of the scenario, that are still to be executed. */
  readonly pending: readonly Command[];
  readonly tick: number;
  readonly state: State;
  /** The births of particles; undefined if they were not saved. */
  readonly births: Births | undefined;
  /** The events that no program has taken yet. */
  readonly events: WorldEvent[];
}

/**
 * Creates a world that continues from saved content. Data that does not change during a run is computed from the
 * scenario.
 *
 * @throws WorldError in the same cases as `createWorld`
 */
export function restoreWorld(content: WorldContent, options: WorldOptions): World {
  refuseSeed(options);
  return makeWorld(content.scenario, options, (world, scenario) => {
    // Paths and other constants are not part of the state, so populate derives them from the scenario.
    turnTo(world, -1);
    populate(world, scenario);
    continueFrom(world, content);
  });
}

/**
 * Checks the options for a saved world. A seed is refused, because a saved world continues with its own seed.
 *
 * @throws WorldError WORLD_OPTION for a seed, or for invalid options
 */
export function refuseSeed(options: WorldOptions): void {
  checkWorldOptions(options);
  const { seed } = options;
  if (seed === undefined) return;
  const expected = 'no seed, because the saved scenario has its own seed';
  throw refusedOption('seed', show(seed), expected);
}

/** Makes a log that of a world. The list of the world stays the same object. */
export function keepLog({ host }: World, { log, logSince }: KeptLog): void {
  host.log.length = 0;
  for (const command of log) host.log.push(command);
  host.logSince = logSince;
}

/** Puts saved content in the place of a world's own. Every state of its memory becomes that of the saved tick. */
export function continueFrom(world: World, content: WorldContent): void {
  const { pending, tick, state, births, events } = content;
  const planes = planeViews(keptRows(world.plan), state);
  // All states are filled, because steps do not write columns that never change in worlds of this kind.
  for (const to of world.states) {
    planeViews(keptRows(world.plan), to).forEach(({ view }, plane) => {
      view.set(planes[plane].view);
    });
  }
  const { word } = world.control;
  word[WORD.eventsTaken] = state.eventCount[0];
  Atomics.store(word, WORD.tick, tick);
  turnTo(world, tick);
  if (births !== undefined) putBirths(world.plan, state, births, world.particles);
  keepLog(world, content);
  world.host.commands.replace(pending);
  world.host.events = events;
}
