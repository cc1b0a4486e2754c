import { describe, expect, it } from 'vitest';
import { CommandError, type ScenarioError } from '../../src/errors.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { CommandInput } from '../../src/scenario/schema.ts';
import { recordReplay } from '../../src/snapshot/record-replay.ts';
import { readReplay } from '../../src/snapshot/replay.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { verifyReplay } from '../../src/snapshot/verify-replay.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { slotOf } from '../../src/world/slot-of.ts';
import type { World } from '../../src/world/world.ts';
import { expectSameTicks } from '../helpers/compare.ts';
import { someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { positionOf, velocityOf, worldOf } from '../helpers/scenes.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

/** Walkers with goals, moths without, and darts of a pool; on a torus. */
const PLAYGROUND = {
  seed: 5,
  bounds: { type: 'wrap', min: [-40, -30, -20], max: [40, 30, 20] },
  species: [
    {
      name: 'walker',
      count: 23,
      spawn: { type: 'box', min: [-39, -29, -19], max: [39, 29, 19] },
      goals: { type: 'mirror', center: [0, 0, 0] },
      maxSpeed: 3,
      behaviors: [{ type: 'goal' }, { type: 'separation', radius: 4 }],
    },
    {
      name: 'moth',
      count: 17,
      spawn: { type: 'box', min: [-9, -8, -7], max: [9, 8, 7], velocity: { speed: 2 } },
      maxSpeed: 5,
      trail: { density: 5 },
      behaviors: [
        { type: 'cohesion', radius: 6 },
        { type: 'homing', speed: 4 },
      ],
    },
    { name: 'dart', count: 9, spawn: { type: 'pool' }, behaviors: [{ type: 'homing' }] },
  ],
  targets: [{ name: 'sun', position: [5, 5, 5], radius: 0.01 }],
  launchers: [{ name: 'gun', species: 'dart', target: 'sun', position: [0, 0, 0], speed: 30 }],
};
const MOTH = 23;

function statusOf({ views }: World, id: number): number {
  return views.status[views.slot[id]];
}

function goalOf({ front }: World, id: number): number[] {
  const at = front.slot[id];
  return [front.goal.x[at], front.goal.y[at], front.goal.z[at]];
}

describe('place', () => {
  it('puts agents where it says, at the velocity it says, and leaves the others', () => {
    const world = worldOf(PLAYGROUND);
    const plain = worldOf(PLAYGROUND);
    command(world, { type: 'place', ids: [3, 1], position: [7, 8, 9] });
    command(world, { type: 'place', ids: [5], velocity: [1, 2, 3] });
    command(world, {
      type: 'place',
      ids: Uint32Array.of(MOTH, MOTH + 2),
      positions: Float32Array.of(1, 2, 3, 4, 5, 6),
      velocities: Float32Array.of(0, 1, 0, 0, 0, 2),
    });
    tick(world);
    tick(plain);
    expect([1, 3].map((id) => positionOf(world, id))).toEqual([
      [7, 8, 9],
      [7, 8, 9],
    ]);
    expect(velocityOf(world, 1)).toEqual(velocityOf(plain, 1));
    expect(positionOf(world, 5)).toEqual(positionOf(plain, 5));
    expect(velocityOf(world, 5)).toEqual([1, 2, 3]);
    expect([MOTH, MOTH + 2].map((id) => positionOf(world, id))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(velocityOf(world, MOTH + 2)).toEqual([0, 0, 2]);
    expect(positionOf(world, 4)).toEqual(positionOf(plain, 4));
  });

  it('puts agents from the far wall of a torus on the near one, in the plane at z = 0', () => {
    const world = worldOf({ ...PLAYGROUND, dimensions: 2 });
    command(world, { type: 'place', ids: [0], position: [40, 30, 0], velocity: [0, 0] });
    tick(world);
    expect(positionOf(world, 0)).toEqual([-40, -30, 0]);
    expect(velocityOf(world, 0)).toEqual([0, 0, 0]);
  });

  it('leaves no particles on the way', () => {
    const world = worldOf(PLAYGROUND);
    tick(world, 10);
    const before = world.front.nextBirth[0];
    command(world, { type: 'place', species: 'moth', position: [-30, 20, 10] });
    tick(world);
    expect(world.front.nextBirth[0]).toBe(before);
    tick(world);
    expect(world.front.nextBirth[0]).toBeGreaterThan(before);
  });

  it('begins a route where the agent is put', () => {
    const world = worldOf({
      dimensions: 2,
      map: { rows: ['.......', '.#####.', '.......'] },
      targets: [{ name: 'door', position: [6.5, 1.5], radius: 0.1 }],
      species: [
        {
          name: 'walker',
          count: 1,
          spawn: { type: 'points', positions: [[0.5, 0.5]] },
          maxSpeed: 2,
          behaviors: [{ type: 'navigate', target: 'door' }],
        },
      ],
    });
    tick(world, 30);
    command(world, { type: 'place', ids: [0], position: [0.5, 2.5], velocity: [0, 0] });
    tick(world);
    // It has no route yet, and is at no step of one.
    expect(stateHash(restore(snapshot(world)))).toBe(stateHash(world));
    for (let n = 0; n < 400; n++) {
      tick(world);
      const [x, y] = positionOf(world, 0);
      // Along the upper corridor, as far as the door: never through the wall.
      expect(y > 1.9 || x > 5.9, `tick ${world.tick}: ${x}, ${y}`).toBe(true);
    }
    expect(positionOf(world, 0)[0]).toBeGreaterThan(6);
  });
});

describe('go', () => {
  it('sends all agents of a species, or some by id', () => {
    const world = worldOf(PLAYGROUND);
    command(world, { type: 'go', species: 'walker', position: [1, 1, 1] });
    command(world, { type: 'go', ids: [2, 0], positions: [9, 0, 0, 0, 9, 0] });
    tick(world);
    expect([0, 1, 2].map((id) => goalOf(world, id))).toEqual([
      [0, 9, 0],
      [1, 1, 1],
      [9, 0, 0],
    ]);
    tick(world, 1200);
    expect(Math.hypot(...positionOf(world, 2).map((v, k) => v - [9, 0, 0][k]))).toBeLessThan(0.5);
  });
});

describe('remove', () => {
  it('ends agents of a region, once, and reports how many', () => {
    const world = worldOf(PLAYGROUND);
    tick(world, 3);
    takeEvents(world);
    const { position, species, status } = world.views;
    const near = [...position.x.keys()].filter(
      (i) =>
        species[i] === 1 &&
        status[i] === 1 &&
        position.x[i] ** 2 + position.y[i] ** 2 + position.z[i] ** 2 <= 64,
    );
    expect(near.length).toBeGreaterThan(2);
    command(world, { type: 'remove', species: 'moth', sphere: { center: [0, 0, 0], radius: 8 } });
    command(world, { type: 'remove', species: 'moth' });
    command(world, { type: 'remove', ids: [0, 0, 4] });
    tick(world);
    expect(takeEvents(world)).toEqual([
      { type: 'removed', tick: 4, count: near.length },
      { type: 'removed', tick: 4, count: 17 - near.length },
      { type: 'removed', tick: 4, count: 2 },
    ]);
    for (let id = MOTH; id < MOTH + 17; id++) expect(statusOf(world, id)).toBe(0);
    expect([0, 1, 4].map((id) => slotOf(world, id))).toEqual([-1, world.views.slot[1], -1]);
  });

  it('frees one place for an agent whose id is given several times', () => {
    const world = worldOf({
      species: [{ name: 'a', count: 3, spawn: { type: 'sphere', center: [0, 0, 0], radius: 1 } }],
    });
    command(world, { type: 'remove', ids: [1, 1, 1] });
    command(world, { type: 'spawn', species: 'a', count: 3, position: [5, 5, 5] });
    tick(world);
    expect(takeEvents(world)).toMatchObject([
      { type: 'removed', count: 1 },
      { type: 'spawned', count: 1 },
    ]);
  });

  it('takes an agent of a pool, which is fired again later', () => {
    const world = worldOf(PLAYGROUND);
    command(world, { type: 'fire', count: 9 });
    tick(world, 2);
    command(world, { type: 'remove', species: 'dart' });
    tick(world);
    expect(statusOf(world, 40)).toBe(0);
    command(world, { type: 'fire', count: 9 });
    tick(world);
    expect(statusOf(world, 40)).toBe(1);
  });
});

describe('a command on agents, refused with every problem and nothing changed:', () => {
  it.each<[string, CommandInput, string]>([
    [
      'without a choice of agents',
      { type: 'remove' },
      '$: found no choice of agents, expected "ids", "species", "box" or "sphere"',
    ],
    [
      'of an unknown species',
      { type: 'remove', species: 'bee' },
      '$.species: found "bee", expected one of "walker", "moth", "dart"',
    ],
    [
      'of an unknown id',
      { type: 'remove', ids: [0, 49] },
      '$.ids[1]: found 49, expected the id of an agent, from 0 to 48',
    ],
    [
      'of a dead agent',
      { type: 'remove', ids: [0, 40] },
      '$.ids[1]: found 40, which is not alive, expected the id of a living agent',
    ],
    [
      'of half an id',
      { type: 'remove', ids: [0.5] },
      '$.ids[0]: found 0.5, expected a whole number from 0 to 4294967295',
    ],
    [
      'of a text that is not base64',
      { type: 'remove', ids: '!' },
      '$.ids: found "!", expected an array of numbers, a typed array, or base64 of a typed array',
    ],
    [
      'ids and a species',
      { type: 'remove', ids: [0], species: 'moth' },
      '$.species: found both "ids" and "species", expected one of the two',
    ],
    [
      'a box and a sphere',
      { type: 'remove', box: { min: [0, 0], max: [1, 1] }, sphere: { center: [0, 0], radius: 1 } },
      '$.sphere: found both a box and a sphere, expected one of the two',
    ],
    [
      'a box whose max is below its min',
      { type: 'remove', box: { min: [2, 0], max: [1, 1] } },
      '$.box.max[0]: found 1, expected at least 2',
    ],
    [
      'placed nowhere',
      { type: 'place', ids: [0] },
      '$: found neither position nor velocity, expected at least one of the two',
    ],
    [
      'placed outside of the bounds',
      { type: 'place', ids: [0, 1], positions: [0, 0, 0, 0, 31, 0] },
      '$.positions[3]: found y at 31, expected inside the bounds, -30 to 30',
    ],
    [
      'too few positions',
      { type: 'place', ids: [0, 1], positions: [0, 0, 0] },
      '$.positions: found 3 numbers, expected 3 numbers for each id, 6 in all',
    ],
    [
      'positions without ids',
      { type: 'go', species: 'walker', positions: [0, 0, 0] },
      '$.positions: found "positions" without "ids", expected "ids" as well, or "position", which is the same for all agents',
    ],
    [
      'sent nowhere',
      { type: 'go', ids: [0] },
      '$.position: found nothing, expected "position", or "positions" with "ids"',
    ],
    [
      'sent without goals',
      { type: 'go', ids: [0, MOTH], position: [0, 0] },
      `$.ids[1]: found agent ${MOTH}, of a species without goals, expected a species with goals`,
    ],
    [
      'a species sent without goals',
      { type: 'go', species: 'moth', position: [0, 0] },
      '$.species: found "moth", expected a species with goals',
    ],
  ])('%s', (_, input, line) => {
    const world = worldOf(PLAYGROUND);
    const before = [stateHash(world), world.log.length, world.host.commands.from(0).length];
    expect(() => command(world, input)).toThrow(CommandError);
    expect(() => command(world, input)).toThrow(`Command refused. ${line}`);
    expect([stateHash(world), world.log.length, world.host.commands.from(0).length]).toEqual(
      before,
    );
  });

  it.each([
    [
      'of the whole',
      { type: 'go', ids: [63], species: 'bee', positions: [1] },
      ['$.species', '$.species', '$.ids[0]', '$.positions'],
    ],
    [
      'of each id: two of no agent, and one of an ended agent',
      { type: 'place', ids: [3, 4, 63, 62], position: [0, 0, 0] },
      ['$.ids[2]', '$.ids[3]', '$.ids[1]'],
    ],
    [
      'of each number, whole and not',
      { type: 'remove', ids: [1, -1, 2.5] },
      ['$.ids[1]', '$.ids[2]'],
    ],
    [
      'of shape, of names and of lives',
      { type: 'go', ids: [4], position: [0, Number.NaN, 0], quick: true },
      ['$.position[1]', '$.quick', '$.ids[0]'],
    ],
    [
      'of each point',
      { type: 'go', ids: [0, 1, 2], positions: [0, 99, 99, 0, 0, 0, 41, 0, 0] },
      ['$.positions[0]', '$.positions[6]'],
    ],
  ])('all problems at once: %s', (_, input, paths) => {
    const world = worldOf(PLAYGROUND);
    command(world, { type: 'remove', ids: [4] });
    tick(world);
    const before = [stateHash(world), world.log.length];
    try {
      command(world, input as CommandInput);
      expect.fail('not refused');
    } catch (error) {
      const { problems } = error as CommandError;
      expect(problems.map(({ path }) => path)).toEqual(paths);
    }
    expect([stateHash(world), world.log.length]).toEqual(before);
  });
});

/** A random command on agents, of any kind, that its world accepts. */
function randomCommand(world: World, random: () => number): CommandInput {
  const below = (n: number): number => Math.floor(random() * n);
  const living = [...world.views.id].filter((id) => statusOf(world, id) !== 0);
  const at = (): [number, number, number] => [below(79) - 39, below(59) - 29, below(39) - 19];
  const walkers = living.filter((id) => id < MOTH);
  const some = (from: number[]) =>
    Array.from({ length: 1 + below(5) }, () => from[below(from.length)]);
  const region = (): object =>
    random() < 0.5
      ? { sphere: { center: at(), radius: 1 + below(9) } }
      : { box: { min: [-40, -30, -20], max: at() } };
  const kind = below(6);
  if (kind === 0) return { type: 'fire', count: 1 + below(9) };
  if (kind === 1) return { type: 'remove', ...region(), species: 'dart' } as CommandInput;
  if (kind === 2 && living.length > 20)
    return { type: 'remove', ids: [living[below(living.length)]] };
  if (kind === 3 && walkers.length > 0) return { type: 'go', ids: some(walkers), position: at() };
  if (kind === 4) return { type: 'place', ...region(), velocity: at() } as CommandInput;
  const ids = some(living);
  return { type: 'place', ids, positions: ids.flatMap(() => at()) };
}

it('commands by id add no problem if a species is invalid itself', () => {
  const [walker, ...others] = PLAYGROUND.species;
  const wrong = { ...walker, behaviors: [{ type: 'sek' }] };
  const commands = [
    { tick: 1, type: 'remove', ids: [40] },
    { tick: 1, type: 'place', ids: [48], position: [0, 0, 0] },
  ];
  const scenario = { name: 'wrong', ...PLAYGROUND, species: [wrong, ...others], commands };
  try {
    parseScenario(scenario);
    expect.fail('not refused');
  } catch (error) {
    const { problems } = error as ScenarioError;
    expect(problems.map(({ path }) => path)).toEqual(['$.species[0].behaviors[0].type']);
  }
});

describe('many commands on agents', () => {
  const TICKS = 60;
  const script = (): CommandInput[][] => {
    const world = worldOf(PLAYGROUND);
    const random = randomOf(41);
    return Array.from({ length: TICKS }, () => {
      const given = Array.from({ length: Math.floor(random() * 6) }, () => {
        const one = randomCommand(world, random);
        command(world, one);
        return one;
      });
      tick(world);
      return given;
    });
  };
  const commands = script();

  const teams = (['ts', 'simd'] as const).flatMap((kernel) =>
    [1, 2, 3, 5, 8, 13].map((workers) => [kernel, workers] as const),
  );

  it.each(someOf(teams, 8, 3))('give one hash, %s, %i workers, seed 41', (kernel, workers) => {
    const reference = worldOf(PLAYGROUND, { kernel: 'ts' });
    const world = worldOf(PLAYGROUND, { kernel, maxWorkers: 13 });
    const random = randomOf(workers);
    expectSameTicks(world, reference, commands.length, (each, n) => {
      for (const one of commands[n]) command(each, one);
      if (each === reference) tick(each);
      else stepAsTeam(each, workers, random);
    });
    expect(takeEvents(world)).toEqual(takeEvents(reference));
  });

  it('are kept in a snapshot and in a replay', async () => {
    const world = worldOf(PLAYGROUND);
    const recorder = recordReplay(world, { keyframeEvery: 20 });
    let resumed: World | undefined;
    for (const [t, given] of commands.entries()) {
      for (const one of given) {
        command(world, one);
        if (resumed) command(resumed, one);
      }
      // Before the tick carries its commands out: they go into the snapshot.
      if (t === 31) resumed = restore(snapshot(world));
      tick(world);
      recorder.take();
      if (resumed) tick(resumed);
    }
    expect(stateHash(resumed!)).toBe(stateHash(world));
    const replay = readReplay(recorder.finish());
    expect(replay.log).toHaveLength(world.log.length);
    expect((await verifyReplay(replay)).divergence).toBeUndefined();
  });
});
