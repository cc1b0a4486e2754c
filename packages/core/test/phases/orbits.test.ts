import { describe, expect, it } from 'vitest';
import { command, restore, snapshot } from '../../src/index.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { kernels } from '../../src/tick/choose-kernel.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { WorldEvent } from '../../src/world/events.ts';
import { innerOf } from '../../src/world/public-world.ts';
import type { World } from '../../src/world/world.ts';
import { firstDifference, hashesOf } from '../helpers/compare.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf, shuffled } from '../helpers/random-of.ts';
import { angleBetween, beams, length, pointsOf, positionOf, worldOf } from '../helpers/scenes.ts';
import { shoot, targetOf } from '../helpers/shots.ts';

/** What a world reports until a tick, as "type tick id". */
function toldUntil(world: World, end: number): string[] {
  const told: string[] = [];
  while (world.tick < end) {
    tick(world);
    told.push(...lines(takeEvents(world)));
  }
  return told;
}

function lines(events: readonly WorldEvent[]): string[] {
  return events.map((event) => `${event.type} ${event.tick} ${'id' in event ? event.id : ''}`);
}

/** The kinds of events of one beam that is fired at the target of the repository, in 30 s. */
function flight(homing: Record<string, unknown>, angle: number): string[] {
  const scenario = beams(homing, { commands: [{ tick: 0, type: 'fire', count: 1, angle }] });
  const { species } = scenario;
  const world = createWorld({
    ...scenario,
    species: [{ ...species[0], count: 1, lifetime: undefined }],
  });
  return toldUntil(world, 1800).map((line) => line.split(' ')[0]);
}

describe('a beam at a target 50 m away with a radius of 3 m', () => {
  const quarter = Math.PI / 2;
  const half = 3.1415927;

  it.each([
    ['add', 25, quarter, 'hit'],
    ['add', 26, quarter, 'orbit'],
    ['rotate', 26, quarter, 'hit'],
    ['rotate', 26.6, quarter, 'orbit'],
    ['rotate', 40, quarter, 'orbit'],
    ['add', 26, half, 'hit'],
    ['rotate', 40, half, 'hit'],
    ['rotate', 40, 0, 'hit'],
  ])('turning by "%s" with R %d, started at %d rad: %s', (turn, curvatureRadius, angle, end) => {
    expect(flight({ turn, curvatureRadius }, angle)).toEqual(['fired', end]);
  });

  it('is reported to orbit once its circle has taken it all around the target', () => {
    const world = createWorld(
      beams(
        { turn: 'rotate', curvatureRadius: 40 },
        { commands: [{ tick: 0, type: 'fire', count: 1, angle: quarter }] },
      ),
    );
    const [, told] = toldUntil(world, 1199);
    // Nearest after half a circle, and there again after one and a half: 3/2 x 2 pi 40 m at 30 m/s.
    const expected = (1.5 * 2 * Math.PI * 40 * 60) / 30;
    const at = Number(told.split(' ')[1]);
    expect(Math.abs(at - expected)).toBeLessThan(0.02 * expected);
  });
});

/** The ticks in which an agent has gone all around its target since it was nearest (in f64), is reported, and hits. */
function watched(world: World, ticks: number): { expected: number; told: number; hit: number } {
  let least = Number.POSITIVE_INFINITY;
  let swept = 0;
  const found = { expected: Infinity, told: Infinity, hit: Infinity };
  const way = () => targetOf(world).map((v, axis) => v - positionOf(world, 0)[axis]);
  let before = way();
  while (world.tick < ticks && found.hit === Number.POSITIVE_INFINITY) {
    tick(world);
    for (const event of takeEvents(world)) {
      if (event.type === 'orbit') found.told = Math.min(found.told, event.tick);
      if (event.type === 'hit') found.hit = event.tick;
    }
    const after = way();
    if (length(after) < 0.99 * least) {
      least = length(after);
      swept = 0;
    } else swept += Math.min(angleBetween(before, after), Math.PI / 2);
    if (swept >= 2 * Math.PI) found.expected = Math.min(found.expected, world.tick);
    before = after;
  }
  return found;
}

describe.each(['ts', 'simd'] as const)('random flights in %s', (kernel) => {
  it.each([
    ['at a target at rest', 11, {}],
    ['at a target on an orbit', 12, { orbit: { center: [0, 9, 40], axis: [1, 2, 0], rate: 0.4 } }],
    ['at a target that crosses', 13, { course: [6, -2, 3] }],
  ])('%s are reported to orbit exactly when they do, seed %i', (_, seed, motion) => {
    const random = randomOf(seed);
    let orbits = 0;
    let hits = 0;
    const flights = LONG ? 60 : 6;
    for (let k = 0; k < flights; k++) {
      const radius = 4 + 56 * random();
      const way = [0, 0, 0].map(() => random() - 0.5);
      const world = shoot({
        behavior: {
          type: 'homing',
          speed: 30,
          curvatureRadius: radius,
          turn: k % 3 === 0 ? 'add' : 'rotate',
        },
        velocity: way.map((v) => (30 * v) / length(way)),
        radius: 2,
        kernel,
        ...motion,
      });
      const { expected, told, hit } = watched(world, 1500);
      if (hit < Number.POSITIVE_INFINITY) hits++;
      if (told < Number.POSITIVE_INFINITY) orbits++;
      // A hit in between, or rounding at the very nearest, may shift it by a tick or end it.
      if (expected === Number.POSITIVE_INFINITY || told === Number.POSITIVE_INFINITY) {
        expect(told, `R ${radius}`).toBe(expected);
      } else expect(Math.abs(told - expected) / expected, `R ${radius}`).toBeLessThan(0.02);
    }
    expect(hits).toBeGreaterThan(flights / 6);
    expect(orbits).toBeGreaterThan(flights / 12);
  });
});

it.each([0.01, 0.3, 1, 1.5])(
  'a step that turns the line of sight by %d rad counts as that',
  (angle) => {
    // It passes the nearest point at the end of the first step.
    const step = 10 * Math.tan(angle);
    const world = shoot({
      behavior: { type: 'ballistic' },
      species: { damping: 0 },
      target: [0, 0, 0],
      position: [10, -step, 0],
      velocity: [0, 60 * step, 0],
    });
    tick(world, 2);
    const { approach, swept } = world.states[0];
    expect(approach[0]).toBeCloseTo(10, 4);
    expect(Math.abs(swept[0] / angle - 1)).toBeLessThan(0.01);
  },
);

const LAW = { type: 'homing', speed: 30, curvatureRadius: 40 };

describe('the event', () => {
  it('names the agent, its target and the place, once in a flight of any length', () => {
    const world = shoot({ behavior: LAW });
    const events: WorldEvent[] = [];
    while (world.tick < 3000) {
      tick(world, 50);
      events.push(...takeEvents(world));
    }
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ type: 'orbit', id: 0, species: 'missile', target: 'goal' });
    const [event] = events;
    expect(event.type === 'orbit' && length(event.position)).toBeLessThan(90);
  });

  it('comes again when the agent of a pool is fired again', () => {
    const scenario = beams(
      { turn: 'rotate', curvatureRadius: 40 },
      {
        commands: [
          { tick: 0, type: 'fire', count: 64 },
          { tick: 1000, type: 'fire', count: 64 },
        ],
      },
    );
    const told = toldUntil(createWorld(scenario), 1990).filter((line) => line.startsWith('orbit'));
    expect(told).toHaveLength(128);
    expect(told.slice(0, 64).map((line) => Number(line.split(' ')[2]))).toEqual(
      Array.from({ length: 64 }, (_, id) => id),
    );
  });

  it('takes another full turn if a command moves the target meanwhile', () => {
    const world = shoot({ behavior: LAW });
    const still = shoot({ behavior: LAW });
    const [told] = toldUntil(still, 900);
    const at = Number(told.split(' ')[1]);
    tick(world, at - 5);
    command(world, { type: 'move', position: [0, 0, 45] });
    expect(toldUntil(world, at + 100)).toEqual([]);
    expect(toldUntil(world, at + 900)).toHaveLength(1);
  });

  it('is not raised for an agent that pursues agents', () => {
    const world = createWorld(
      parseScenario({
        name: 'chase',
        species: [
          {
            name: 'hunter',
            count: 1,
            spawn: { type: 'points', positions: [[0, 0, 0]], velocities: [[30, 0, 0]] },
            behaviors: [{ ...LAW, quarry: 'prey' }],
          },
          { name: 'prey', count: 1, spawn: { type: 'points', positions: [[0, 0, 50]] } },
        ],
      }),
    );
    expect(toldUntil(world, 1500)).toEqual([]);
    expect(world.views).not.toHaveProperty('swept.0');
  });

  it('survives a snapshot in the middle of an orbit', () => {
    const world = shoot({ behavior: LAW, count: 5 });
    tick(world, 400);
    const copy = restore(snapshot(world), { kernel: 'ts' });
    const expected = toldUntil(world, 900);
    expect(expected).toHaveLength(5);
    expect(toldUntil(innerOf(copy), 900)).toEqual(expected);
  });

  it('survives a snapshot between the step that raised it and takeEvents', () => {
    const world = shoot({ behavior: LAW });
    tick(world, 900);
    const events = takeEvents(restore(snapshot(world)));
    expect(events).toMatchObject([{ type: 'orbit', target: 'goal' }]);
    expect(events).toEqual(takeEvents(world));
  });
});

const SPACES: readonly (readonly [dimensions: 2 | 3, bounds: object])[] = [
  [2, { type: 'open' }],
  [3, { type: 'open' }],
  [3, { type: 'wrap', min: [-150, -140, -130], max: [150, 145, 160] }],
];

describe.each(someOf(SPACES, 2))('in %i dimensions with bounds %j', (dimensions, bounds) => {
  const box = { type: 'box', min: [-60, -50, -70], max: [61, 52, 70], velocity: { speed: 30 } };
  const scenario = parseScenario({
    name: 'wide-turns',
    seed: 9,
    dimensions,
    bounds,
    species: [
      { name: 'stone', count: 11, spawn: box },
      { name: 'wide', count: 61, spawn: box, damping: 0.1, behaviors: [LAW] },
      {
        name: 'narrow',
        count: 13,
        spawn: box,
        radius: 0.5,
        behaviors: [{ type: 'turn', rate: 0.8, target: 'moon' }],
      },
    ],
    targets: [
      { name: 'rock', position: [3, 5, 7], radius: 1 },
      {
        name: 'moon',
        position: [20, 0, 9],
        radius: 1,
        motion: { type: 'orbit', center: [0, 0, 9], axis: [0, 0, 1], rate: 0.2 },
      },
    ],
  });
  const make = (kernel: 'ts' | 'simd') => () => createWorld(scenario, { kernel });
  const TICKS = 700;
  const plain = make('ts')();
  const expected = hashesOf(plain, TICKS);
  const told = lines(takeEvents(plain));

  it('some agents orbit and some hit', () => {
    expect(told.filter((line) => line.startsWith('orbit')).length).toBeGreaterThan(5);
    expect(told.filter((line) => line.startsWith('hit')).length).toBeGreaterThan(5);
  });

  const teams = [5, 2, 3, 1].flatMap((workers) =>
    (['ts', 'simd'] as const).map((kernel) => [workers, kernel] as const),
  );

  it.each(someOf(teams, 8, dimensions))(
    '%i workers report the same, with the same hashes, %s',
    (count, kernel) => {
      const random = randomOf(count);
      const found: string[] = [];
      const step = (world: World): void => {
        tickSliced(world, shuffled(count, random));
        found.push(...lines(takeEvents(world)));
      };
      expect(firstDifference(make(kernel), expected, step)).toBeUndefined();
      expect(found).toEqual(told);
    },
  );
});

it.each(kernels())('a turn beyond 1e11 m is finite too, kernel %s, seed 3', (kernel) => {
  const random = randomOf(3);
  const dt = 0.01;
  const count = 403;
  const homing = { type: 'homing', speed: 30, curvatureRadius: 2, target: 'mark' };
  const world = worldOf(
    {
      dt,
      species: [{ name: 'far', behaviors: [homing], ...pointsOf(Array(count).fill([1, 2, 0])) }],
      targets: [{ name: 'mark', position: [0, 0, 0], radius: 1 }],
    },
    { kernel },
  );
  const { position, velocity } = world.views;
  world.front.approach.fill(1);
  for (let i = 0; i < count; i++) {
    // From one side of the target to nearly the opposite one, in one step.
    const far = 10 ** (11 + 2 * random());
    const [x, y] = [far * random(), far * random()];
    const [along, across] = [-0.5 - random(), 5e-4 * random()];
    position.x[i] = x;
    position.y[i] = y;
    velocity.x[i] = (x * along - y * across - x) / dt;
    velocity.y[i] = (x * across + y * along - y) / dt;
  }
  tick(world);
  expect(takeEvents(world)).toEqual([]);
  expect([...world.front.swept].filter((value) => !Number.isFinite(value))).toEqual([]);
  expect(world.front.swept.some((value) => value > 1)).toBe(true);
});
