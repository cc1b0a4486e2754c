import { withMemory } from '../no-memory.ts';
import type { WorldOptions } from '../tick/create-world.ts';
import { drainEvents, eventAt } from '../world/event-ring.ts';
import type { WorldEvent } from '../world/events.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { BIRTH_ROWS, type Births, EVENT_ROWS, type State } from '../world/layout.ts';
import { type Plan, planOf } from '../world/plan.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { countsOf } from '../world/sizes.ts';
import type { World as InnerWorld } from '../world/world.ts';
import { findBirthProblem, findEventProblem } from './check-state.ts';
import { hashBytes } from './checksum.ts';
import {
  type FoundSection,
  onlySection,
  readContainer,
  type Section,
  writeContainer,
} from './container.ts';
import { checkLaws, lawsSection } from './laws-section.ts';
import { keptPlanes } from './particle-births.ts';
import { decodePlanes, encodePlanes, firstLength } from './planes.ts';
import { restoreWorld, type WorldContent } from './restore-world.ts';
import {
  checkAgents,
  logSection,
  pendingOf,
  readLog,
  readScenario,
  readState,
  refuse,
  scenarioSection,
  stateSection,
  tooLarge,
} from './sections.ts';
import { eventPlanes, isEvent, isLasting, MAX_EVENTS } from './untaken-events.ts';

const SECTIONS = ['SCEN', 'LOGS', 'STAT', 'BORN', 'EVNT'] as const;

/** Options for creating a world from a snapshot. The seed is always that of the snapshot. */
export type RestoreOptions = Omit<WorldOptions, 'seed'>;

/**
 * Saves a complete world as bytes: scenario, seed, commands, the state of its tick, the particles that may still be
 * visible, and the events that have not been taken. Equal worlds give equal bytes, with any number of workers and
 * either kernel.
 *
 * @throws SnapshotError SNAPSHOT_TOO_LARGE for an extremely large scenario, for extremely many commands, or for
 * extremely many events that have not been taken
 * @throws WorldError WORLD_BUSY while workers step the world (call `snapshot` between runs, or in listeners of a team);
 * NO_MEMORY when an allocation fails
 */
export function snapshot(world: World): Uint8Array {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'snapshot');
  return withMemory('keep a world', () => {
    const sections = keptSections(inner);
    const head = {
      kind: 'snapshot',
      tick: inner.frontTick,
      agents: inner.plan.agents,
      scenarioHash: hashBytes(sections[0].body),
    } as const;
    return writeContainer(head, [...sections, lawsSection(inner.plan)]);
  });
}

/**
 * Returns the sections with everything that a snapshot stores, in the order of SECTIONS. The digest of `worldDigest`
 * covers the same content.
 *
 * @throws SnapshotError SNAPSHOT_TOO_LARGE
 */
export function keptSections(world: InnerWorld): [scenario: Section, ...others: Section[]] {
  drainEvents(world);
  const { plan, front, particles, scenario, log, host } = world;
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
  return withMemory('read a snapshot', () => readContent(bytes));
}

function readContent(bytes: Uint8Array): WorldContent {
  const container = readContainer(bytes, 'snapshot', [...SECTIONS, 'LAWS']);
  const [scene, logs, states, born, untaken] = SECTIONS.map((id) => onlySection(container, id)) as [
    FoundSection,
    FoundSection,
    FoundSection,
    FoundSection,
    FoundSection,
  ];
  const { tick } = container;
  const scenario = readScenario(scene, container);
  const plan = planOf(scenario, 1);
  checkAgents(container, plan);
  checkLaws(container, plan);
  const log = readLog(logs, scenario, plan, tick);
  const pending = pendingOf(logs, scenario, plan, log, tick);
  const state = readState(states, scenario, plan, tick);
  const births = readBirths(born, plan, state);
  return { scenario, log, pending, tick, state, births, events: readEvents(untaken, plan, tick) };
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
