/** Small, lopsided scenes: prime counts, no two edges equal, two species. */

const flocking = [
  { type: 'cohesion', weight: 8, radius: 9 },
  { type: 'alignment', weight: 8, radius: 7.5 },
  { type: 'separation', weight: 12, radius: 5 },
];

/** Two species on one torus, which is equally crowded with many birds and with few. */
export function flock(birds = 17): {
  readonly [key: string]: unknown;
  readonly species: readonly object[];
} {
  const max = [40, 31, 53].map((edge) => edge * Math.cbrt(birds / 17));
  const spawn = { type: 'box', min: [0, 0, 0], max, velocity: { speed: 5 } };
  return {
    name: 'small-flock',
    seed: 7,
    bounds: { type: 'wrap', min: [0, 0, 0], max },
    species: [
      { name: 'bird', count: birds, maxSpeed: 9, maxForce: 27, spawn, behaviors: flocking },
      { name: 'hawk', count: 3, maxSpeed: 11, spawn, behaviors: [{ type: 'wander' }] },
    ],
  };
}

/** Sixteen beams leave at tick 0 and one at tick 5; all of them hit within a second. */
export const beams = {
  name: 'small-beams',
  seed: 3,
  species: [
    {
      name: 'beam',
      count: 19,
      spawn: { type: 'pool' },
      damping: 0.1,
      lifetime: 5,
      behaviors: [{ type: 'homing', speed: 30, curvatureRadius: 4 }],
    },
  ],
  targets: [{ name: 'ball', position: [1, 2, 10], radius: 1.5, impact: 1 }],
  launchers: [{ name: 'gun', species: 'beam', target: 'ball', position: [0, 0, 0], speed: 30 }],
  commands: [
    { tick: 0, type: 'fire', count: 16 },
    { tick: 5, type: 'fire' },
  ],
};

/** More ticks than any test waits for. */
export const FOREVER = '1000000000';

/** Room for 9, of which 4 agents live first. One is removed, and another is born in its place; a third comes later. */
export const births = {
  name: 'births',
  dimensions: 2,
  species: [
    { name: 'hare', count: 3, capacity: 4, spawn: { type: 'box', min: [0, 0], max: [9, 9] } },
    { name: 'fox', count: 1, capacity: 5, spawn: { type: 'box', min: [0, 0], max: [9, 9] } },
  ],
  commands: [
    { tick: 1, type: 'remove', ids: [1] },
    { tick: 4, type: 'spawn', species: 'hare', count: 2, position: [1, 1], velocity: [0.5, 0.25] },
    { tick: 15, type: 'spawn', species: 'fox', count: 1, position: [2, 3] },
    { tick: 22, type: 'remove', ids: [0] },
  ],
};
