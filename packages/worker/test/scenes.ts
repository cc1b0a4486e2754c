/**
 * Small scenes that are hard to split evenly: no number of workers divides their counts, and one has fewer agents
 * than workers.
 */
import {
  createWorld,
  parseScenario,
  type Scenario,
  stateHash,
  tick,
  type World,
} from '@skein/core';
import { type Phase, PIPELINE } from '@skein/core/internal';

export { hashDifference } from '../../core/test/helpers/hash-difference.ts';

/** 1003 agents, a flock on a torus that is wider than high. */
export const flock = parseScenario({
  name: 'flock',
  seed: 7,
  dt: 0.05,
  dimensions: 2,
  bounds: { type: 'wrap', min: [-70, -40], max: [70, 40] },
  species: [
    {
      name: 'bird',
      count: 1003,
      spawn: { type: 'box', min: [-70, -40], max: [70, 40], velocity: { speed: 4 } },
      maxSpeed: 12,
      minSpeed: 2,
      maxForce: 30,
      behaviors: [
        { type: 'cohesion', radius: 6 },
        { type: 'alignment', radius: 5 },
        { type: 'separation', radius: 3 },
        { type: 'wander', weight: 2 },
      ],
    },
  ],
});

/** 17 fish in a box in space. */
export const school = parseScenario({
  name: 'school',
  seed: 11,
  bounds: { type: 'contain', min: [-9, -7, -5], max: [9, 7, 5] },
  species: [
    {
      name: 'fish',
      count: 17,
      spawn: { type: 'sphere', center: [0, 0, 0], radius: 4, velocity: { speed: 2 } },
      maxSpeed: 5,
      behaviors: [
        { type: 'cohesion', radius: 4 },
        { type: 'separation', radius: 2 },
        { type: 'containment', margin: 2 },
      ],
    },
  ],
});

/** Three agents: fewer than workers. */
export const trio = parseScenario({
  name: 'trio',
  seed: 3,
  species: [
    {
      name: 'mote',
      count: 3,
      spawn: {
        type: 'points',
        positions: [
          [0, 0, 0],
          [1, 0, 0],
          [1, 0, 0],
        ],
      },
      maxSpeed: 3,
      behaviors: [{ type: 'separation', radius: 2 }, { type: 'wander' }],
    },
  ],
});

/** 61 beams in a pool, fired at two targets, with events in most ticks. */
export const beams = parseScenario({
  name: 'beams',
  seed: 5,
  species: [
    {
      name: 'beam',
      count: 61,
      spawn: { type: 'pool' },
      damping: 1,
      lifetime: 4,
      behaviors: [{ type: 'homing', speed: 30, curvatureRadius: 12, target: 'near' }],
    },
  ],
  targets: [
    { name: 'near', position: [0, 0, 20], radius: 2, stiffness: 4, damping: 1, impact: 0.1 },
    { name: 'far', position: [10, 30, -20], radius: 3 },
  ],
  launchers: [
    { name: 'left', species: 'beam', target: 'near', position: [-10, 0, 0], speed: 30 },
    { name: 'right', species: 'beam', target: 'far', position: [10, 0, 0], speed: 30 },
  ],
  commands: [
    { type: 'fire', tick: 0, count: 12 },
    { type: 'fire', tick: 15, launcher: 'right', count: 7 },
    { type: 'place', tick: 21, species: 'beam', velocity: [0, 9, 0] },
    { type: 'move', tick: 40, target: 'near', position: [5, -3, 18] },
    { type: 'fire', tick: 41, count: 30 },
    { type: 'remove', tick: 47, ids: [3, 20, 33] },
    { type: 'remove', tick: 49, sphere: { center: [5, -3, 18], radius: 9 } },
    { type: 'place', tick: 52, ids: [25, 28], positions: [0, 5, 0, 2, 5, 0] },
    {
      type: 'spawn',
      tick: 55,
      species: 'beam',
      count: 9,
      position: [0, 9, 0],
      velocity: [3, 0, 1],
    },
    { type: 'fire', tick: 120, count: 61 },
    { type: 'fire', tick: 200, count: 5 },
  ],
});

/** The names of the phases that every worker runs in every tick. */
export const PHASES = (PIPELINE as readonly Phase[])
  .filter((phase) => phase.runs !== 'once' && !phase.whenHashing && phase.needs === undefined)
  .map((phase) => phase.name);

/** The hashes of ticks 1 to `ticks`, stepped on this thread. */
export function hashesOf(world: World, ticks: number): string[] {
  return Array.from({ length: ticks }, () => {
    tick(world);
    return stateHash(world);
  });
}

const oracles = new WeakMap<Scenario, { world: World; hashes: string[] }>();

/** The hashes of a scenario's first ticks. Each tick is stepped only once, on this thread. */
export function oracle(scenario: Scenario, ticks: number): string[] {
  let done = oracles.get(scenario);
  if (done === undefined) {
    done = { world: createWorld(scenario, { kernel: 'ts' }), hashes: [] };
    oracles.set(scenario, done);
  }
  done.hashes.push(...hashesOf(done.world, ticks - done.hashes.length));
  return done.hashes.slice(0, ticks);
}

/** Returns a generator of random numbers for tests, mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
