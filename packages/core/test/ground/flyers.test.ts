import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { query } from '../../src/query/query-world.ts';
import { HIT } from '../../src/query/request.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { World } from '../../src/world/world.ts';
import { randomOf } from '../helpers/random-of.ts';
import { positionOf } from '../helpers/scenes.ts';
import { randomSource } from '../path/mesh/random-meshes.ts';
import { problemLinesOf, scenarioOn, TWO_FLOORS } from './two-floors.ts';

type Point = readonly number[];

/** A world of flyers on two floors, without walkers unless there are some in `more`. */
function flyers(
  atGround: string,
  positions: Point[],
  velocities: Point[],
  more: object = {},
  bounds: object = { type: 'open' },
) {
  const bird = { name: 'bird', moves: 'fly', count: positions.length, radius: 0.2, atGround };
  const spawn = { type: 'points', positions, velocities };
  return createWorld(parseScenario(scenarioOn({ bounds, species: [{ ...bird, spawn, ...more }] })));
}

/** Hills that fill the bounds in the plan: what is below stays below. */
function hills(seed: number) {
  const { vertices, polygons } = randomSource(seed, 8, 0);
  const random = randomOf(seed + 3);
  // Its rim is straight.
  const bent = vertices.map(([x, y], at) => [
    at % 9 === 0 ? -4 : at % 9 === 8 ? 4 : x,
    at < 9 ? 0 : at >= 72 ? 8 : y,
    2 * random(),
  ]);
  return { vertices: bent, polygons };
}

/** For each point: 1 if it is above the hills, -1 below; 0 beside them, or with ground on both sides. */
function sidesOf(world: World, points: Point[]): number[] {
  const cast = (up: number) =>
    query(world, {
      type: 'ray',
      origins: Float32Array.from(points.flat()),
      directions: Float32Array.from(points.flatMap(() => [0, 0, up])),
      against: ['ground'],
    }).kinds;
  const [below, above] = [cast(-1), cast(1)];
  return points.map((_, k) => Number(below[k] === HIT.ground) - Number(above[k] === HIT.ground));
}

describe('flyers that end at the ground', () => {
  it.each([1, 20, 5000])('end where they meet it, at %f m/s', (speed) => {
    const world = flyers(
      'end',
      [
        [5, 5, 3],
        [5, 5, 1],
        [18, 2, 1],
        [5, 5, 1],
      ],
      [
        [0, 0, -speed],
        [0, 0, speed],
        [speed, 0, 0],
        [-speed, 0, 0],
      ],
      { reports: [{ type: 'died' }] },
    );
    const events = [];
    for (let k = 0; k < 150; k++) {
      tick(world);
      events.push(...takeEvents(world));
    }
    const places = [
      [5, 5, 0],
      [5, 5, 4],
      [24, 2, 1],
    ];
    for (const [id, position] of places.entries()) {
      const own = events.filter((event) => 'id' in event && event.id === id);
      const common = {
        tick: own[0].tick,
        id,
        species: 'bird',
        position: position.map((at) => expect.closeTo(at, 3)),
      };
      expect(own).toEqual([
        { ...common, type: 'grounded' },
        { ...common, type: 'died', of: 'ground' },
      ]);
    }
    expect(events.some((event) => 'id' in event && event.id === 3)).toBe(false);
  });

  it('start on it, and may leave it upward only', () => {
    const world = flyers(
      'end',
      [
        [5, 5, 0],
        [5, 5, 0],
        [5, 5, 0],
      ],
      [
        [1, 0, 0.2],
        [1, 0, 0],
        [1, 0, -0.2],
      ],
    );
    tick(world);
    expect(takeEvents(world)).toEqual([
      { type: 'grounded', tick: 1, id: 2, species: 'bird', position: [5, 5, 0] },
    ]);
  });

  it('stay within bounds that end at it', () => {
    const random = randomOf(7);
    const positions = Array.from({ length: 100 }, () => [4 + random(), 4 + random(), 3 * random()]);
    const velocities = positions.map(() => [random(), random(), -90]);
    const bounds = { type: 'contain', min: [0, 0, 0], max: [40, 10, 9] };
    const world = flyers('end', positions, velocities, {}, bounds);
    tick(world);
    tick(world);
    expect(takeEvents(world).filter(({ type }) => type === 'grounded')).toHaveLength(100);
    expect(Math.min(...world.views.position.z)).toBe(0);
  });

  it('do not hit what is behind it', () => {
    const types = ['end', 'pass'].map((atGround) => {
      const behaviors = [{ type: 'homing', target: 'cellar' }];
      const bird = { name: 'bird', moves: 'fly', atGround, count: 1, maxSpeed: 100, behaviors };
      const spawn = { type: 'points', positions: [[5, 5, 3]], velocities: [[0, 0, -100]] };
      const targets = [{ name: 'cellar', position: [5, 5, -1], radius: 0.1 }];
      const world = createWorld(
        parseScenario(scenarioOn({ targets, species: [{ ...bird, spawn }] })),
      );
      tick(world);
      return takeEvents(world).map(({ type }) => type);
    });
    expect(types).toEqual([['grounded'], ['hit']]);
  });
});

describe('flyers that slide at the ground', () => {
  it.each([1, 20, 5000])('keep their side of floors and ramps, at %f m/s', (speed) => {
    const world = flyers(
      'slide',
      [
        [5, 5, 3],
        [5, 5, 1],
        [18, 2, 0.5],
      ],
      [
        [0, 0, -speed],
        [0, 0, speed],
        [speed, 0, 0],
      ],
    );
    for (let k = 0; k < 60 / Math.min(speed, 20); k++) tick(world);
    expect(positionOf(world, 0)[2]).toBeCloseTo(0.2, 4);
    expect(positionOf(world, 1)[2]).toBeCloseTo(3.8, 4);
    // Up the ramp, which rises by 1 m in 4 m.
    const [x, , z] = positionOf(world, 2);
    expect(x).toBeGreaterThan(18.1);
    if (x > 21 && x < 27) expect(z - (x - 20) / 4).toBeCloseTo(0.2 * Math.hypot(1, 0.25), 3);
    const { x: vx, z: vz } = world.views.velocity;
    const at = world.views.slot[0];
    expect([vx[at], vz[at]]).toEqual([0, 0]);
  });

  it.each([0, 0.3])('never cross hills, with radius %f', (radius) => {
    for (let seed = 0; seed < 4; seed++) {
      const random = randomOf(seed);
      const count = 60;
      const positions = Array.from({ length: count }, (_, k) => [
        4 * random() - 2,
        1 + 6 * random(),
        k % 2 === 0 ? 2.5 + random() : -0.5 - random(),
      ]);
      const world = createWorld(
        parseScenario({
          name: 'hills',
          dimensions: 3,
          dt: 0.05,
          ground: hills(seed),
          bounds: { type: 'contain', min: [-4, 0, -2], max: [4, 8, 4] },
          species: [
            {
              ...{ name: 'bird', moves: 'fly', atGround: 'slide', count, radius },
              spawn: { type: 'points', positions },
              maxSpeed: 60,
              maxForce: 900,
              behaviors: [{ type: 'wander', weight: 800 }],
            },
          ],
        }),
      );
      const places = () => positions.map((_, id) => positionOf(world, id));
      const sides = sidesOf(world, places());
      let pressed = 0;
      for (let k = 0; k < 200; k++) {
        tick(world);
        const now = places();
        expect([seed, k, sidesOf(world, now)]).toEqual([seed, k, sides]);
        pressed += now.filter(([, , z]) => Math.abs(z - 1) < 1).length;
      }
      expect(pressed).toBeGreaterThan(1000);
    }
  });

  it('have the same hash for any number of workers, kernel and resume', () => {
    const { species: walkers } = scenarioOn() as unknown as { species: object[] };
    const bird = { moves: 'fly', count: 40, radius: 0.2, maxSpeed: 9, maxForce: 90 };
    const spawn = { type: 'box', min: [1, 1, 0.5], max: [19, 9, 6], velocity: { speed: 9 } };
    const behaviors = [{ type: 'wander', weight: 60 }];
    const more = ['slide', 'end', 'pass'].map((atGround) => ({
      ...bird,
      name: atGround,
      atGround,
      spawn,
      behaviors,
    }));
    const scenario = parseScenario(scenarioOn({ species: [...walkers.slice(0, 2), ...more] }));
    const ends = new Set<number>();
    const hashes = [
      ...[1, 2, 3, 7].map((workers) => ({ workers, kernel: 'ts' as const })),
      ...[1, 3].map((workers) => ({ workers, kernel: 'simd' as const })),
    ].map(({ workers, kernel }) => {
      let world = createWorld(scenario, { kernel });
      let ended = 0;
      for (let k = 0; k < 160; k++) {
        tickSliced(world, [...Array(workers).keys()]);
        ended += takeEvents(world).filter(({ type }) => type === 'grounded').length;
        if (k === 5) world = restore(snapshot(world), { kernel });
      }
      ends.add(ended);
      return stateHash(world);
    });
    expect(new Set(hashes).size).toBe(1);
    expect(ends.size).toBe(1);
    expect([...ends][0]).toBeGreaterThan(5);
  });
});

it('flyers are not held by the rim of the ground, where no species walks either', () => {
  const world = flyers('pass', [[19, 5, 3]], [[40, 0, 0]]);
  tick(world);
  expect(positionOf(world, 0)).toEqual([21, 5, 3]);
});

it('the key is refused for walkers, and without a ground', () => {
  const walker = { name: 'w', count: 1, spawn: { type: 'points', positions: [[1, 1, 0]] } };
  expect(problemLinesOf(scenarioOn({ species: [{ ...walker, atGround: 'end' }] }))).toEqual([
    '$.species[0].atGround: "atGround" of a species that walks; "moves": "fly"',
  ]);
  const { ground: _, ...without } = scenarioOn({
    species: [{ ...walker, atGround: 'end' }],
  }) as never as Record<string, unknown>;
  expect(problemLinesOf(without)).toEqual([
    '$.species[0].atGround: "atGround" without a ground; a scenario with the key "ground"',
  ]);
  expect(TWO_FLOORS.polygons).toHaveLength(5);
});
