import { parseScenario } from '../../../src/scenario/parse.ts';
import { randomOf } from '../random-of.ts';
import type { HashScene } from './hash-scene.ts';

const SECOND = { second: { target: 'post' } };
const BEHAVIORS: readonly [name: string, behavior: Record<string, unknown>][] = [
  ['flee', { type: 'flee', quarry: 'lead', from: 0.5, to: 12 }],
  ['pursue', { type: 'pursue', quarry: 'lead', choose: 'assigned' }],
  ['evade', { type: 'evade', quarry: 'lead', to: 9 }],
  ['interpose', { type: 'interpose', quarry: 'lead', ...SECOND }],
  ['cruise', { type: 'cruise', speed: 4 }],
  ['tether', { type: 'tether', target: 'post', length: 3 }],
  ['a wedge', { type: 'formation', quarry: 'lead', choose: 'assigned' }],
  ['a chain', { type: 'formation', quarry: 'crowd', choose: 'assigned', shape: 'column' }],
  ['a block about a target', { type: 'formation', target: 'post', shape: 'block', above: 1 }],
  ['leaderFollow', { type: 'leaderFollow', quarry: 'lead' }],
  ['queue', { type: 'queue', radius: 2 }],
  ['followPath', { type: 'followPath', switchDistance: 0.5 }],
  ['followPath, open', { type: 'followPath', path: 'open', end: 'stop' }],
  ['stayOnPath', { type: 'stayOnPath', path: 'open' }],
  ['avoidance', { type: 'avoidance', margin: 0.2 }],
  ['avoidance by reflection', { type: 'avoidance', steer: 'reflect' }],
  ['collisionAvoidance', { type: 'collisionAvoidance', radius: 3, margin: 0.4 }],
  ['anticipation', { type: 'anticipation', radius: 3 }],
];

/** 59 agents of mixed speeds among five leaders, two of them on one spot. */
function crowd(
  behavior: Record<string, unknown>,
  dimensions: number,
  bounds: string,
  turnRate: object,
) {
  const box = { min: [-11, -10, -9.5], max: [11, 10, 9.5] };
  const spot = [1, 2, dimensions === 3 ? 3 : 0];
  const random = randomOf(4);
  const position = (): number[] => box.max.map((half) => 1.8 * half * (random() - 0.5));
  const positions = [spot, spot, ...Array.from({ length: 57 }, position)];
  const velocities = positions.map((_, k) => (k % 9 === 0 ? [0, 0, 0] : position()));
  return parseScenario({
    name: 'crowd',
    seed: 11,
    dimensions,
    bounds: bounds === 'open' ? { type: 'open' } : { type: bounds, ...box },
    species: [
      {
        name: 'crowd',
        count: 59,
        radius: 0.3,
        maxSpeed: 5,
        maxForce: 30,
        ...turnRate,
        spawn: { type: 'points', positions, velocities },
        behaviors: [behavior, { type: 'wander', weight: 2 }],
      },
      {
        name: 'lead',
        count: 5,
        maxSpeed: 3,
        spawn: { type: 'box', ...box, velocity: { speed: 3 } },
        behaviors: [{ type: 'wander', weight: 3 }, { type: 'seek' }],
      },
    ],
    targets: [
      {
        name: 'post',
        position: [4, 3, 0],
        motion: { type: 'orbit', center: [0, 0, 0], rate: 0.7 },
      },
    ],
    paths: [
      {
        name: 'ring',
        closed: true,
        points: [
          [-6, -5],
          [6, -5, 1],
          [5, 6, -1],
        ],
      },
      {
        name: 'open',
        points: [
          [-8, 0, 2],
          [0, 7],
          [8, 0, -2],
        ],
      },
    ],
    obstacles: [
      { type: 'sphere', center: [3, 3, 3], radius: 1.5 },
      { type: 'box', min: [-5, -6, -8], max: [-3, -4, 8] },
      { type: 'plane', point: [0, -8, 0], normal: [0.1, 1, 0] },
      { type: 'sphere', center: [0, 0, 0], radius: 9, keep: 'inside' },
      { type: 'box', min: [-9, -9, -9], max: [9, 8, 9], keep: 'inside' },
    ],
  });
}

const SPACES: readonly [2 | 3, string, object][] = [
  [2, 'wrap', {}],
  [3, 'wrap', {}],
  [3, 'open', { turnRate: 2 }],
  [2, 'contain', { turnRate: 2 }],
];

/** Each behavior in each space; no agent ends. */
export const STEERING: readonly HashScene[] = BEHAVIORS.flatMap(([name, behavior], k) =>
  // Successive behaviors are in other spaces first.
  [...SPACES.keys()].map((n) => {
    const [dimensions, bounds, turnRate] = SPACES[(n + k) % SPACES.length];
    return {
      name: `${name} in ${dimensions}D, bounds that ${bounds}`,
      make: () => crowd(behavior, dimensions, bounds, turnRate),
      areAlive: true,
      isFirst: n === 0,
    };
  }),
);
