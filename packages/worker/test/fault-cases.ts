/**
 * The matrix of faults on real threads: kind, phase, worker and number of workers. Each case is made from its seed
 * alone, and consecutive seeds go through all kinds and phases.
 */
import {
  createWorld,
  parseScenario,
  type Scenario,
  stateHash,
  takeEvents,
  tick,
  type World,
  type WorldEvent,
} from '@skein/core';
import { innerOf, type Phase, PIPELINE, workerProgress } from '@skein/core/internal';
import { defineLaw } from '@skein/core/laws';
import type { Team, TeamFault } from '@skein/worker';
import { expect, vi } from 'vitest';
import { FAULT_KINDS, type FaultKind, type PlannedFault, STARVE_MS } from '../src/faults.ts';
import { patientTeam } from './patient-team.ts';
import { RecordedThreads } from './recorded-threads.ts';
import { beams, flock, randomOf, school } from './scenes.ts';

/** The faults that a thread performs by itself, and `kill`: the thread is ended from outside while it is parked. */
export const KINDS = [...FAULT_KINDS, 'kill'] as const;
export type Kind = (typeof KINDS)[number];

const PHASES = (PIPELINE as readonly Phase[]).map(({ name }) => name);
const WITH_BARRIER = (PIPELINE as readonly Phase[]).filter((one) => one.barrier);
/** The faults that only the watchdog notices. */
const SILENT: readonly Kind[] = ['hang', 'wait', 'starve'];

const [beam] = beams.species;
const litter = defineLaw({
  name: 'litter',
  description: 'Grows hungry; has young before it starves.',
  columns: { hunger: { type: 'f32', min: 0, max: 10 } },
  next: ({ self }) => ({ hunger: self.hunger.add(0.25) }),
  ends: ({ self }) => self.hunger.greaterThan(4),
  births: ({ self, random }) => [
    {
      when: self.hunger.greaterThan(3).and(self.hunger.lessThanEqual(3.5)),
      position: self.position.add(random.direction()),
      columns: { hunger: random.uniform() },
    },
  ],
});

/** Bounds for the scenes that have none, because scalar fields need bounds. */
const ROOM = { type: 'contain', min: [-300, -300, -300], max: [300, 300, 300] };

/** All scenes have hounds, so that each phase runs, and commands of each kind. */
const SCENES: readonly Scenario[] = [
  parseScenario({
    ...beams,
    species: [{ ...beam, trail: {}, sparks: { count: 5 } }],
    particles: { capacity: 3000 },
  }),
  school,
  flock,
].map(withHounds);

/**
 * Adds hounds to a scenario. They pursue the nearest quarry, change states, report events and deposit a scent. A law
 * makes them hungry, gives them young and ends them.
 */
function withHounds(scenario: Scenario): Scenario {
  const [{ name: quarry }] = scenario.species;
  const hound = {
    name: 'hound',
    count: 5,
    capacity: 9,
    whenFull: 'recycle',
    maxSpeed: 6,
    spawn: { type: 'sphere', center: [0, 0, 0], radius: 5 },
    goals: { type: 'mirror', center: [0, 0, 0] },
    columns: { hunger: { type: 'f32', initial: { min: 0, max: 4 } } },
    states: [
      { name: 'sniff', next: [{ type: 'near', to: 'chase', species: quarry, distance: 2 }] },
      { name: 'chase', next: [{ type: 'after', to: 'sniff', time: 0.1 }] },
    ],
    behaviors: [
      { type: 'wander', states: ['sniff'] },
      { type: 'pursue', quarry, assignable: true },
      { type: 'goal' },
      { type: 'law:litter' },
      { type: 'deposit', field: 'scent' },
    ],
    reports: [
      { type: 'near', species: quarry, distance: 2 },
      { type: 'born' },
      { type: 'died' },
      { type: 'arrived', radius: 1 },
      { type: 'entered', state: 'chase' },
    ],
  };
  const stone = { type: 'sphere', center: [3, 0, 0], radius: 1, velocity: [0, 1, 0] };
  const hounds = { species: 'hound' };
  const at = (...vector: number[]): number[] => vector.slice(0, scenario.dimensions);
  const commands = [
    { type: 'spawn', tick: 4, ...hounds, position: at(1, 2, 3), columns: { hunger: 9 } },
    { type: 'go', tick: 5, ...hounds, position: at(4, 4, 4) },
    { type: 'place', tick: 6, ...hounds, velocity: at(1, 0, -1) },
    { type: 'write', tick: 7, ...hounds, column: 'hunger', value: 3 },
    { type: 'assign', tick: 8, ...hounds, quarry: 1 },
    { type: 'obstacle', tick: 9, do: 'add', name: 'stone', obstacle: stone },
    { type: 'obstacle', tick: 12, do: 'move', name: 'stone', position: [0, 3, 0] },
    { type: 'set', tick: 14, ...hounds, parameter: 'maxSpeed', value: 4 },
    { type: 'assign', tick: 16, ...hounds, clear: true },
    { type: 'remove', tick: 18, sphere: { center: [0, 0, 0], radius: 2 } },
    { type: 'obstacle', tick: 21, do: 'remove', name: 'stone' },
    { type: 'spawn', tick: 22, ...hounds, count: 6, sphere: { center: [0, 0, 0], radius: 3 } },
  ];
  return parseScenario(
    {
      ...scenario,
      obstacleCapacity: 2,
      bounds: scenario.bounds.type === 'open' ? ROOM : scenario.bounds,
      fields: [{ name: 'scent', cells: [5, 3, 4].slice(0, scenario.dimensions), decay: 1 }],
      species: [...scenario.species, hound],
      commands: [...scenario.commands, ...commands],
    },
    { laws: [litter] },
  );
}

/** The number of ticks of a case. Its faults are planned for ticks 3 to 26. */
const TICKS = 30;

const MIN_WORKERS = 2;
export const MAX_WORKERS = 8;

export interface FaultCase {
  readonly seed: number;
  readonly kind: Kind;
  readonly workers: number;
  readonly scenario: Scenario;
  readonly faults: readonly PlannedFault[];
}

/**
 * Makes the case of a seed: a fault whose kind and phase follow from the seed, and up to two more faults of that
 * kind.
 */
export function caseOf(seed: number): FaultCase {
  const random = randomOf(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const kind = KINDS[seed % KINDS.length];
  const workers = MIN_WORKERS + below(MAX_WORKERS - MIN_WORKERS + 1);
  const act: FaultKind = kind === 'kill' ? 'wait' : kind;
  const more = kind === 'kill' || kind === 'starve' ? 0 : below(3);
  const faults = Array.from({ length: 1 + more }, (_, k): PlannedFault => {
    const phases = act === 'arrive' ? WITH_BARRIER.map(({ name }) => name) : PHASES;
    const at = k === 0 ? Math.floor(seed / KINDS.length) : below(phases.length);
    const phase = phases[at % phases.length];
    return { worker: below(workers), phase, kind: act, tick: 3 + 8 * k + below(8) };
  });
  return { seed, kind, workers, scenario: SCENES[below(SCENES.length)], faults };
}

export function nameOf({ seed, kind, workers, scenario, faults }: FaultCase): string {
  const places = faults.map(
    (fault) => `worker ${fault.worker} in ${fault.phase} of tick ${fault.tick}`,
  );
  return `seed ${seed}: ${kind} of ${places.join(', ')}; ${workers} workers, ${scenario.name}`;
}

/** The outcome of a case. */
export interface Suffered {
  /** A description of what is wrong; undefined if nothing was lost. */
  readonly wrong: string | undefined;
  readonly recoveries: readonly Recovery[];
}

/**
 * How long it took until the team continued, ms, and whether no worker was left, so that it waited for a new thread.
 */
export interface Recovery {
  readonly ms: number;
  readonly alone: boolean;
}

/** Runs a case to its end. */
export async function suffer(one: FaultCase): Promise<Suffered> {
  const { workers, faults, kind } = one;
  const world = createWorld(one.scenario);
  const expected = createWorld(one.scenario);
  using threads = new RecordedThreads(kind === 'starve' ? 2 * STARVE_MS : 0);
  const stallMs = SILENT.includes(kind) ? 200 : 60_000;
  await using team = await patientTeam(world, workers, { faults, stallMs, mostLosses: 1000 });
  const told: TeamFault[] = [];
  const events: WorldEvent[] = [];
  const recoveries: Recovery[] = [];
  let alone = false;
  team.on('fault', (fault) => {
    told.push(fault);
    alone ||= /as soon as they have started/.test(fault.error.message);
  });
  team.on('event', (event) => events.push(event));
  team.on('moved', ({ recoveryMs }) => {
    recoveries.push({ ms: recoveryMs, alone });
    alone = false;
  });

  const killed = kind === 'kill' ? kill(world, threads, faults[0]) : undefined;
  const { hashes = [] } = await team.run(TICKS, { hash: true });
  await killed;
  await vi.waitFor(() => expect(team.workers).toBe(workers), { timeout: 20_000 });
  await team.run(3);
  if (kind === 'starve') await goOnPast(team, told);

  const expectedHashes: string[] = [];
  while (expected.tick < world.tick) {
    tick(expected);
    if (expected.tick <= TICKS) expectedHashes.push(stateHash(expected));
  }
  return { wrong: wrongOf(), recoveries };

  function wrongOf(): string | undefined {
    const differs = expectedHashes.findIndex((hash, index) => hash !== hashes[index]);
    if (differs >= 0) return `another hash at tick ${differs + 1}`;
    if (hashes.length !== TICKS) return `${hashes.length} hashes of ${TICKS} ticks`;
    if (stateHash(world) !== stateHash(expected)) return `another hash at tick ${world.tick}`;
    if (JSON.stringify(events) !== JSON.stringify(takeEvents(expected))) return 'other events';
    // A barrier may open before the worker that should fail there reaches its fault.
    if (told.length === 0 && kind !== 'arrive') return 'no fault was told';
    return SILENT.includes(kind) || kind === 'arrive' ? undefined : missing(told, faults);
  }
}

/** Compares the reported faults with the planned ones. Patience is so long that no other worker can count as dead. */
function missing(told: readonly TeamFault[], faults: readonly PlannedFault[]): string | undefined {
  const place = (one: { tick?: number | undefined; phase?: string | undefined }) =>
    `${one.phase} of tick ${one.tick}`;
  const found = told.map(({ error }) => place(error)).join(', ');
  const planned = faults.map(place).join(', ');
  return found === planned ? undefined : `told of faults in ${found}; expected ${planned}`;
}

/** Runs more ticks until the worker that counted as dead has woken and has finished its work. */
async function goOnPast(team: Team, told: readonly TeamFault[]): Promise<void> {
  const until = performance.now() + STARVE_MS + 150;
  while (told.length > 0 && performance.now() < until) {
    await team.run(2);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until the worker is parked at its fault, and ends its thread from outside. */
async function kill(world: World, threads: RecordedThreads, fault: PlannedFault): Promise<void> {
  // In `settle`, the worker that comes last is parked.
  const suspects = fault.phase === 'settle' ? [...threads.all.keys()] : [fault.worker];
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (world.tick > fault.tick) return;
    const there = suspects.find((worker) => {
      const { tick, phase, waiting } = workerProgress(innerOf(world), worker);
      return tick === fault.tick && phase === fault.phase && !waiting;
    });
    if (there === undefined) continue;
    // Only once: the worker that repeats the tick passes this place as well.
    await threads.all[there].terminate();
    return;
  }
}
