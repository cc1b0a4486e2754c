import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { randomOf } from './random-of.ts';

const TURN = { rotation: 0.4, angularVelocity: [0, 0, 1.5] };
const SPIN = { rotation: [1, 2, -1, 4], angularVelocity: [0.7, -0.4, 1.1] };

/** Every shape on both sides, at rest, moving, turning; commands of every kind. */
export function busyObstacles(dimensions: 2 | 3, behavior: Record<string, unknown>): Scenario {
  const random = randomOf(5);
  const flat = dimensions === 2;
  const point = (size: number): number[] => [
    size * (random() - 0.5),
    0.8 * size * (random() - 0.5),
    flat ? 0 : 0.7 * size * (random() - 0.5),
  ];
  const positions = Array.from({ length: 83 }, () => point(30));
  const turn = flat ? TURN : SPIN;
  const wedge = {
    type: 'polygon',
    points: [
      [4, 4],
      [9, 5],
      [8, 8],
      [5, 7],
    ],
  };
  return parseScenario({
    name: 'busy',
    seed: 8,
    dimensions,
    paths: [
      {
        name: 'way',
        points: [
          [-9, -9, 0],
          [9, -6, 1],
          [3, -2, 0],
        ],
        closed: true,
      },
    ],
    targets: [{ name: 'middle', position: [0, 0, 0] }],
    obstacleCapacity: 3,
    obstacles: [
      { type: 'sphere', name: 'ball', center: [-6, 3, 1], radius: 1.2, velocity: [3, -1, 0.5] },
      { type: 'sphere', center: [5, -3, 0], radius: 1 },
      { type: 'box', name: 'door', min: [-3, -6, -2], max: [3, -5, 2], ...turn },
      { type: 'box', min: [8, -2, -3], max: [10, 2, 3] },
      {
        type: 'capsule',
        name: 'arm',
        from: [-9, 6, 0],
        to: [-5, 8, flat ? 0 : 2],
        radius: 0.5,
        ...turn,
      },
      {
        type: 'capsule',
        from: [0, 9, 0],
        to: [4, 9, 0],
        radius: 0.6,
        motion: { type: 'path', path: 'way', speed: 4 },
      },
      {
        type: 'sphere',
        center: [2, 5, 0],
        radius: 0.8,
        motion: { type: 'orbit', center: [0, 3, 0], rate: 2 },
      },
      ...(flat ? [{ ...wedge, name: 'wedge', velocity: [-2, -1] }] : []),
      { type: 'plane', name: 'floor', point: [0, -14, 0], normal: [0.1, 1, 0], velocity: [0, 0.5] },
      { type: 'box', min: [-17, -15, -15], max: [17, 15, 15], keep: 'inside', ...turn },
      { type: 'sphere', center: [0, 0, 0], radius: 18, keep: 'inside' },
      { type: 'capsule', from: [-9, 0, 0], to: [9, 1, 0], radius: 16, keep: 'inside', ...turn },
    ],
    species: [
      {
        name: 'walker',
        count: positions.length,
        radius: 0.3,
        maxSpeed: 5,
        maxForce: 40,
        spawn: {
          type: 'points',
          positions,
          velocities: positions.map((_, k) => (k % 9 === 0 ? [0, 0, 0] : point(9))),
        },
        behaviors: [{ type: 'wander', weight: 2 }, { type: 'seek', target: 'middle' }, behavior],
      },
    ],
    commands: [
      { type: 'obstacle', tick: 5, do: 'move', name: 'ball', position: [1, 1, 0] },
      {
        type: 'obstacle',
        tick: 9,
        do: 'turn',
        name: 'door',
        rotation: 1,
        angularVelocity: [0, 0, -3],
      },
      { type: 'obstacle', tick: 9, do: 'remove', name: 'arm' },
      {
        type: 'obstacle',
        tick: 12,
        do: 'add',
        name: 'new',
        obstacle: flat
          ? wedge
          : { type: 'box', min: [0, 0, 0], max: [2, 1, 3], velocity: [1, 1, 0] },
      },
      { type: 'obstacle', tick: 20, do: 'turn', name: 'new', angularVelocity: [0, 0, 2] },
      {
        type: 'obstacle',
        tick: 31,
        do: 'move',
        name: 'new',
        position: [0, 2, 0],
        velocity: [0, 4],
      },
    ],
  });
}
