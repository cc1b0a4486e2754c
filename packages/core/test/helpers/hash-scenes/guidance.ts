import { parseScenario } from '../../../src/scenario/parse.ts';
import type { HashScene } from './hash-scene.ts';

const LAWS: readonly [string, Record<string, unknown>][] = [
  ['homing', { type: 'homing' }],
  ['turn by vector', { type: 'turn' }],
  ['turn by quaternion', { type: 'turn', by: 'quaternion' }],
  ['turn by quaternion, level', { type: 'turn', by: 'quaternion', level: true }],
  ['yawPitch', { type: 'yawPitch', pitchRate: 0.7 }],
  ['lead', { type: 'lead' }],
  ['lead, simple', { type: 'lead', solve: 'simple' }],
  ['navigation', { type: 'navigation', augmentation: 0.7 }],
  ['intercept', { type: 'intercept', gain: 2, period: 1.5 }],
  ['rendezvous', { type: 'rendezvous', velocity: [3, -9, 20], period: 1.5 }],
  ['ballistic', { type: 'ballistic' }],
];

function range(law: Record<string, unknown>, dimensions: number, bounds: unknown): unknown {
  const limits = { mass: 2, radius: 0.3, damping: 0.1, lifetime: 3 };
  const gravity = { type: 'gravity', acceleration: 2 };
  const box = { type: 'box', min: [-30, -20, -25], max: [31, 17, 29], velocity: { speed: 9 } };
  return {
    name: 'range',
    seed: 5,
    dimensions,
    bounds,
    species: [
      { name: 'hunter', count: 37, spawn: box, ...limits, behaviors: [{ ...law, quarry: 'prey' }] },
      { name: 'shot', count: 11, spawn: { type: 'pool' }, ...limits, behaviors: [gravity, law] },
      { name: 'prey', count: 23, spawn: box, behaviors: [{ type: 'wander', weight: 9 }] },
    ],
    targets: [
      {
        name: 'goal',
        position: [14, 3, 20],
        radius: 1,
        impact: 0.1,
        stiffness: 2,
        motion: { type: 'orbit', center: [0, 0, 5], axis: [1, 2, 3], rate: 1.3 },
      },
    ],
    launchers: [
      { name: 'gun', species: 'shot', target: 'goal', position: [-9, -8, 7], speed: 30 },
      {
        ...{ name: 'mortar', species: 'shot', target: 'goal', position: [9, -8, -7], speed: 30 },
        aim: 'ballistic',
      },
    ],
    commands: [
      { tick: 3, type: 'fire', launcher: 'gun', count: 5 },
      { tick: 30, type: 'fire', launcher: 'mortar', count: 2 },
      { tick: 77, type: 'fire', launcher: 'mortar', angle: 0.1, count: 3 },
    ],
  };
}

const WRAP = { type: 'wrap', min: [-60, -50, -70], max: [61, 52, 70] };

const SPACES: readonly [string, 2 | 3, object][] = [
  ['in open space', 3, { type: 'open' }],
  ['on a torus', 3, WRAP],
  ['in the plane', 2, WRAP],
];

/** Each law in an uneven world: some agents fly at a target on an orbit, some chase agents, some are fired. */
export const GUIDANCE: readonly HashScene[] = LAWS.flatMap(([name, law], k) =>
  [...SPACES.keys()].map((n) => {
    const [where, dimensions, bounds] = SPACES[(n + k) % SPACES.length];
    return {
      name: `${name} ${where}`,
      make: () => parseScenario(range(law, dimensions, bounds)),
      isFirst: n === 0,
    };
  }),
);
