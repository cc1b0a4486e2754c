/** Two species of a small, lopsided torus. */
export function flock(birds = 17): Record<string, unknown> {
  const max = [40, 31, 53];
  const spawn = { type: 'box', min: [0, 0, 0], max, velocity: { speed: 5 } };
  return {
    name: 'small-flock',
    seed: 7,
    bounds: { type: 'wrap', min: [0, 0, 0], max },
    species: [
      {
        name: 'bird',
        count: birds,
        minSpeed: 1,
        maxSpeed: 9,
        maxForce: 27,
        spawn,
        behaviors: [
          { type: 'cohesion', weight: 8, radius: 9 },
          { type: 'alignment', weight: 8, radius: 7.5 },
          { type: 'separation', weight: 12, radius: 5 },
        ],
      },
      { name: 'hawk', count: 3, maxSpeed: 11, spawn, behaviors: [{ type: 'wander' }] },
    ],
  };
}

/** A plan of the flock: 3 x 2 combinations, 2 seeds. */
export function flockPlan(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    scenario: flock(),
    ticks: 23,
    seeds: '1..2',
    parameters: {
      'bird.separation.weight': { from: 0, to: 12, steps: 3 },
      'bird.cohesion.weight': [1, 4],
    },
    measures: ['polarization', 'bird.alive'],
    every: 10,
    ...more,
  };
}
