import { describe, expect, it } from 'vitest';
import type { CommandError } from '../../src/errors.ts';
import { evaluateLaw, evaluateLawLife } from '../../src/laws/evaluate.ts';
import { defineLaw, float, vec3 } from '../../src/laws/index.ts';
import type { Law } from '../../src/laws/law.ts';
import { measure } from '../../src/measure/measure-world.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { CommandInput } from '../../src/scenario/schema.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { hashesOf } from '../helpers/compare.ts';
import { LONG, someOf } from '../helpers/long.ts';

/** Numbers that a law yields for z. */
const ANY = [0, 1, -3, -0, 1e30, Number.POSITIVE_INFINITY, Number.NaN];

/** A world in the plane whose agents follow a law, with a behavior behind it that reads the force so far. */
function sceneOf(law: Law, then: string, bounds = 'wrap') {
  const spawn = { type: 'box', min: [-5, -5], max: [5, 5], velocity: { speed: 1 } };
  return parseScenario(
    {
      name: 'plane',
      dimensions: 2,
      bounds: { type: bounds, min: [-9, -9], max: [9, 9] },
      species: [
        {
          ...{ name: 'a', count: 11, capacity: 23, maxSpeed: 2, radius: 0.2, spawn },
          behaviors: [
            { type: `law:${law.name}` },
            { type: then, ...(then === 'orca' && { radius: 4 }) },
          ],
        },
      ],
    },
    { laws: [law] },
  );
}

const laws: Record<string, (z: number) => Law> = {
  force: (z) =>
    defineLaw({
      ...{ name: 'push', description: 'Pushes.' },
      force: ({ self }) => vec3(self.velocity.y, self.velocity.x, z),
    }),
  velocity: (z) =>
    defineLaw({
      ...{ name: 'run', description: 'Runs.' },
      velocity: ({ self }) => vec3(self.velocity.y, 1, z),
    }),
  wants: (z) =>
    defineLaw({
      ...{ name: 'want', description: 'Wants to go.' },
      force: ({ self }) => self.velocity,
      wants: ({ self }) => vec3(self.velocity.y, 1, z),
    }),
  births: (z) =>
    defineLaw({
      ...{ name: 'breed', description: 'Has young.' },
      births: ({ self, tick }) => [
        {
          when: tick.add(self.id).mod(5).equal(0),
          position: vec3(self.position.x, self.position.y.add(0.1), z),
          velocity: vec3(1, float(-1), z),
        },
      ],
    }),
};

const STEPS = LONG ? 12 : 6;

describe.each(Object.entries(laws))(
  'in the plane, the z of a %s that a law yields',
  (name, lawWith) => {
    const turn = Object.keys(laws).indexOf(name);
    it.each(someOf(['orca', 'context', 'cruise', 'avoidance'], 4, turn))(
      'does not exist, whatever it is, with %s behind the law',
      (then) => {
        for (const bounds of ['wrap', 'contain']) {
          const expected = hashesOf(
            createWorld(sceneOf(lawWith(0), then, bounds), { kernel: 'ts' }),
            STEPS,
          );
          for (const [k, z] of ANY.entries()) {
            for (const kernel of someOf(['ts', 'simd'] as const, 2, k + bounds.length)) {
              // The law itself is part of what a digest covers, but not of the state.
              const world = createWorld(sceneOf(lawWith(z), then, bounds), { kernel });
              expect(hashesOf(world, STEPS), `${z}, ${kernel}`).toEqual(expected);
              const { position, velocity } = world.views;
              for (const plane of [position.z, velocity.z]) {
                expect(plane.every((value) => Object.is(value, 0))).toBe(true);
              }
              expect(stateHash(restore(snapshot(world)))).toBe(expected.at(-1));
            }
          }
        }
      },
    );
  },
);

it('a law evaluated without a world yields no z in the plane, and any in space', () => {
  const velocity = [1, 2, 0] as const;
  for (const z of ANY) {
    for (const lawWith of [laws.force, laws.velocity]) {
      expect(evaluateLaw(lawWith(z), { self: { velocity }, dimensions: 2 })[2]).toBe(0);
      expect(evaluateLaw(lawWith(z), { self: { velocity } })[2]).toBe(Math.fround(z));
    }
    const [born] = evaluateLawLife(laws.births(z), { dimensions: 2 }).births;
    expect([born!.position![2], born!.velocity![2]]).toEqual([0, 0]);
  }
});

it.each(['ts', 'simd'] as const)(
  'a z that a host writes to the views is gone after the next tick: %s',
  (kernel) => {
    const world = createWorld(sceneOf(laws.force(0), 'cruise'), { kernel });
    world.views.position.z.fill(3);
    world.views.velocity.z.fill(-7);
    tick(world);
    const { position, velocity } = world.views;
    for (const plane of [position.z, velocity.z]) {
      expect(plane.every((value) => Object.is(value, 0))).toBe(true);
    }
  },
);

it('a measure of a law sees no z in the plane', () => {
  const world = createWorld(sceneOf(laws.force(7), 'orca'));
  const [z, length] = measure(world, ['sum(law:push.z)', 'sum(law:push.length)']);
  expect([z, length > 0, length < 7 * world.count]).toEqual([0, true, true]);
});

it('a snapshot with a z in the plane is refused, by column and row', () => {
  const world = createWorld(sceneOf(laws.force(0), 'cruise', 'contain'));
  world.views.velocity.z[3] = 0.5;
  expect(() => restore(snapshot(world))).toThrow(
    'velocity.z[3] 0.5, expected 0, in two dimensions',
  );
});

describe('a command', () => {
  const scene = (dimensions: 2 | 3) =>
    parseScenario({
      name: 'commanded',
      dimensions,
      obstacleCapacity: 2,
      obstacles: [{ type: 'box', name: 'door', min: [4, 4, 0], max: [5, 5, 1] }],
      targets: [{ name: 'sun', position: [1, 1, 0] }],
      species: [
        {
          ...{ name: 'a', count: 3, goals: { type: 'mirror', center: [0, 0, 0] } },
          columns: { wind: { type: 'vec3' } },
          spawn: { type: 'points', positions: [1, 2, 3].map((x) => [x, 0, 0]) },
        },
      ],
    });
  const at = [1, 2, 0.25];
  const two = [1, 2, 0, 3, 4, -7];
  const added = { type: 'obstacle', do: 'add', name: 'stone' };
  const cases: [path: string, input: object][] = [
    ['$.position[2]', { type: 'place', ids: [1], position: at }],
    ['$.positions[5]', { type: 'place', ids: [1, 2], positions: two }],
    ['$.velocity[2]', { type: 'place', species: 'a', velocity: at }],
    ['$.velocities[5]', { type: 'place', ids: [1, 2], velocities: two }],
    ['$.sphere.center[2]', { type: 'remove', sphere: { center: at, radius: 1 } }],
    ['$.box.max[2]', { type: 'remove', box: { min: [0, 0], max: at } }],
    ['$.position[2]', { type: 'go', species: 'a', position: at }],
    ['$.positions[5]', { type: 'go', ids: [1, 2], positions: two }],
    ['$.position[2]', { type: 'move', target: 'sun', position: at }],
    ['$.position[2]', { type: 'spawn', species: 'a', position: at }],
    ['$.goal[2]', { type: 'spawn', species: 'a', position: [0, 0], goal: at }],
    ['$.velocity[2]', { type: 'spawn', species: 'a', position: [0, 0], velocity: at }],
    ['$.position[2]', { type: 'obstacle', do: 'move', name: 'door', position: at }],
    [
      '$.velocity[2]',
      { type: 'obstacle', do: 'move', name: 'door', position: [0, 0], velocity: at },
    ],
    ['$.obstacle.center[2]', { ...added, obstacle: { type: 'sphere', center: at, radius: 1 } }],
    ['$.obstacle.normal[2]', { ...added, obstacle: { type: 'plane', point: [1, 1], normal: at } }],
    [
      '$.obstacle.points[1][2]',
      {
        ...added,
        obstacle: {
          type: 'polygon',
          points: [
            [0, 0],
            [2, 0, 0.25],
            [1, 1],
          ],
        },
      },
    ],
  ];

  it.each(cases)('with a z in the plane is refused, with its place: %s of %j', (path, input) => {
    const problemsIn = (dimensions: 2 | 3): readonly string[] => {
      try {
        command(createWorld(scene(dimensions)), input as CommandInput);
      } catch (error) {
        return (error as CommandError).problems.map(
          (problem) => `${problem.path}: ${problem.expected}`,
        );
      }
      return [];
    };
    expect(problemsIn(2)).toContain(`${path}: 0 in two dimensions`);
    expect(problemsIn(3).filter((one) => one.includes('two dimensions'))).toEqual([]);
    const flat = JSON.parse(JSON.stringify(input), (_key, value) =>
      value === 0.25 || value === -7 ? 0 : value,
    );
    const world = createWorld(scene(2));
    if (path !== '$.obstacle.points[1][2]') command(world, flat);
    tick(world);
  });

  it('may turn about z, and write a z to a column', () => {
    const world = createWorld(scene(2));
    command(world, { type: 'obstacle', do: 'turn', name: 'door', angularVelocity: [0, 0, 2] });
    command(world, { type: 'write', species: 'a', column: 'wind', value: [1, 2, 3] });
    tick(world);
  });
});
