import {
  type KernelName,
  type OrderParameters,
  orderParameters,
  STATUS,
  stateHash,
  type World,
  type WorldEvent,
} from '@skein/core';
import { f32Number } from './f32-text.ts';
import { type Timings, timingsOf } from './timings.ts';

export type HitEvent = Extract<WorldEvent, { type: 'hit' }>;

/** What a run came to; `--json` prints it as it stands. */
export interface Summary {
  readonly scenario: string;
  readonly ticks: number;
  readonly interrupted: boolean;
  readonly workers: number;
  readonly kernel: KernelName;
  readonly seed: number;
  /** Of the last state. */
  readonly hash: string;
  readonly agents: number;
  readonly alive: number;
  readonly hits: readonly Omit<HitEvent, 'type'>[];
  readonly orderParameters: OrderParameters;
  /** null when no tick was run. */
  readonly msPerTick: Timings | null;
}

/** What a run leaves behind besides its world. */
export interface RunFacts {
  readonly interrupted: boolean;
  readonly workers: number;
  readonly kernel: KernelName;
  readonly seed: number;
  readonly hits: readonly HitEvent[];
  readonly tickMs: readonly Float32Array[];
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
    alive: countAlive(world),
    hits: facts.hits.map(({ tick, id, species, target, position: [x, y, z] }) => ({
      tick,
      id,
      species,
      target,
      position: [f32Number(x), f32Number(y), f32Number(z)],
    })),
    orderParameters: orderParameters(world),
    msPerTick: timingsOf(facts.tickMs) ?? null,
  };
}

function countAlive(world: World): number {
  const status = world.views.status;
  let alive = 0;
  for (let i = 0; i < world.count; i++) if (status[i] === STATUS.alive) alive++;
  return alive;
}

/** The summary for people. */
export function summaryText(summary: Summary): string {
  const { hits, orderParameters: order, msPerTick: ms } = summary;
  const head =
    `${summary.scenario}: ${summary.ticks} ticks, ${counted(summary.workers, 'worker')}, ` +
    `${summary.kernel} kernel, seed ${summary.seed}${summary.interrupted ? ', interrupted' : ''}`;
  const rows: [string, string][] = [
    ['hash', summary.hash],
    ['alive', `${summary.alive} of ${summary.agents}`],
    ['hits', hits.length === 0 ? '0' : `${hits.length}, ${tickRange(hits)}`],
    ['polarization', readable(order.polarization)],
    ['nearest neighbor', withUnit(order.meanNearestNeighborDistance, 'm (mean)')],
    ['speed', withUnit(order.meanSpeed, 'm/s (mean)')],
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

function tickRange(hits: Summary['hits']): string {
  const first = hits[0]!.tick;
  const last = hits.at(-1)!.tick;
  return first === last ? `at tick ${first}` : `from tick ${first} to ${last}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function withUnit(value: number | null, unit: string): string {
  return value === null ? 'none' : `${readable(value)} ${unit}`;
}

function readable(value: number): string {
  return String(Number(value.toPrecision(4)));
}
