import {
  CAUSE_BITS,
  CAUSES,
  EVENT,
  EVENT_BITS,
  EVENT_MASK,
  type WorldEvent,
} from '../world/events.ts';
import { isIdOf } from '../world/ids.ts';
import { EVENT_ROWS, type EventRecords } from '../world/layout.ts';
import type { Plan } from '../world/plan.ts';
import type { ReportPlan } from '../world/report-plan.ts';
import { type PlaneView, planeViews } from './planes.ts';

/** The maximum number of events in a snapshot. As objects, this many events take more than a gigabyte. */
export const MAX_EVENTS = 0x80_0000;

/** An event of a step. */
type LastingEvent = Exclude<WorldEvent, { readonly type: 'retracted' }>;

/** Whether an event is one of a step, and not about earlier events. */
export function isLasting(event: WorldEvent): event is LastingEvent {
  return event.type !== 'retracted';
}

/** Encodes events as rows of the event ring. This is the inverse of `eventAt`. */
export function eventPlanes(plan: Plan, events: readonly LastingEvent[]): PlaneView[] {
  const records = recordsOf(events.length);
  for (const [at, event] of events.entries()) write(plan, records, at, event);
  return planeViews(EVENT_ROWS, records);
}

function recordsOf(count: number): EventRecords {
  const words = (): Uint32Array => new Uint32Array(count);
  const numbers = (): Float32Array => new Float32Array(count);
  return {
    eventTick: words(),
    eventKind: words(),
    eventAgent: words(),
    eventOther: words(),
    eventSpecies: words(),
    eventPosition: { x: numbers(), y: numbers(), z: numbers() },
  };
}

function write(plan: Plan, records: EventRecords, at: number, event: LastingEvent): void {
  records.eventTick[at] = event.tick;
  records.eventKind[at] = EVENT[event.type];
  if (event.type === 'removed') {
    records.eventAgent[at] = event.count;
    return;
  }
  if (event.type === 'full') {
    records.eventAgent[at] = event.recycled;
    records.eventOther[at] = event.refused;
    records.eventSpecies[at] = indexOfSpecies(plan, event.species);
    return;
  }
  if (event.type === 'fired' || event.type === 'spawned') {
    records.eventAgent[at] = event.count;
    records.eventOther[at] = event.recycled;
    records.eventSpecies[at] =
      event.type === 'fired'
        ? plan.launchers.findIndex(({ name }) => name === event.launcher)
        : indexOfSpecies(plan, event.species);
    writePosition(records, at, [event.refused, 0, 0]);
    return;
  }
  const order = isReport(event) ? orderOf(plan, event) : 0;
  records.eventKind[at] |= order << EVENT_BITS;
  records.eventAgent[at] = event.id;
  records.eventSpecies[at] = indexOfSpecies(plan, event.species);
  writePosition(records, at, event.position);
  if (event.type === 'hit' || event.type === 'orbit') {
    records.eventOther[at] = plan.targets.findIndex(({ name }) => name === event.target);
  } else if (event.type === 'strike') records.eventOther[at] = event.quarry;
  else if (event.type === 'struck') records.eventOther[at] = event.by;
  else if (event.type === 'near') records.eventOther[at] = event.neighbor ?? 0;
  else if (event.type === 'quarantined') records.eventOther[at] = rowOf(plan, event);
  else if (event.type === 'born') {
    records.eventOther[at] = event.parent === undefined ? 0 : event.parent + 1;
  } else if (event.type === 'died') {
    records.eventOther[at] = CAUSES.indexOf(event.of) | (rowOf(plan, event) << CAUSE_BITS);
  }
}

/** 1 + the row of the behavior that an event names; 0 if the event names no behavior. */
function rowOf(
  { species }: Plan,
  event: Extract<WorldEvent, { type: 'quarantined' | 'died' }>,
): number {
  const { behaviors } = species.find(({ name }) => name === event.species)!;
  return (behaviors.find(({ type }) => type === event.behavior)?.index ?? -1) + 1;
}

type ReportEvent = Extract<WorldEvent, { type: ReportPlan['event'] }>;

function isReport(event: LastingEvent): event is ReportEvent {
  return EVENT[event.type] >= EVENT.arrived;
}

type TargetEvent = Extract<ReportEvent, { type: 'arrived' | 'unreachable' | 'near' }>;

function isOfTarget(event: ReportEvent): event is TargetEvent {
  return event.type === 'arrived' || event.type === 'unreachable' || event.type === 'near';
}

/**
 * The index of the report that raised an event. There is only one such report, because no two reports of a species
 * raise the same event about the same thing.
 */
function orderOf(plan: Plan, event: ReportEvent): number {
  const { species, targets, paths } = plan;
  const { reports } = species.find(({ name }) => name === event.species)!;
  return reports.findIndex((report) => {
    if (report.event !== event.type) return false;
    if ('state' in report) return 'state' in event && report.name === event.state;
    if ('region' in report) return 'region' in event && report.region.name === event.region;
    if ('link' in report) return 'link' in event && report.linkName === event.link;
    if (report.event === 'born' || report.event === 'died' || report.event === 'waiting')
      return true;
    if (!isOfTarget(event) || targets[report.target]?.name !== event.target) return false;
    if (report.event === 'arrived') {
      return event.type === 'arrived' && paths[report.path]?.name === event.path;
    }
    if (report.event === 'unreachable' || event.type !== 'near') return true;
    const { distance } = report;
    return species[report.species]?.name === event.neighborSpecies && distance === event.distance;
  });
}

function indexOfSpecies({ species }: Plan, wanted: string): number {
  return species.findIndex(({ name }) => name === wanted);
}

function writePosition(
  { eventPosition }: EventRecords,
  at: number,
  position: readonly [number, number, number],
): void {
  eventPosition.x[at] = position[0];
  eventPosition.y[at] = position[1];
  eventPosition.z[at] = position[2];
}

const KINDS: ReadonlySet<number> = new Set(Object.values(EVENT));

/** Whether all names in a row of the event ring exist in the scenario, so that `eventAt` can decode the row. */
export function isEvent(plan: Plan, records: EventRecords, at: number, tick: number): boolean {
  const kind = records.eventKind[at] & EVENT_MASK;
  const species = records.eventSpecies[at];
  if (records.eventTick[at] > tick || !KINDS.has(kind)) return false;
  if (kind === EVENT.removed) return records.eventAgent[at] <= plan.agents;
  if (kind === EVENT.fired) return species < plan.launchers.length;
  if (kind === EVENT.spawned || kind === EVENT.full) return species < plan.species.length;
  const order = records.eventKind[at] >>> EVENT_BITS;
  if (kind >= EVENT.arrived) {
    const report = plan.species[species]?.reports[order];
    if (report === undefined || EVENT[report.event] !== kind) return false;
    if (!isAbout(plan, kind, records.eventOther[at])) return false;
  } else if (order !== 0) return false;
  const atTarget = kind === EVENT.hit || kind === EVENT.orbit;
  if (atTarget && records.eventOther[at] >= plan.targets.length) return false;
  return species < plan.species.length && isIdOf(plan, records.eventAgent[at]);
}

/**
 * Whether an event that a report raised can have the value `other` in the column `eventOther`. `kind` is the kind of
 * the event.
 */
function isAbout(plan: Plan, kind: number, other: number): boolean {
  if (kind === EVENT.died) return (other & ((1 << CAUSE_BITS) - 1)) < CAUSES.length;
  if (kind === EVENT.born) return other === 0 || isIdOf(plan, other - 1);
  return isIdOf(plan, other);
}
