import type { ScenarioInput } from '@skein/core';

type Kind = ScenarioInput['species'][number];

/** Boids and hawks in a box with unequal edges. */
export function flock(changes: Partial<ScenarioInput> = {}): ScenarioInput {
  const spawn: Kind['spawn'] = {
    type: 'box',
    min: [-7, -3, -5],
    max: [9, 5, 2],
    velocity: { speed: 3 },
  };
  const common: Omit<Kind, 'name' | 'count'> = {
    maxSpeed: 9,
    maxForce: 27,
    spawn,
    behaviors: [{ type: 'separation' }],
  };
  return {
    name: 'flock',
    seed: 3,
    species: [
      { ...common, name: 'boid', count: 53, color: '#e08030' },
      { ...common, name: 'hawk', count: 3, color: '#3060e0' },
    ],
    ...changes,
  };
}
