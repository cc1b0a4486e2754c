import { describe, expect, it } from 'vitest';
import type { World } from '../../../src/world/world.ts';
import { forcesOf } from '../../helpers/forces.ts';
import { length, pointsOf, type Triple, worldOf } from '../../helpers/scenes.ts';

/** What all steering behaviors must satisfy at the edges of their domain. */

const HALF = 20;

const behaviors: Record<string, unknown>[] = [
  { type: 'seek', quarry: 'hare' },
  { type: 'flee', quarry: 'hare' },
  { type: 'arrive', quarry: 'hare' },
  { type: 'pursue', quarry: 'hare' },
  { type: 'evade', quarry: 'hare' },
  { type: 'interpose', quarry: 'hare', second: { target: 'post' } },
  { type: 'cruise' },
  { type: 'tether', quarry: 'hare', length: 0.5 },
  { type: 'tether', target: 'post', length: 0.5 },
  { type: 'formation', quarry: 'hare' },
  { type: 'formation', target: 'post', shape: 'block' },
  { type: 'leaderFollow', quarry: 'hare' },
  { type: 'queue', radius: 9, cosine: -1 },
  { type: 'followPath' },
  { type: 'stayOnPath', halfWidth: 0.1 },
  { type: 'collisionAvoidance', radius: 9, horizon: 9, margin: 1.5 },
  { type: 'anticipation', radius: 9, horizon: 9, margin: 1.5 },
];

function at(shift: Triple, positions: number[][]): number[][] {
  return positions.map((p) =>
    p.map((v, axis) => {
      const moved = v + shift[axis];
      return moved >= HALF ? moved - 2 * HALF : moved < -HALF ? moved + 2 * HALF : moved;
    }),
  );
}

/** Four hunters, two hares, a post and a path, all moved by `shift` on a torus. */
function worldAt(behavior: Record<string, unknown>, shift: Triple): World {
  return worldOf({
    bounds: { type: 'wrap', min: Array(3).fill(-HALF), max: Array(3).fill(HALF) },
    species: [
      {
        name: 'hunter',
        ...pointsOf(
          at(shift, [
            [-1.5, 0.5, 0.25],
            [1, 1, 1],
            [0.5, -2, 1.5],
            [2, -1.25, -1],
          ]),
          [
            [1, 0.5, 0.25],
            [0, -2, 1],
            [-1, 1, 1],
            [0, 0, 0],
          ],
        ),
        radius: 0.25,
        maxSpeed: 4,
        behaviors: [behavior],
      },
      {
        name: 'hare',
        ...pointsOf(
          at(shift, [
            [1.5, 1.5, -0.5],
            [-2, -1, 1],
          ]),
          [
            [-1, 0.5, 0],
            [2, 1, -1],
          ],
        ),
        radius: 0.25,
      },
    ],
    targets: [{ name: 'post', position: at(shift, [[0.5, 0.75, -2]])[0] }],
    paths: [
      {
        name: 'way',
        points: at(shift, [
          [1, 1, 2],
          [0.5, 3, 2],
        ]),
      },
    ],
  });
}

describe('on a torus', () => {
  it.each(behaviors.map((behavior) => [behavior.type, behavior] as const))(
    '%s pulls across a seam as it does elsewhere',
    (_, behavior) => {
      const expected = forcesOf(worldAt(behavior, [0, 0, 0]));
      expect(Math.max(...expected.map(length))).toBeGreaterThan(0.1);
      for (const shift of [
        [19.5, 0, 0],
        [0, -20, 19.25],
        [18.75, 19.5, -19],
      ] as Triple[]) {
        forcesOf(worldAt(behavior, shift)).forEach((force, id) => {
          for (const axis of [0, 1, 2]) expect(force[axis]).toBeCloseTo(expected[id][axis], 3);
        });
      }
    },
  );
});

describe('an agent exactly on its aim', () => {
  it.each([
    ['seek', {}],
    ['arrive', {}],
    ['pursue', {}],
    ['interpose', { second: {} }],
  ])('%s only brakes', (type, more) => {
    const world = worldOf({
      species: [
        {
          name: 'bird',
          ...pointsOf([[3, 4, 5]], [[2, -1, 0.5]]),
          maxSpeed: 6,
          behaviors: [{ type, weight: 3, ...more }],
        },
      ],
      targets: [{ name: 'goal', position: [3, 4, 5] }],
    });
    const [force] = forcesOf(world);
    [-6, 3, -1.5].forEach((v, axis) => {
      expect(force[axis]).toBeCloseTo(v, 5);
    });
  });

  it.each(['flee', 'evade'])('%s leaves at full speed, each agent in its own direction', (type) => {
    const world = worldOf({
      species: [
        {
          name: 'bird',
          ...pointsOf(Array(9).fill([3, 4, 5])),
          maxSpeed: 6,
          behaviors: [{ type, weight: 3 }],
        },
      ],
      targets: [{ name: 'goal', position: [3, 4, 5] }],
    });
    const forces = forcesOf(world);
    for (const force of forces) expect(length(force)).toBeCloseTo(18, 3);
    expect(new Set(forces.map(String)).size).toBe(9);
  });

  it('tether, formation and leaderFollow leave an agent at rest where it is', () => {
    for (const behavior of [
      { type: 'tether', length: 0 },
      { type: 'formation', shape: 'point' },
      { type: 'leaderFollow' },
    ]) {
      const world = worldOf({
        species: [{ name: 'bird', ...pointsOf([[3, 4, 5]]), maxSpeed: 6, behaviors: [behavior] }],
        targets: [{ name: 'goal', position: [3, 4, 5] }],
      });
      expect(length(forcesOf(world)[0])).toBe(0);
    }
  });
});

describe('an aim straight behind', () => {
  it.each([
    ['seek', -6 - 2],
    ['arrive', -6 - 2],
    ['pursue', -6 - 2],
    ['flee', 6 - 2],
    ['evade', 6 - 2],
  ])('%s does not swerve', (type, force) => {
    const world = worldOf({
      species: [
        {
          name: 'bird',
          ...pointsOf([[0, 0, 0]], [[2, 0, 0]]),
          maxSpeed: 6,
          behaviors: [{ type }],
        },
      ],
      targets: [{ name: 'goal', position: [-30, 0, 0] }],
    });
    const [found] = forcesOf(world);
    expect(found[0]).toBeCloseTo(force, 4);
    expect(Math.abs(found[1]) + Math.abs(found[2])).toBe(0);
  });
});

describe('dead agents', () => {
  it('are neither steered nor seen', () => {
    for (const behavior of behaviors) {
      const world = worldAt(behavior, [0, 0, 0]);
      world.views.status.fill(0);
      for (const force of forcesOf(world)) expect(length(force), String(behavior.type)).toBe(0);
      // A single live hunter has no quarry to chase.
      world.views.status[world.views.slot[0]] = 1;
      if (behavior.quarry !== 'hare') continue;
      expect(length(forcesOf(world)[0]), String(behavior.type)).toBe(0);
    }
  });
});
