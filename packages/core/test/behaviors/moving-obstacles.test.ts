import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { worldDigest } from '../../src/snapshot/digest.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { listObstacles } from '../../src/world/list-obstacles.ts';
import type { World } from '../../src/world/world.ts';
import { LONG, long, someOf } from '../helpers/long.ts';
import { busyObstacles } from '../helpers/obstacle-scenes.ts';
import { randomOf } from '../helpers/random-of.ts';
import { distance, pointsOf, positionOf, worldOf } from '../helpers/scenes.ts';

/** With each of these in two and three dimensions; `npm test` has each in one of them. */
const BEHAVIORS = [
  { type: 'avoidance', lookAhead: 2, margin: 0.1 },
  { type: 'avoidance', lookAhead: 1, steer: 'reflect' },
  { type: 'orca', timeHorizonObstacles: 1.5 },
  { type: 'context', castRange: 4, speed: 4 },
];
const TICKS = 45;
const SNAPSHOTS = [0, 1, 8, 13, 20, 32];
/** Worker counts and kernels; `npm test` runs one of them in each scene. */
const TEAMS = [2, 3, 5, 8, 13].flatMap((workers) =>
  (['ts', 'simd'] as const).map((kernel) => [workers, kernel] as const),
);

function hashes(world: World, ticks: number): string[] {
  return Array.from({ length: ticks }, () => {
    tick(world);
    return stateHash(world);
  });
}

describe.each(
  BEHAVIORS.flatMap((behavior, k) =>
    someOf([2, 3] as const, 2, k).map((dimensions) => ({ behavior, dimensions })),
  ).map((one, k) => ({ ...one, teams: someOf(TEAMS, 10, 3 * k), ticks: someOf(SNAPSHOTS, 6, k) })),
)('$behavior.type $behavior.steer in $dimensions dimensions among moving obstacles', (one) => {
  const scenario = busyObstacles(one.dimensions, one.behavior);
  const oracle = hashes(createWorld(scenario, { kernel: 'ts', maxWorkers: 1 }), TICKS);

  long('is the same with SIMD', () => {
    expect(hashes(createWorld(scenario, { kernel: 'simd', maxWorkers: 1 }), TICKS)).toEqual(oracle);
  });

  it.each(one.teams)('is the same with %i workers, %s', (workers, kernel) => {
    const world = createWorld(scenario, { kernel, maxWorkers: 13 });
    // The last worker goes first.
    const order = Array.from({ length: workers }, (_, k) => workers - 1 - k);
    for (let t = 0; t < TICKS; t++) tickSliced(world, order);
    expect(stateHash(world)).toBe(oracle.at(-1));
  });

  it('continues from a snapshot of any tick', () => {
    const world = createWorld(scenario, { kernel: 'simd', maxWorkers: 1 });
    for (const at of one.ticks) {
      tick(world, at - world.tick);
      const restored = restore(snapshot(world));
      expect(worldDigest(restored)).toBe(worldDigest(world));
      expect(hashes(restored, TICKS - at)).toEqual(oracle.slice(at));
    }
  });
});

describe('a moving obstacle', () => {
  const still = { type: 'sphere', name: 'rock', center: [50, 50, 0], radius: 1 };
  const idle = { species: [{ name: 'a', ...pointsOf([[0, 0, 0]]) }] };

  it('moves and turns as fast as the scenario says', () => {
    const world = worldOf({
      ...idle,
      obstacles: [
        { ...still, velocity: [3, -2, 1] },
        { type: 'box', min: [0, 0, 0], max: [2, 4, 6], angularVelocity: [0, 0, 1.5] },
      ],
    });
    tick(world, 60);
    const [ball, box] = listObstacles(world);
    expect(distance(ball.center, [53, 48, 1])).toBeLessThan(1e-3);
    expect(box.rotation[2]).toBeCloseTo(Math.sin(0.75), 4);
    expect(box.rotation[3]).toBeCloseTo(Math.cos(0.75), 4);
  });

  it('follows its motion as a target does', () => {
    const motion = { type: 'orbit', center: [40, 50, 0], rate: 2 };
    const world = worldOf({
      ...idle,
      obstacles: [{ ...still, motion }],
      targets: [{ name: 'rock', position: [50, 50, 0], motion }],
    });
    tick(world, 100);
    const [{ center }] = listObstacles(world);
    const { x, y } = world.views.targetPosition;
    expect(distance(center, [x[0], y[0], 0])).toBeLessThan(1e-4);
  });

  it('reenters on the other side of a torus', () => {
    const bounds = { type: 'wrap', min: [-60, -60, -60], max: [60, 60, 60] };
    const world = worldOf({ ...idle, bounds, obstacles: [{ ...still, velocity: [30, 0, 0] }] });
    tick(world, 30);
    expect(listObstacles(world)[0].center[0]).toBeCloseTo(-55, 3);
  });

  it.each(['orca', 'avoidance'])('is avoided with %s, by an agent that starts at rest', (type) => {
    const wall = (velocity: number[]) => ({
      type: 'box',
      min: [-9, -40, -40],
      max: [-5, 40, 40],
      velocity,
    });
    const least = (velocity: number[]): number => {
      const world = worldOf({
        dimensions: type === 'orca' ? 2 : 3,
        species: [
          {
            name: 'a',
            ...pointsOf([[0, 0, 0]]),
            radius: 0.5,
            maxSpeed: 4,
            maxForce: 60,
            behaviors: [{ type, ...(type === 'avoidance' && { lookAhead: 2, weight: 60 }) }],
          },
        ],
        obstacles: [wall(velocity)],
      });
      let gap = Number.POSITIVE_INFINITY;
      for (let t = 0; t < 180; t++) {
        tick(world);
        const edge = listObstacles(world)[0].center[0] + 2;
        gap = Math.min(gap, positionOf(world, 0)[0] - 0.5 - edge);
      }
      return gap;
    };
    expect(least([0, 0, 0])).toBeGreaterThan(4);
    // An agent that stays where it is would end 4.5 m inside the wall.
    expect(least([3, 0, 0])).toBeGreaterThan(0);
  });
});

describe('far obstacles', () => {
  it.each(['avoidance', 'orca', 'context'])('change no bit of %s, seed 3', (type) => {
    const random = randomOf(3);
    const place = (size: number): number[] => [size * (random() - 0.5), size * (random() - 0.5), 0];
    const near = Array.from({ length: 10 }, () => ({
      type: 'sphere',
      center: place(30),
      radius: 1 + random(),
    }));
    const far = Array.from({ length: 390 }, (_, k) => {
      const [x, y] = place(800);
      const at = [x + Math.sign(x) * 200, y, 0];
      const box = { type: 'box', min: at, max: at.map((v, d) => v + [2, 1, 1][d]), rotation: k };
      return k % 2 === 0 ? { type: 'sphere', center: at, radius: 1 } : box;
    });
    const positions = Array.from({ length: 120 }, () => place(30));
    const velocities = positions.map(() => place(8));
    const of = (obstacles: object[], kernel: 'ts' | 'simd') =>
      createWorld(
        parseScenario({
          name: 'far',
          dimensions: 2,
          // One grid for both, for any number of obstacles.
          bounds: { type: 'contain', min: [-700, -500, 0], max: [700, 500, 0] },
          obstacles,
          species: [
            {
              name: 'a',
              ...pointsOf(positions, velocities),
              maxSpeed: 4,
              maxForce: 30,
              radius: 0.2,
              behaviors: [{ type: 'wander' }, { type }],
            },
          ],
        }),
        { kernel, maxWorkers: 1 },
      );
    // Near ones among the far ones, so that the order in memory is not that of the tree.
    const mixed = far.flatMap((one, k) => (k % 39 === 0 ? [near[k / 39], one] : [one]));
    for (const kernel of ['ts', 'simd'] as const) {
      const [few, many] = [of(near, kernel), of(mixed, kernel)];
      for (let t = 0; t < (LONG ? 40 : 12); t++) {
        tick(few);
        tick(many);
        if (stateHash(few) !== stateHash(many)) expect.fail(`${kernel}: differs at tick ${t + 1}`);
      }
    }
  });
});

describe('a command', () => {
  const world = () =>
    worldOf({
      species: [{ name: 'a', ...pointsOf([[0, 0, 0]]) }],
      obstacleCapacity: 1,
      obstacles: [
        { type: 'sphere', name: 'rock', center: [5, 5, 5], radius: 1 },
        { type: 'box', name: 'gate', min: [8, 8, 8], max: [9, 9, 9] },
      ],
      commands: [{ type: 'obstacle', tick: 30, do: 'move', name: 'gate', position: [1, 2, 3] }],
    });
  const ball = { type: 'sphere' as const, center: [1, 1, 1], radius: 2 };

  it('adds, moves, turns and removes obstacles', () => {
    const one = world();
    command(one, { type: 'obstacle', do: 'add', name: 'ball', obstacle: ball });
    command(one, { type: 'obstacle', do: 'move', name: 'ball', position: [0, 0, 9] });
    command(one, { type: 'obstacle', do: 'turn', name: 'gate', rotation: [0, 0, 3, 0] });
    command(one, { type: 'obstacle', do: 'remove', name: 'rock' });
    tick(one);
    expect(listObstacles(one).map(({ type, center }) => [type, ...center])).toEqual([
      ['box', 8.5, 8.5, 8.5],
      ['sphere', 0, 0, 9],
    ]);
    expect(listObstacles(one)[0].rotation).toEqual([0, 0, 1, 0]);
    command(one, { type: 'obstacle', do: 'add', name: 'rock', obstacle: ball });
    tick(one);
    expect(listObstacles(one).map(({ row }) => row)).toEqual([0, 1, 2]);
  });

  it.each<[string, object, string, object?]>([
    ['with an unknown name', { do: 'move', name: 'door', position: [0, 0] }, '$.name'],
    ['with a name that is in use', { do: 'add', name: 'rock', obstacle: ball }, '$.name'],
    ['without a position', { do: 'move', name: 'rock' }, '$.position'],
    [
      'with a key of another action',
      { do: 'remove', name: 'rock', position: [0, 0] },
      '$.position',
    ],
    [
      'with two names',
      { do: 'add', name: 'b', obstacle: { ...ball, name: 'c' } },
      '$.obstacle.name',
      { found: '"c"', expected: '"b", as in the command, or no name' },
    ],
    ['that turns a sphere', { do: 'turn', name: 'rock', rotation: 1 }, '$.name'],
    [
      'with a quaternion of length 0',
      { do: 'turn', name: 'gate', rotation: [0, 0, 0, 0] },
      '$.rotation',
    ],
    ['that turns nothing', { do: 'turn', name: 'gate' }, '$'],
    ['that removes an obstacle which is moved later', { do: 'remove', name: 'gate' }, '$'],
    [
      'with a motion',
      {
        do: 'add',
        name: 'b',
        obstacle: { ...ball, motion: { type: 'orbit', center: [0, 0], rate: 1 } },
      },
      '$.obstacle.motion',
    ],
    [
      'with a box whose max is below its min',
      { do: 'add', name: 'b', obstacle: { type: 'box', min: [1, 1, 1], max: [0, 2, 2] } },
      '$.obstacle.max[0]',
    ],
  ])('%s is refused', (_, input, path, said = {}) => {
    const one = world();
    try {
      command(one, { type: 'obstacle', ...input } as never);
      expect.fail('it was not refused');
    } catch (error) {
      expect(error).toMatchObject({ code: 'COMMAND_INVALID', problems: [{ path, ...said }] });
    }
    expect(one.log).toEqual([]);
  });

  it('is refused if it exceeds the capacity', () => {
    const one = world();
    command(one, { type: 'obstacle', do: 'add', name: 'b', obstacle: ball });
    const second = { type: 'obstacle' as const, do: 'add' as const, name: 'c', obstacle: ball };
    expect(() => command(one, second)).toThrow('no more than obstacleCapacity');
    command(one, { type: 'obstacle', do: 'remove', name: 'b' });
    command(one, second);
  });
});

it('bad obstacles are refused as a whole, with every problem listed', () => {
  const bad = {
    name: 'bad',
    dimensions: 2,
    obstacleCapacity: 4095,
    species: [{ name: 'a', count: 1, spawn: { type: 'pool' } }],
    obstacles: [
      {
        type: 'polygon',
        points: [
          [0, 0],
          [4, 0],
          [1, 1],
          [0, 4],
        ],
      },
      {
        type: 'polygon',
        points: [
          [0, 0],
          [2, 1],
          [0, 2],
          [1.4, -0.6],
          [1.4, 2.6],
        ],
      },
      { type: 'capsule', name: 'a', from: [1, 1], to: [1, 1], radius: 1 },
      {
        type: 'sphere',
        name: 'a',
        center: [0, 0],
        radius: 1,
        velocity: [1, 0],
        motion: { type: 'orbit', center: [0, 0], rate: 1 },
      },
      { type: 'box', min: [0, 0], max: [1, 1], rotation: [1, 0, 0, 1] },
      {
        type: 'sphere',
        center: [0, 0],
        radius: 1,
        motion: { type: 'path', path: 'none', speed: 1 },
      },
    ],
    commands: [{ type: 'obstacle', tick: 1, do: 'remove', name: 'b' }],
  };
  try {
    parseScenario(bad);
    expect.fail('it was not refused');
  } catch (error) {
    const { problems } = error as { problems: { path: string }[] };
    expect(problems.map(({ path }) => path).sort()).toEqual([
      '$.commands[0].name',
      '$.obstacleCapacity',
      '$.obstacles[0].points[2]',
      '$.obstacles[1].points',
      '$.obstacles[2].to',
      '$.obstacles[3].name',
      '$.obstacles[3].velocity',
      '$.obstacles[4].rotation',
      '$.obstacles[5].motion.path',
    ]);
  }
});
