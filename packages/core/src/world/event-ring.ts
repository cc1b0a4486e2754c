import {
  CAUSE_BITS,
  CAUSES,
  EVENT,
  EVENT_BITS,
  EVENT_MASK,
  type Point,
  type WorldEvent,
} from './events.ts';
import { checkAtBoundary } from './hold.ts';
import { type EventRecords, WORD } from './layout.ts';
import type { Plan } from './plan.ts';
import { innerOf, type World } from './public-world.ts';
import type { ReportPlan } from './report-plan.ts';
import { type World as InnerWorld, refresh, type SharedWorld } from './world.ts';

/**
 * Returns the events since the last call, in the order in which they happened, and removes them from the world.
 *
 * @throws WorldError WORLD_BUSY while workers step the world. In a run, the team itself takes all events and emits them
 */
export function takeEvents(world: World): WorldEvent[] {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'takeEvents');
  drainEvents(inner);
  const { host } = inner;
  const { events } = host;
  host.events = [];
  for (const { tick } of events) host.eventsTaken = Math.max(host.eventsTaken, tick);
  return events;
}

/** Moves all events from the ring in shared memory to the host, so that the ring is empty again. */
export function drainEvents(world: InnerWorld): void {
  refresh(world);
  const { word, eventTick } = world.control;
  const count = world.front.eventCount[0];
  const mask = eventTick.length - 1;
  for (let at = word[WORD.eventsTaken] >>> 0; at !== count; at = (at + 1) >>> 0) {
    world.host.events.push(eventAt(world.plan, world.control, at & mask));
  }
  word[WORD.eventsTaken] = count;
}

/** Decodes the event in one row of the ring, or of a copy of the ring. `at` is the index of the row. */
export function eventAt(plan: Plan, records: EventRecords, at: number): WorldEvent {
  const tick = records.eventTick[at];
  const kind = records.eventKind[at] & EVENT_MASK;
  const species = records.eventSpecies[at];
  const { x, y, z } = records.eventPosition;
  if (kind === EVENT.fired || kind === EVENT.spawned) {
    const births = {
      tick,
      count: records.eventAgent[at],
      recycled: records.eventOther[at],
      refused: x[at],
    };
    if (kind === EVENT.spawned) {
      return { type: 'spawned', ...births, species: plan.species[species].name };
    }
    const launcher = plan.launchers[species];
    const { name } = plan.species[launcher.species];
    return { type: 'fired', ...births, launcher: launcher.name, species: name };
  }
  if (kind === EVENT.full) {
    const { name } = plan.species[species];
    return {
      type: 'full',
      tick,
      species: name,
      recycled: records.eventAgent[at],
      refused: records.eventOther[at],
    };
  }
  if (kind === EVENT.removed) return { type: 'removed', tick, count: records.eventAgent[at] };
  const position: Point = [x[at], y[at], z[at]];
  const common = {
    tick,
    id: records.eventAgent[at],
    species: plan.species[species].name,
    position,
  };
  if (kind >= EVENT.arrived) {
    const order = records.eventKind[at] >>> EVENT_BITS;
    return reportAt(plan, plan.species[species].reports[order], common, records.eventOther[at]);
  }
  if (kind === EVENT.hit || kind === EVENT.orbit) {
    const type = kind === EVENT.hit ? 'hit' : 'orbit';
    return { type, ...common, target: plan.targets[records.eventOther[at]].name };
  }
  if (kind === EVENT.strike) {
    return { type: 'strike', ...common, quarry: records.eventOther[at] };
  }
  if (kind === EVENT.struck) return { type: 'struck', ...common, by: records.eventOther[at] };
  if (kind === EVENT.expired) return { type: 'expired', ...common };
  if (kind === EVENT.grounded) return { type: 'grounded', ...common };
  const behavior = typeOfRow(plan, records.eventOther[at] - 1);
  return { type: 'quarantined', ...common, ...(behavior !== undefined && { behavior }) };
}

interface Common {
  readonly tick: number;
  readonly id: number;
  readonly species: string;
  readonly position: Point;
}

/** Decodes the event that a report raised. `other` is the number that settleReports stored for the event. */
function reportAt(plan: Plan, report: ReportPlan, common: Common, other: number): WorldEvent {
  if ('region' in report) {
    return { type: report.event, ...common, region: report.region.name };
  }
  if ('link' in report) return { type: report.event, ...common, link: report.linkName };
  if ('state' in report) return { type: report.event, ...common, state: report.name };
  if (report.event === 'born') {
    return { type: report.event, ...common, ...(other > 0 && { parent: other - 1 }) };
  }
  if (report.event === 'died') {
    const behavior = typeOfRow(plan, (other >>> CAUSE_BITS) - 1);
    const of = CAUSES[other & ((1 << CAUSE_BITS) - 1)];
    return { type: report.event, ...common, of, ...(behavior !== undefined && { behavior }) };
  }
  if (report.event === 'waiting') return { type: report.event, ...common };
  const target = report.target < 0 ? {} : { target: plan.targets[report.target].name };
  if (report.event === 'arrived') {
    const path = report.path < 0 ? {} : { path: plan.paths[report.path].name };
    return { type: report.event, ...common, ...target, ...path };
  }
  if (report.event === 'unreachable') return { type: report.event, ...common, ...target };
  const { distance, species } = report;
  const near =
    species < 0 ? target : { neighbor: other, neighborSpecies: plan.species[species].name };
  return { type: report.event, ...common, ...near, distance };
}

/** The type of the behavior whose row in state.behaviorParameters is `row`. */
function typeOfRow({ species }: Plan, row: number): string | undefined {
  return species.flatMap(({ behaviors }) => behaviors).find(({ index }) => index === row)?.type;
}

/**
 * Appends an event of the current step to the ring. Only the thread that settles the tick may call this.
 *
 * @param kind the EVENT; for a report of a species, the bits above EVENT_BITS hold the index of the report
 * @param other a number whose meaning depends on `kind`; 0 if the kind has none. Possible numbers:
 * - The target, or the other agent.
 * - The number of births that replaced a living agent (for `EVENT.fired` and `EVENT.spawned`).
 * - The number of refused births (for `EVENT.full`).
 * - 1 + the row of the behavior that caused a quarantine.
 * - 1 + the id of a parent.
 * - The cause of a death.
 * @param x the x coordinate of the position (m); for `EVENT.fired` and `EVENT.spawned`, the number of refused births
 */
export function raise(
  world: SharedWorld,
  kind: number,
  agent: number,
  species: number,
  other: number,
  x: number,
  y: number,
  z: number,
): void {
  const { control, back } = world;
  const count = back.eventCount[0];
  const at = count & (control.eventTick.length - 1);
  control.eventTick[at] = world.frontTick + 1;
  control.eventKind[at] = kind;
  control.eventAgent[at] = agent;
  control.eventSpecies[at] = species;
  control.eventOther[at] = other;
  control.eventPosition.x[at] = x;
  control.eventPosition.y[at] = y;
  control.eventPosition.z[at] = z;
  back.eventCount[0] = count + 1;
}
