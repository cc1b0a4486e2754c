import {
  type KernelName,
  orderParameters,
  STATUS,
  stateHash,
  type World,
  type WorldEvent,
} from '@skein/core';
import { f32Number, type OrderParameters } from '@skein/core/describe';
import { innerOf } from '@skein/core/internal';
import { counted } from './counted.ts';
import { type Timings, timingsOf } from './timings.ts';

/** The event of an agent that hit a target, or struck another agent. */
export type HitEvent = Extract<WorldEvent, { type: 'hit' | 'strike' }>;

/** The event of an agent that flew all the way around a target without coming closer. */
export type OrbitEvent = Extract<WorldEvent, { type: 'orbit' }>;

/** An event that a species is set to report. */
export type ReportEvent = Extract<WorldEvent, { type: (typeof REPORTS)[number] }>;

const REPORTS = [
  'arrived',
  'entered',
  'left',
  'unreachable',
  'waiting',
  'near',
  'born',
  'died',
] as const;

export function isReport(event: WorldEvent): event is ReportEvent {
  return (REPORTS as readonly string[]).includes(event.type);
}

/** The event for agents that laws could not create, because their species had no free slot. */
export type FullEvent = Extract<WorldEvent, { type: 'full' }>;

/** The event of an agent whose next state was not finite. */
export type QuarantineEvent = Extract<WorldEvent, { type: 'quarantined' }>;

/** The result of a run. `--json` prints it unchanged. */
export interface Summary {
  readonly scenario: string;
  readonly ticks: number;
  readonly interrupted: boolean;
  readonly workers: number;
  readonly kernel: KernelName | 'gpu';
  readonly seed: number;
  /** The hash of the last state. */
  readonly hash: string;
  /** The maximum number of agents, summed over all species. */
  readonly agents: number;
  readonly alive: number;
  /** The number of agents whose next state was not finite. Such agents stay where they were. */
  readonly quarantined: number;
  /** The quarantines of the run. If many agents are quarantined in one tick, only the first of them are listed. */
  readonly quarantines: readonly Omit<QuarantineEvent, 'type'>[];
  readonly hits: readonly Hit[];
  readonly orbits: readonly Omit<OrbitEvent, 'type'>[];
  /** The events that species report, in order of time; missing if no species reports events. */
  readonly reports?: readonly ReportEvent[];
  /** The births that found no free slot, one entry per tick; missing if no law creates agents. */
  readonly full?: readonly Omit<FullEvent, 'type'>[];
  readonly orderParameters: OrderParameters;
  /** With --heavy, the number of ticks that were run a second time and gave equal results. Missing without --heavy. */
  readonly heavyTicks?: number;
  /** The times per tick, in ms; null if no tick was run. */
  readonly msPerTick: Timings | null;
}

/** An entry for a hit, with the name of the target or the id of the agent that was hit. */
type Hit = Omit<HitEvent, 'type' | 'target' | 'quarry'> &
  ({ readonly target: string } | { readonly quarry: number });

/** The facts about a run that the world of the run does not contain. */
export interface RunFacts {
  readonly interrupted: boolean;
  readonly workers: number;
  readonly kernel: KernelName | 'gpu';
  readonly seed: number;
  readonly hits: readonly HitEvent[];
  readonly orbits: readonly OrbitEvent[];
  readonly reports: readonly ReportEvent[];
  readonly full: readonly FullEvent[];
  readonly quarantines: readonly QuarantineEvent[];
  readonly tickMs: readonly Float32Array[];
  readonly heavyTicks?: number;
}

export function summarize(world: World, facts: RunFacts): Summary {
  return {
    scenario: world.scenario.name,
    ticks: world.tick,
    interrupted: facts.interrupted,
    workers: facts.workers,
    kernel: facts.kernel,
    seed: facts.seed,
    hash: stateHash(world),
    agents: world.count,
    alive: countOf(world, STATUS.alive),
    quarantined: countOf(world, STATUS.quarantined),
    quarantines: facts.quarantines.map(quarantineOf),
    hits: facts.hits.map(hitOf),
    orbits: facts.orbits.map(orbitOf),
    ...(innerOf(world).plan.reports > 0 && { reports: facts.reports.map(reportOf) }),
    ...(innerOf(world).plan.births && { full: facts.full.map(({ type: _, ...event }) => event) }),
    orderParameters: orderParameters(world),
    ...(facts.heavyTicks !== undefined && { heavyTicks: facts.heavyTicks }),
    msPerTick: timingsOf(facts.tickMs) ?? null,
  };
}

function hitOf(event: HitEvent): Hit {
  const { tick, id, species, position } = event;
  const whom = event.type === 'hit' ? { target: event.target } : { quarry: event.quarry };
  return { tick, id, species, ...whom, position: f32Point(position) };
}

function orbitOf({ tick, id, species, target, position }: OrbitEvent): Omit<OrbitEvent, 'type'> {
  return { tick, id, species, target, position: f32Point(position) };
}

function reportOf(event: ReportEvent): ReportEvent {
  return { ...event, position: f32Point(event.position) };
}

function quarantineOf({
  type: _,
  position,
  ...event
}: QuarantineEvent): Omit<QuarantineEvent, 'type'> {
  return { ...event, position: f32Point(position) };
}

type Point = OrbitEvent['position'];

function f32Point([x, y, z]: Point): Point {
  return [f32Number(x), f32Number(y), f32Number(z)];
}

function countOf(world: World, wanted: number): number {
  const status = world.views.status;
  let count = 0;
  for (let i = 0; i < world.count; i++) if (status[i] === wanted) count++;
  return count;
}

/** Returns the summary as text, for people. */
export function summaryText(summary: Summary): string {
  const { hits, orderParameters: order, msPerTick: ms } = summary;
  const head =
    `${summary.scenario}: ${counted(summary.ticks, 'tick')}, ${counted(summary.workers, 'worker')}, ` +
    `${summary.kernel} kernel, seed ${summary.seed}${summary.interrupted ? ', interrupted' : ''}`;
  const rows: [string, string][] = [
    ['hash', summary.hash],
    ['alive', `${summary.alive} of at most ${summary.agents}`],
    ...quarantineRow(summary),
    ['hits', hits.length === 0 ? '0' : `${hits.length}, ${tickRange(hits)}`],
    ...orbitRow(summary),
    ...reportRow(summary),
    ...fullRow(summary),
    ['polarization', readable(order.polarization)],
    ['rotation', readable(order.rotation)],
    ['nearest neighbor', withUnit(order.meanNearestNeighborDistance, 'm (mean)')],
    ['speed', withUnit(order.meanSpeed, 'm/s (mean)')],
    ...heavyRow(summary),
    [
      'ms per tick',
      ms === null
        ? 'none'
        : `min ${readable(ms.min)}, median ${readable(ms.median)}, ` +
          `p95 ${readable(ms.p95)}, max ${readable(ms.max)}`,
    ],
  ];
  return `${head}\n${rows.map(([label, value]) => `  ${label.padEnd(17)} ${value}\n`).join('')}`;
}

/** Returns the row about quarantined agents. Usually there is nothing to report, and no row. */
function quarantineRow({ quarantined, quarantines }: Summary): [string, string][] {
  if (quarantined === 0) return [];
  const told = `${quarantined}, no longer finite`;
  if (quarantines.length === 0) return [['quarantined', told]];
  const [{ id, species, tick, behavior }] = quarantines;
  const by = behavior === undefined ? '' : `, by ${behavior}`;
  return [['quarantined', `${told}; first agent ${id} of ${species} at tick ${tick}${by}`]];
}

/** Returns the row about agents that flew around a target. Usually there is nothing to report, and no row. */
function orbitRow({ orbits }: Summary): [string, string][] {
  if (orbits.length === 0) return [];
  const told = `${counted(orbits.length, 'flight')} around a target without coming closer, ${tickRange(orbits)}`;
  return [['orbits', told]];
}

/**
 * Returns the row about reported events. It says how many events of each type were reported. The types are in the order
 * in which they first occur.
 */
function reportRow({ reports }: Summary): [string, string][] {
  if (reports === undefined) return [];
  const counts = new Map<string, number>();
  for (const { type } of reports) counts.set(type, (counts.get(type) ?? 0) + 1);
  const told = [...counts].map(([type, count]) => `${count} ${type}`).join(', ');
  return [['reports', told === '' ? 'none' : `${told}, ${tickRange(reports)}`]];
}

/** Returns the row about births that found no free slot. If there are none, returns no row. */
function fullRow({ full = [] }: Summary): [string, string][] {
  if (full.length === 0) return [];
  const sum = (key: 'recycled' | 'refused') => full.reduce((all, event) => all + event[key], 0);
  const [refused, recycled] = [sum('refused'), sum('recycled')];
  const told = [
    ...(refused > 0 ? [`${counted(refused, 'birth')} refused`] : []),
    ...(recycled > 0 ? [`${counted(recycled, 'agent')} recycled for births`] : []),
  ];
  return [['full', `${told.join(', ')}, ${tickRange(full)}`]];
}

function heavyRow({ heavyTicks }: Summary): [string, string][] {
  if (heavyTicks === undefined) return [];
  return [['heavy', `${counted(heavyTicks, 'tick')} done again, all equal`]];
}

function tickRange(events: readonly { readonly tick: number }[]): string {
  const first = events[0].tick;
  const last = events.at(-1)!.tick;
  return first === last ? `at tick ${first}` : `from tick ${first} to ${last}`;
}

function withUnit(value: number | null, unit: string): string {
  return value === null ? 'none' : `${readable(value)} ${unit}`;
}

function readable(value: number): string {
  return String(Number(value.toPrecision(4)));
}
