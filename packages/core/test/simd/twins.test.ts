import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  createWorld,
  kernels,
  parseScenario,
  parseScenarioText,
  type Scenario,
  takeEvents,
  type World,
} from '../../src/index.ts';
import { tickSliced } from '../../src/tick/tick.ts';
import { innerOf } from '../../src/world/public-world.ts';
import { expectSameTicks } from '../helpers/compare.ts';
import { LONG, someOf } from '../helpers/long.ts';

/** Small numbers from a seed; tests choose their scenes with it. */
function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Steps both kernels; returns the world of kernel "ts". */
function compare(scenario: Scenario, ticks: number, orders: readonly number[][]): World {
  const ts = createWorld(scenario, { kernel: 'ts', maxWorkers: 8 });
  const simd = createWorld(scenario, { kernel: 'simd', maxWorkers: 8 });
  expectSameTicks(innerOf(simd), innerOf(ts), ticks, (world, n) => {
    tickSliced(world, orders[(n + (world === innerOf(ts) ? 0 : 1)) % orders.length]);
  });
  return ts;
}

/** Each tick of kernel "ts" takes a quarter of a second. */
const DENSE = LONG ? 20 : 1;

const ORDERS = [[0], [1, 0], [2, 0, 1], [4, 1, 3, 0, 2]];

test('this host runs the SIMD kernels', () => {
  expect(kernels()).toEqual(['ts', 'simd']);
});

describe('every scene', () => {
  test.each([
    ['beams', LONG ? 300 : 120],
    ['flock', LONG ? 200 : 60],
  ])('%s: %i ticks', (name, ticks) => {
    const file = new URL(`../../../../scenarios/${name}.json`, import.meta.url);
    compare(parseScenarioText(readFileSync(file, 'utf8')), ticks, ORDERS);
  });

  test(`swarm-100k, 20,000 agents at the same density: ${DENSE} ticks`, () => {
    const file = new URL('../../../../scenarios/swarm-100k.json', import.meta.url);
    const json = JSON.parse(readFileSync(file, 'utf8'));
    json.species[0].count = 20_000;
    json.species[0].spawn.max = [4, 4, -15];
    compare(parseScenario(json), DENSE, ORDERS);
  });
});

/** A scene of 1 to 3 species with random numbers, bounds and behaviors. */
function randomScene(seed: number): Scenario {
  const roll = dice(seed);
  const bounds = [
    { type: 'open' },
    { type: 'wrap', min: [-7, -13, -4], max: [9, 18, 27] },
    { type: 'contain', min: [-7, -13, -4], max: [9, 18, 27] },
  ][roll(3)];
  const counts = [1, 3, 4, 5, 17, 63, 64, 65, 257, 1003];
  const names = ['a', 'b', 'c'].slice(0, 1 + roll(3));
  const species = names.map((name) => {
    const view = { cosine: [-1, -1, 0, 0.7, -0.3][roll(5)] };
    const radius = 1 + roll(4) / 2;
    const same = roll(2) === 0;
    const see = roll(3) === 0 ? { species: [names[roll(names.length)]] } : {};
    const behavior = (type: string): object => ({
      type,
      weight: 1 + roll(9),
      radius: same ? radius : 0.5 + roll(6) / 2,
      ...(same ? {} : view),
      ...see,
    });
    const all = ['separation', 'alignment', 'cohesion', 'separation'].map(behavior);
    return {
      name,
      count: counts[roll(counts.length)],
      maxSpeed: 1 + roll(8),
      minSpeed: roll(2),
      maxForce: 5 + roll(20),
      damping: roll(2) / 4,
      mass: 1 + roll(3),
      spawn: {
        type: 'box',
        min: [-7, -10, 0],
        max: [roll(2) === 0 ? -6.5 : 8, 10, 20],
        velocity: { speed: roll(4) },
      },
      behaviors: [...all.slice(roll(4)), { type: 'wander', weight: 1 }],
    };
  });
  return parseScenario({
    name: 'random',
    seed,
    dimensions: roll(4) === 0 ? 2 : 3,
    bounds,
    species,
  });
}

describe('random scenes, by seed', () => {
  test.each(Array.from({ length: LONG ? 60 : 10 }, (_, index) => 1000 + index))(
    'seed %i',
    (seed) => {
      compare(randomScene(seed), 30, ORDERS);
    },
  );
});

describe('awkward numbers', () => {
  const denormal = 1e-42;
  const flock = (positions: number[][], velocities: number[][]): Scenario =>
    parseScenario({
      name: 'awkward',
      species: [
        {
          name: 'a',
          count: positions.length,
          maxForce: 20,
          spawn: { type: 'points', positions, velocities },
          behaviors: [
            { type: 'separation', radius: 2 },
            { type: 'alignment', radius: 2 },
            { type: 'cohesion', radius: 2 },
          ],
        },
      ],
    });
  const points = (values: readonly number[], count = 37): number[][] =>
    Array.from({ length: count }, (_, i) => [
      values[(i * 7 + 1) % 4],
      values[(i * 5) % 4],
      values[(i * 3 + 2) % 4],
    ]);

  test.each([
    ['-0', [-0, 0, -0, -0]],
    ['denormals', [denormal, -denormal, 1e-45, 3e-39]],
    ['distances about what counts as one spot', [1e-12, 2e-12, -1e-12, 1e-11]],
    ['all on one spot', [1, 1, 1, 1]],
    ['apart by one unit in the last place', [1, 1 + 2 ** -23, 1 - 2 ** -24, 1 + 2 ** -22]],
    ['at the largest coordinates', [1e5, -1e5, 99_999, 2e4]],
  ])('positions: %s', (_name, values) => {
    compare(flock(points(values), points([0, 1, -2, 0.5])), 10, ORDERS);
    compare(flock(points([0, 1, -0.5, 2]), points(values)), 10, ORDERS);
  });

  test.each([
    ['the largest', [3e38, -3e38, 1e38, -3e38]],
    ['NaN', [Number.NaN, 0, 1, Number.NaN]],
    ['infinities', [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 1]],
    ['squares beyond f32', [2e19, -3e19, 1e20, 4]],
  ])('velocities: %s', (_name, values) => {
    // Beyond what a scenario may contain, but a kernel must still handle it.
    const scenario = flock(points([0, 1, -0.5, 2]), points([0, 1, -2, 0.5]));
    const worlds = (['ts', 'simd'] as const).map((kernel) => createWorld(scenario, { kernel }));
    for (const world of worlds) {
      for (const axis of ['x', 'y', 'z'] as const) {
        for (let i = 5; i < 31; i++) world.views.velocity[axis][i] = values[(i * 3) % 4];
      }
    }
    const [ts, simd] = worlds as [World, World];
    expectSameTicks(innerOf(simd), innerOf(ts), 10, (world) => {
      tickSliced(world, world === innerOf(ts) ? [0] : [1, 0]);
    });
  });
});

describe('guidance', () => {
  const denormal = 1e-42;
  const places = [0, -0, denormal, 1, -3, 40, 1e5];
  const speeds = [0, -0, denormal, 1e-20, 0.5, -7, 30];

  type Any = (values: readonly number[]) => number;

  const circle = (any: Any) => ({
    curvatureRadius: any([0.1, 5, 25]),
    saturation: any([0.5, 1, 3]),
  });
  const rate = (any: Any) => ({ rate: any([0, 1e-4, 1.2, 20, 400]) });
  // Some arrive within the ticks that are compared, and some in the first.
  const instant = (any: Any) => ({ time: any([1e-3, 0.1, 9]), period: any([0, 0.15]) });
  const LAWS: Record<string, (any: Any) => Record<string, unknown>> = {
    'homing, rotate': (any) => ({ type: 'homing', turn: 'rotate', ...circle(any) }),
    'homing, add': (any) => ({ type: 'homing', turn: 'add', ...circle(any) }),
    'turn by vector': (any) => ({ type: 'turn', ...rate(any) }),
    'turn, level': (any) => ({ type: 'turn', by: 'quaternion', level: true, ...rate(any) }),
    'lead, quadratic': (any) => ({ type: 'lead', ...circle(any) }),
    'lead, simple': (any) => ({ type: 'lead', solve: 'simple', ...circle(any) }),
    navigation: (any) => ({ type: 'navigation', augmentation: any([0, 1]), ...circle(any) }),
    yawPitch: (any) => ({
      type: 'yawPitch',
      yawRate: any([0, 1e-4, 9, 400]),
      pitchRate: any([0, 3, 300]),
    }),
    intercept: (any) => ({ type: 'intercept', ...instant(any), gain: any([1, 3, 20]) }),
    rendezvous: (any) => ({ type: 'rendezvous', ...instant(any), velocity: [3, any([0, -9]), 0] }),
  };

  /** Beams with an arrival time fly as fast as they must. */
  const speed = (law: string, metersPerSecond: number) =>
    law === 'intercept' || law === 'rendezvous' ? {} : { speed: metersPerSecond };

  /** Beams at rest, on the target, flying at it, straight away from it, and at all angles between. */
  function beams(seed: number, count: number, law: string): Scenario {
    const roll = dice(seed);
    const any: Any = (values) => values[roll(values.length)];
    const target = [3, -2, 11];
    const species = ['a', 'b'].map((name) => {
      const positions = [];
      const velocities = [];
      for (let i = 0; i < count; i++) {
        const offset = [any(places), any(places), any(places)];
        const away = any([-2, 0.5]);
        positions.push(offset.map((o, axis) => Math.max(-1e5, Math.min(1e5, target[axis] + o))));
        velocities.push(
          roll(3) === 0
            ? offset.map((o) => Math.max(-50, Math.min(50, o * away)))
            : [any(speeds), any(speeds), any(speeds)],
        );
      }
      return {
        name,
        count,
        mass: 1 + roll(3),
        damping: roll(3) / 4,
        lifetime: 0.2,
        spawn: { type: 'points', positions, velocities },
        behaviors: [{ ...LAWS[law](any), ...speed(law, 1 + roll(40)), target: 'target' }],
      };
    });
    return parseScenario({
      name: 'guidance',
      seed,
      species,
      targets: [
        {
          name: 'target',
          position: target,
          radius: 0.5,
          ...(seed > 2 && {
            motion: { type: 'orbit', center: [1, 2, 3], axis: [1, 0, 2], rate: any([-9, 0.1]) },
          }),
        },
      ],
    });
  }

  const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 37, 131];

  describe.each(Object.keys(LAWS).map((law, k) => [law, k] as const))('%s', (law, k) => {
    test.each(someOf(COUNTS, 4, k))('two species of %i beams', (count) => {
      for (const seed of someOf([1, 2, 3], 3, count)) {
        const events = takeEvents(compare(beams(seed, count, law), 20, ORDERS));
        expect(events.filter(({ type }) => type === 'quarantined')).toEqual([]);
      }
    });
  });
});
