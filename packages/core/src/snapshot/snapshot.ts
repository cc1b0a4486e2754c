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
import { keptPlanes } from './births.ts';
import { findBirthProblem, findEventProblem } from './check-state.ts';
import { hashBytes } from './checksum.ts';
import { decodePlanes, encodePlanes, firstLength } from './columns.ts';
import {
  type FoundSection,
  onlySection,
  readContainer,
  type Section,
  writeContainer,
} from './container.ts';
import { checkLaws, lawsSection } from './laws-section.ts';
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
import { eventPlanes, isEvent, MAX_EVENTS } from './untaken-events.ts';

const SECTIONS = ['SCEN', 'LOGS', 'STAT', 'BORN', 'EVNT'] as const;

/** How a world is made of a snapshot; the seed is that of the snapshot. */
export type RestoreOptions = Omit<WorldOptions, 'seed'>;

/**
 * All that a world is, as bytes: scenario, seed, commands, the state of its tick, the particles that may
 * still be seen, and the events that have not been taken. The same world gives the same bytes, whatever
 * steps it.
 *
 * @throws SnapshotError SNAPSHOT_TOO_LARGE for a scenario, a log or untaken events beyond all measure
 * @throws WorldError WORLD_BUSY while workers step it: between runs, and in listeners of a team, it stands still;
 * NO_MEMORY
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
 * All that a snapshot keeps, in the order of SECTIONS: what worldDigest covers, too.
 *
 * @throws SnapshotError SNAPSHOT_TOO_LARGE
 */
export function keptSections(world: InnerWorld): [scenario: Section, ...others: Section[]] {
  drainEvents(world);
  const { plan, front, particles, scenario, log, host } = world;
  const untaken = host.events.length;
  if (untaken > MAX_EVENTS) tooLarge('EVNT', `${untaken} events`, MAX_EVENTS);
  return [
    scenarioSection(scenario),
    logSection(log),
    stateSection(plan, front),
    { id: 'BORN', critical: true, body: encodePlanes(keptPlanes(plan, front, particles)) },
    { id: 'EVNT', critical: true, body: encodePlanes(eventPlanes(plan, host.events)) },
  ];
}

/** Makes the inner half of a world of a snapshot: what `restore` of make-world.ts hides in one for programs. */
export function restore(bytes: Uint8Array, options: RestoreOptions = {}): InnerWorld {
  return withMemory('restore a world', () => restoreWorld(readSnapshot(bytes), options));
}

/**
 * Reads and checks a snapshot whole.
 *
 * @throws SnapshotError; WorldError NO_MEMORY
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
    throw refuse(section, `event ${at} of what there is not`, 'one of the scenario');
  });
}
