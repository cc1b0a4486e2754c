import { neededLog } from '../commands/needed-log.ts';
import { checkOptionNames, show } from '../errors.ts';
import { withMemory } from '../no-memory.ts';
import type { Command, Scenario } from '../scenario/schema.ts';
import { MAX_HISTORY } from '../schema/limits.ts';
import { refusedOption, type WorldOptions } from '../tick/create-world.ts';
import { drainEvents, eventAt } from '../world/event-ring.ts';
import type { WorldEvent } from '../world/events.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { BIRTH_ROWS, type Births, EVENT_ROWS, type State, WORD } from '../world/layout.ts';
import { type Plan, planOf } from '../world/plan.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { countsOf } from '../world/sizes.ts';
import type { World as InnerWorld } from '../world/world.ts';
import { findBirthProblem, findEventProblem } from './check-state.ts';
import { hashBytes } from './checksum.ts';
import {
  type Container,
  type FoundSection,
  onlySection,
  readContainer,
  type Section,
  writeContainer,
} from './container.ts';
import { checkLaws, lawsSection } from './laws-section.ts';
import { keptPlanes } from './particle-births.ts';
import { decodePlanes, encodePlanes, firstLength } from './planes.ts';
import { keepLog, restoreWorld, type WorldContent } from './restore-world.ts';
import {
  checkAgents,
  LOG_START,
  logSection,
  logStartSection,
  pendingOf,
  readLog,
  readLogStart,
  readScenario,
  readState,
  refuse,
  scenarioSection,
  stateSection,
  tooLarge,
} from './sections.ts';
import { eventPlanes, isEvent, isLasting, MAX_EVENTS } from './untaken-events.ts';

const SECTIONS = ['SCEN', 'LOGS', 'STAT', 'BORN', 'EVNT'] as const;
/** The sections that a snapshot can have. */
export const ALL_SNAPSHOT_SECTIONS: readonly string[] = [...SECTIONS, LOG_START, 'LAWS'];

export interface SnapshotOptions {
  /**
   * The first tick of which the snapshot keeps all commands, from `world.logSince` to the tick of the world. With 0, the
   * restored world can give a replay from the start. Default: the tick of the world, which is enough to continue it.
   */
  readonly logSince?: number;
}

/** Options for creating a world from a snapshot. The seed is always that of the snapshot. */
export type RestoreOptions = Omit<WorldOptions, 'seed'>;

/**
 * Saves a complete world as bytes. They have its scenario, seed and state, the commands that it still needs, the particles
 * that may still be visible, and the events that have not been taken. Equal worlds give equal bytes, with any number of
 * workers and either kernel.
 *
 * @throws SnapshotError SNAPSHOT_TOO_LARGE for an extremely large scenario, for extremely many commands, or for
 * extremely many events that have not been taken
 * @throws WorldError WORLD_BUSY while workers step the world; NO_MEMORY when an allocation fails; WORLD_OPTION for an
 * option that is unknown or out of range
 */
export function snapshot(world: World, options: SnapshotOptions = {}): Uint8Array {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'snapshot');
  checkOptionNames(options, ['logSince'], refusedOption);
  const { logSince = inner.tick } = options;
  checkLogSince(inner, logSince);
  return withMemory('keep a world', () => {
    const needed = neededLog(inner.host, logSince);
    const sections = keptSections(inner, needed.log);
    const head = {
      kind: 'snapshot',
      tick: inner.frontTick,
      agents: inner.plan.agents,
      scenarioHash: hashBytes(sections[0].body),
    } as const;
    return writeContainer(head, [
      ...sections,
      ...logStartSection(needed.logSince),
      lawsSection(inner.plan),
    ]);
  });
}

/**
 * Forgets commands that were executed before the tick `since`, except those that say which obstacles can be named. A
 * program that gives commands to one world for hours calls this from time to time, so that `world.log` stays short. The
 * world can then no longer go back to a tick before `since`.
 *
 * @param since a tick from `world.logSince` to the tick of the world
 * @throws WorldError WORLD_OPTION for another tick, WORLD_BUSY while workers step the world
 */
export function trimLog(world: World, since: number): void {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'trimLog');
  checkLogSince(inner, since);
  keepLog(inner, neededLog(inner.host, since));
  const { word } = inner.control;
  word[WORD.oldest] = Math.max(word[WORD.oldest], since);
}

function checkLogSince({ tick, host }: InnerWorld, since: number): void {
  if (Number.isInteger(since) && since >= host.logSince && since <= tick) return;
  const expected = `a tick from ${host.logSince} to ${tick}`;
  throw refusedOption('logSince', show(since), expected);
}

/**
 * Returns the sections with everything that a snapshot stores, in the order of SECTIONS. The digest of `worldDigest`
 * covers the same content.
 *
 * @throws SnapshotError SNAPSHOT_TOO_LARGE
 */
export function keptSections(
  world: InnerWorld,
  log: readonly Command[],
): [scenario: Section, ...others: Section[]] {
  drainEvents(world);
  const { plan, front, particles, scenario, host } = world;
  // A world from a snapshot has given no events that could be retracted.
  const untaken = host.events.filter(isLasting);
  if (untaken.length > MAX_EVENTS) tooLarge('EVNT', `${untaken.length} events`, MAX_EVENTS);
  return [
    scenarioSection(scenario),
    logSection(log),
    stateSection(plan, front),
    { id: 'BORN', critical: true, body: encodePlanes(keptPlanes(plan, front, particles)) },
    { id: 'EVNT', critical: true, body: encodePlanes(eventPlanes(plan, untaken)) },
  ];
}

/**
 * Creates a world from a snapshot, as the internal object. `restore` in make-world.ts wraps it in the public interface.
 */
export function restore(bytes: Uint8Array, options: RestoreOptions = {}): InnerWorld {
  return withMemory('restore a world', () => restoreWorld(readSnapshot(bytes), options));
}

/**
 * Reads a snapshot and checks it completely.
 *
 * @throws SnapshotError for an invalid file; WorldError NO_MEMORY when an allocation fails
 */
export function readSnapshot(bytes: Uint8Array): WorldContent {
  return withMemory('read a snapshot', () => readContent(opened(bytes)));
}

/**
 * Reads a snapshot of a world with the scenario of `world`, and checks it completely.
 *
 * @throws SnapshotError for an invalid file, or one of another scenario
 */
export function readSnapshotOf({ scenario, plan }: InnerWorld, bytes: Uint8Array): WorldContent {
  const container = opened(bytes);
  const [low, high] = hashBytes(scenarioSection(scenario).body);
  if (container.scenarioHash[0] === low && container.scenarioHash[1] === high) {
    return readContent(container, { scenario, plan });
  }
  const scene = onlySection(container, 'SCEN');
  const { name, seed } = readScenario(scene, container);
  const expected = `the scenario of the world, ${show(scenario.name)} with seed ${scenario.seed}`;
  throw refuse(scene, `another scenario, ${show(name)} with seed ${seed}`, expected);
}

function opened(bytes: Uint8Array): Container {
  return readContainer(bytes, 'snapshot', ALL_SNAPSHOT_SECTIONS);
}

/** Reads the content of a file. `known` is its scenario and plan, if they are known already. */
function readContent(
  container: Container,
  known?: { readonly scenario: Scenario; readonly plan: Plan },
): WorldContent {
  const [scene, logs, states, born, untaken] = SECTIONS.map((id) => onlySection(container, id)) as [
    FoundSection,
    FoundSection,
    FoundSection,
    FoundSection,
    FoundSection,
  ];
  const { tick } = container;
  const scenario = known?.scenario ?? readScenario(scene, container);
  const plan = known?.plan ?? planOf(scenario, 1);
  checkAgents(container, plan);
  checkLaws(container, plan);
  // After a rewind, a world has commands of later ticks, too.
  const log = readLog(logs, scenario, plan, tick + MAX_HISTORY);
  const logSince = readLogStart(container, tick);
  const pending = pendingOf(logs, scenario, plan, log, tick);
  const state = readState(states, scenario, plan, tick);
  const births = readBirths(born, plan, state);
  return {
    scenario,
    log,
    logSince,
    pending,
    tick,
    state,
    births,
    events: readEvents(untaken, plan, tick),
  };
}

function readBirths(section: FoundSection, plan: Plan, state: State): Births {
  const counts = { ...countsOf(plan), particle: state.keptBirths[0] };
  const births = decodePlanes(section, BIRTH_ROWS, ([, , per, components]) =>
    components === 3 ? counts[per] : counts[per] * components,
  );
  const problem = findBirthProblem(plan, births);
  if (problem === undefined) return births;
  throw refuse(section, problem.found, problem.expected);
}

function readEvents(section: FoundSection, plan: Plan, tick: number): WorldEvent[] {
  const count = firstLength(section);
  if (count > MAX_EVENTS) throw refuse(section, `${count} events`, `at most ${MAX_EVENTS}`);
  const records = decodePlanes(section, EVENT_ROWS, () => count);
  const problem = findEventProblem(records);
  if (problem !== undefined) throw refuse(section, problem.found, problem.expected);
  return Array.from({ length: count }, (_, at) => {
    if (isEvent(plan, records, at, tick)) return eventAt(plan, records, at);
    throw refuse(section, `event ${at}, which names something unknown`, 'names of the scenario');
  });
}
