import type { KeptLog } from '../commands/needed-log.ts';
import { jsonPath } from '../scenario/parse.ts';
import type { Command, Scenario } from '../scenario/schema.ts';
import { oldestOf } from '../tick/rewind.ts';
import { drainEvents } from '../world/event-ring.ts';
import type { WorldEvent } from '../world/events.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { BIRTH_ROWS, type State } from '../world/layout.ts';
import { type KernelName, type Plan, planOf } from '../world/plan.ts';
import { indexOfTick } from '../world/ring.ts';
import { refresh, type World } from '../world/world.ts';
import { commandBefore, compareCommands, compareLogs } from './compare-commands.ts';
import { findPhase, type Step, writerOf } from './find-phase.ts';
import { jsonDifference } from './json-difference.ts';
import { keptPlanes } from './particle-births.ts';
import { type PlaneView, planeViews } from './planes.ts';
import type { WorldContent } from './restore-world.ts';
import { type RowDifference, rowDifference } from './state-difference.ts';
import { isLasting } from './untaken-events.ts';
import type {
  DifferentEvent,
  DifferentParticle,
  DifferentScenario,
  DifferentState,
  WorldDifference,
} from './world-difference.ts';

/** A world or a snapshot that is compared. */
export interface Side extends KeptLog {
  readonly scenario: Scenario;
  readonly plan: Plan;
  /** The commands that are to be executed from `tick` on. */
  readonly pending: readonly Command[];
  /** The ticks from `oldest` to `tick` have states. */
  readonly oldest: number;
  readonly tick: number;
  readonly stateAt: (tick: number) => State;
  readonly births: () => readonly PlaneView[];
  readonly events: () => readonly WorldEvent[];
  readonly kernel: KernelName | 'auto';
}

/** The rows that count particles. Particles act on nothing, so their differences are less informative. */
const OF_PARTICLES = ['nextBirth', 'keptBirths'];

/** @throws WorldError WORLD_BUSY while workers step the world */
export function sideOfWorld(world: World): Side {
  checkAtBoundary(world, 'compareWorlds');
  refresh(world);
  const { scenario, plan, log, host, frontTick, states, front, particles, kernel } = world;
  return {
    scenario,
    plan,
    log,
    logSince: host.logSince,
    pending: host.commands.from(frontTick),
    oldest: oldestOf(world),
    tick: frontTick,
    stateAt: (tick) => states[indexOfTick(plan, tick)],
    births: () => keptPlanes(plan, front, particles),
    events: () => {
      // Only now, because a damaged state can have any number of events.
      drainEvents(world);
      return host.events;
    },
    kernel,
  };
}

export function sideOfSnapshot(content: WorldContent): Side {
  const { scenario, log, logSince, pending, tick, state, births, events } = content;
  return {
    scenario,
    plan: planOf(scenario, 1),
    log,
    logSince,
    pending,
    oldest: tick,
    tick,
    stateAt: () => state,
    births: () => planeViews(BIRTH_ROWS, births!),
    events: () => events,
    kernel: 'auto',
  };
}

/** Finds the first difference of two worlds or snapshots. */
export function compareSides(a: Side, b: Side): WorldDifference | undefined {
  const scenario = compareScenarios(a.scenario, b.scenario);
  if (scenario !== undefined) return scenario;
  const oldest = Math.max(a.oldest, b.oldest);
  const newest = Math.min(a.tick, b.tick);
  for (let tick = oldest; tick <= newest; tick++) {
    const difference = compareStates(a, b, tick);
    if (difference !== undefined) return difference;
  }
  if (a.tick !== b.tick) {
    const known = ({ oldest, tick }: Side) => ({ fromTick: oldest, toTick: tick });
    const agreed = oldest <= newest ? newest : undefined;
    return { part: 'ticks', agreed, a: known(a), b: known(b) };
  }
  return (
    compareLogs(a, b) ??
    compareCommands('pending', a.pending, b.pending) ??
    compareParticles(a, b) ??
    compareEvents(a, b)
  );
}

export function compareScenarios(a: Scenario, b: Scenario): DifferentScenario | undefined {
  const { display: _, ...ours } = a;
  const { display: __, ...theirs } = b;
  const difference = jsonDifference(ours, theirs);
  if (difference === undefined) return undefined;
  return { part: 'scenario', ...difference, path: jsonPath(difference.path) };
}

/**
 * Compares the states of a tick. If both have the state of the tick before, that state must agree.
 *
 * @param tick a tick of which both have the state
 */
export function compareStates(a: Side, b: Side, tick: number): DifferentState | undefined {
  const ours = a.stateAt(tick);
  const difference = rowDifference(a.plan, ours, b.stateAt(tick), OF_PARTICLES);
  if (difference === undefined) return undefined;
  const agreed = tick > Math.max(a.oldest, b.oldest) ? tick - 1 : undefined;
  const phase =
    agreed === undefined ? undefined : findPhase(stepOf(a, agreed), stepOf(b, agreed), difference);
  return {
    ...differentState(a.plan, ours, tick, difference),
    agreed,
    ...(phase !== undefined && { phase, isRepeated: true }),
    command: commandBefore(tick, a, b),
  };
}

/** Describes the difference of two states of which nothing else is known. `state` is that of `a`. */
export function differentState(
  plan: Plan,
  state: State,
  tick: number,
  { row, found, expected, ...where }: RowDifference,
): DifferentState {
  const { column, agent, element } = where;
  const id = agent === undefined ? undefined : state.id[state.slot[agent]];
  const values = { column, agent, id, element, a: found, b: expected };
  const known = { phase: writerOf(plan, row), isRepeated: false, command: undefined };
  return { part: 'state', tick, agreed: undefined, ...values, ...known };
}

function stepOf({ scenario, log, kernel, stateAt }: Side, tick: number): Step {
  const commands = log.filter((command) => command.tick === tick);
  return { scenario, tick, state: stateAt(tick), commands, kernel };
}

function compareParticles(a: Side, b: Side): DifferentParticle | undefined {
  const { tick } = a;
  const theirs = b.births();
  for (const [plane, { name, view }] of a.births().entries()) {
    const other = theirs[plane].view;
    const most = Math.max(view.length, other.length);
    for (let index = 0; index < most; index++) {
      const [ours, theirs] = [view[index], other[index]];
      if (Object.is(ours, theirs)) continue;
      return { part: 'particle', tick, column: name, index, a: ours, b: theirs };
    }
  }
  const counts = rowDifference(a.plan, a.stateAt(tick), b.stateAt(tick));
  if (counts === undefined) return undefined;
  const { column, found, expected } = counts;
  return { part: 'particle', tick, column, index: 0, a: found, b: expected };
}

function compareEvents(a: Side, b: Side): DifferentEvent | undefined {
  const ours = a.events().filter(isLasting);
  const theirs = b.events().filter(isLasting);
  const most = Math.max(ours.length, theirs.length);
  for (let index = 0; index < most; index++) {
    if (jsonDifference(ours[index], theirs[index]) === undefined) continue;
    return { part: 'event', tick: a.tick, index, a: ours[index], b: theirs[index] };
  }
  return undefined;
}
