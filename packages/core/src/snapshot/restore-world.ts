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
import { putBirths } from './births.ts';
import { planeViews } from './columns.ts';
import { keptRows } from './state-planes.ts';

/** A world in the middle of a run, checked. */
export interface WorldContent {
  readonly scenario: Scenario;
  /** Commands that came from outside. */
  readonly log: readonly Command[];
  /** What of them and of the scenario's own is still to be carried out. */
  readonly pending: readonly Command[];
  readonly tick: number;
  readonly state: State;
  /** Births of particles; undefined where they are not kept. */
  readonly births: Births | undefined;
  /** Events that have not been taken. */
  readonly events: WorldEvent[];
}

/**
 * Makes a world that continues from there. What does not change in a run is worked out
 * from the scenario, as for any world.
 *
 * @throws WorldError as createWorld does
 */
export function restoreWorld(content: WorldContent, options: WorldOptions): World {
  refuseSeed(options);
  return makeWorld(content.scenario, options, (world, scenario) => {
    // Goals, paths and the like are no state, and some follow from where agents began.
    turnTo(world, -1);
    populate(world, scenario);
    fill(world, content);
  });
}

/** @throws WorldError WORLD_OPTION for what holds no options, and for a seed: what was kept has its own, and continues with no other */
export function refuseSeed(options: WorldOptions): void {
  checkWorldOptions(options);
  const { seed } = options;
  if (seed === undefined) return;
  const expected = 'none, as the scenario that was kept has its own';
  throw refusedOption('seed', show(seed), expected);
}

function fill(world: World, { log, pending, tick, state, births, events }: WorldContent): void {
  const planes = planeViews(keptRows(world.plan), state);
  // In back, too: a column that no scenario of its kind ever changes is written once, in both.
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
  for (const command of log) world.host.log.push(command);
  world.host.commands.replace(pending);
  world.host.events = events;
}
