import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/insight/inspect.ts';
import { steer } from '../../src/phases/steer.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { readyKernels } from '../../src/tick/phase-kernels.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import type { World } from '../../src/world/world.ts';
import { forcesOf } from '../helpers/forces.ts';
import { FLOCKS, lawfulFlock } from '../helpers/hash-scenes/flocking.ts';
import { length, pointsOf, worldOf } from '../helpers/scenes.ts';

/**
 * The laws whose force is proportional to something: cohesion to the offset, separation to the number of
 * neighbors, alignment to the difference of the headings.
 */

/** One agent at the origin that feels the behavior, and others that feel nothing. */
function meeting(
  behavior: Record<string, unknown>,
  others: readonly number[][],
  velocities: readonly number[][] = [],
): World {
  const still = [0, 0, 0];
  return worldOf({
    species: [
      {
        name: 'one',
        ...pointsOf([still], [velocities[0] ?? still]),
        behaviors: [{ weight: 1, radius: 50, ...behavior }],
      },
      {
        name: 'other',
        ...pointsOf(
          others,
          others.map((_, k) => velocities[1 + k] ?? still),
        ),
      },
    ],
  });
}

/** The force on the first agent, which must be the same from both kernels and from `inspect`. */
function forceOn(world: World): number[] {
  const [force] = forcesOf(world);
  readyKernels(world);
  const simd = world.twins?.steer ?? expect.fail('no SIMD kernel');
  simd(world, 0, world.count, 0);
  const { x, y, z } = world.scratch.force;
  const at = world.views.slot[0];
  expect([x[at], y[at], z[at]]).toEqual(force);
  expect(inspect(world, 0).total).toEqual(force);
  return force;
}

/** `count` places at 2 m, all on one side, so that their unit vectors add up to `count` along x. */
function onOneSide(count: number, distance = 2): number[][] {
  return Array.from({ length: count }, () => [-distance, 0, 0]);
}

describe('cohesion of "offset"', () => {
  const law = { type: 'cohesion', of: 'offset' };

  it.each([1, 4, 8])('pulls with %d N at as many meters; of "direction" with 1 N', (meters) => {
    expect(forceOn(meeting(law, [[0, meters, 0]]))).toEqual([0, meters, 0]);
    expect(forceOn(meeting({ type: 'cohesion' }, [[0, meters, 0]]))).toEqual([0, 1, 0]);
  });

  it('pulls to the mean position times the weight, for any number of neighbors', () => {
    const others = [
      [6, 0, 0],
      [2, 3, 0],
      [-2, 0, 9],
    ];
    expect(forceOn(meeting({ ...law, weight: 2 }, others))).toEqual([4, 2, 6]);
    expect(forceOn(meeting({ ...law, weight: 2 }, [...others, ...others]))).toEqual([4, 2, 6]);
  });

  it('is 0 without neighbors, and at their mean position', () => {
    expect(forceOn(meeting({ ...law, radius: 3 }, [[0, 4, 0]]))).toEqual([0, 0, 0]);
    const around = [
      [1, 2, 0],
      [-1, -2, 0],
    ];
    expect(forceOn(meeting(law, around))).toEqual([0, 0, 0]);
  });
});

describe('separation by "count"', () => {
  const law = { type: 'separation', sum: 'count' };

  it.each([1, 3, 10])(
    'pushes with %d N from as many neighbors; by "direction" with 1 N',
    (count) => {
      expect(forceOn(meeting(law, onOneSide(count)))).toEqual([count, 0, 0]);
      expect(length(forceOn(meeting({ type: 'separation' }, onOneSide(count))))).toBeCloseTo(1, 6);
    },
  );

  it('does not fall off with the distance, and adds directions', () => {
    expect(forceOn(meeting(law, onOneSide(1, 0.01)))[0]).toBeCloseTo(1, 6);
    expect(forceOn(meeting(law, onOneSide(1, 49)))[0]).toBeCloseTo(1, 6);
    const force = forceOn(
      meeting({ ...law, weight: 3 }, [
        [3, 0, 0],
        [0, -0.5, 0],
        [0, 0, 20],
      ]),
    );
    [-3, 3, -3].forEach((wanted, axis) => {
      expect(force[axis]).toBeCloseTo(wanted, 5);
    });
  });

  it('counts neighbors nearer than `near` `factor` times, and those at `near` once', () => {
    const near = { ...law, near: 2, factor: 5 };
    expect(forceOn(meeting(near, onOneSide(3, 2)))).toEqual([3, 0, 0]);
    expect(forceOn(meeting(near, onOneSide(3, 1)))).toEqual([15, 0, 0]);
    expect(forceOn(meeting(near, [...onOneSide(3, 1), ...onOneSide(4, 8)]))).toEqual([19, 0, 0]);
  });

  it.each([
    [
      'near',
      { near: 2 },
      '2 with "sum": "direction", expected "sum" to be "count", because no other value allows this key',
    ],
    [
      'factor',
      { factor: 5 },
      '5 with "sum": "direction", expected "sum" to be "count", because no other value allows this key',
    ],
    ['near', { sum: 'count', near: 2 }, '2 without factor, expected the key "factor", '],
    ['factor', { sum: 'count', factor: 5 }, '5 without near, expected the key "near", '],
  ])('`%s` in %j is refused, since it would do nothing', (key, settings, report) => {
    expect(() => meeting({ type: 'separation', ...settings }, onOneSide(1))).toThrow(
      `$.species[0].behaviors[0].${key}: found ${report}`,
    );
  });

  it.each(['near', 'factor'])(
    'a `set` of `%s` is refused where neighbors are not counted',
    (key) => {
      const world = meeting({ type: 'separation' }, onOneSide(1));
      const set = { type: 'set', species: 'one', behavior: 0, parameter: key, value: 2 } as const;
      expect(() => command(world, set)).toThrow(
        `$.parameter: found "${key}", expected a separation with sum "count"`,
      );
    },
  );

  it('a near distance and a factor can be set while it runs', () => {
    const world = meeting(law, onOneSide(2, 1));
    const set = (parameter: string, value: number): void => {
      command(world, { type: 'set', species: 'one', behavior: 'separation', parameter, value });
    };
    set('near', 1.5);
    set('factor', 40);
    tick(world);
    expect(length(forceOn(world))).toBeCloseTo(80, 3);
    expect(() => set('factor', 0)).toThrow('a number from 0.001 to 1000000');
    expect(() => set('sum', 0)).toThrow('one of weight, radius, cosine, near, factor');
  });

  it.each([2, 3])(
    'pushes agents on one spot apart with its weight, in %i dimensions',
    (dimensions) => {
      const world = worldOf({
        dimensions,
        species: [
          {
            name: 'bird',
            ...pointsOf([...Array(5).fill([3, 4, 0]), [5, 4, 0]]),
            maxSpeed: 2,
            behaviors: [{ ...law, radius: 3, weight: 7, near: 1, factor: 4 }],
          },
        ],
      });
      for (const force of forcesOf(world).slice(0, 5)) expect(length(force)).toBeCloseTo(7, 5);
      tick(world, 30);
      const { x, y, z } = world.views.position;
      const places = new Set(Array.from(x, (_, at) => `${x[at]} ${y[at]} ${z[at]}`));
      expect(places.size).toBe(6);
      for (const value of [...x, ...y, ...z]) expect(Number.isFinite(value)).toBe(true);
    },
  );
});

describe('alignment of "heading"', () => {
  const law = { type: 'alignment', of: 'heading' };
  const beside = [[1, 0, 0]];

  it('pulls with the difference of the headings, at any speeds', () => {
    const crossing = [
      [1, 0, 0],
      [0, 3, 0],
    ];
    expect(forceOn(meeting(law, beside, crossing))).toEqual([-1, 1, 0]);
    expect(forceOn(meeting({ ...law, weight: 0.5 }, beside, crossing))).toEqual([-0.5, 0.5, 0]);
    const [x, y] = forceOn(meeting({ type: 'alignment' }, beside, crossing));
    expect([x, y]).toEqual([expect.closeTo(-0.3162, 4), expect.closeTo(0.9487, 4)]);
  });

  it('pulls to the mean heading: with 0 N to its own heading, with 2 N to the opposite one', () => {
    const three = [
      [2, 0, 0],
      [0, 0, 5],
      [0, 1, 0],
    ];
    const force = forceOn(meeting(law, [...beside, [0, 2, 0]], three));
    expect(force).toEqual([-1, 0.5, 0.5]);
    expect(
      forceOn(
        meeting(law, beside, [
          [2, 0, 0],
          [7, 0, 0],
        ]),
      ),
    ).toEqual([0, 0, 0]);
    expect(
      forceOn(
        meeting(law, beside, [
          [2, 0, 0],
          [-7, 0, 0],
        ]),
      ),
    ).toEqual([-2, 0, 0]);
  });

  it('without turnRate, an agent that comes to rest keeps its heading', () => {
    const world = worldOf({
      species: [
        {
          name: 'one',
          ...pointsOf([[0, 0, 0]], [[2, 0, 0]]),
          behaviors: [{ ...law, weight: 0, radius: 90 }],
        },
        { name: 'other', ...pointsOf(beside, [[0, 3, 0]]), damping: 60 },
      ],
    });
    tick(world, 5);
    const { velocity, heading, slot } = world.views;
    expect(velocity.y[slot[1]]).toBe(0);
    expect([heading.x[slot[1]], heading.y[slot[1]]]).toEqual([0, 1]);
    command(world, {
      type: 'set',
      species: 'one',
      behavior: 'alignment',
      parameter: 'weight',
      value: 1,
    });
    tick(world);
    expect(forcesOf(world)[0]).toEqual([expect.closeTo(-1, 1), expect.closeTo(1, 1), 0]);
  });

  it('follows where bodies face, which lags behind where they fly', () => {
    const world = worldOf({
      species: [
        {
          name: 'one',
          ...pointsOf([[0, 0, 0]], [[1, 0, 0]]),
          turnRate: 0.01,
          behaviors: [
            { ...law, weight: 1, radius: 90 },
            { type: 'separation', weight: 500, radius: 90 },
          ],
        },
        { name: 'other', ...pointsOf([[0, 1, 0]], [[1, 0, 0]]) },
      ],
    });
    tick(world, 3);
    const { velocity, slot } = world.views;
    expect(velocity.y[slot[0]]).toBeLessThan(-20);
    const [alignment] = inspect(world, 0).forces;
    expect(alignment.length).toBeLessThan(0.002);
  });
});

describe.each(FLOCKS)('a flock with these laws, %s in %iD, %j', (bounds, dimensions, turn) => {
  const scenario = lawfulFlock(bounds, dimensions, turn);

  it('`inspect` shows the forces that the step composes', () => {
    const world = createWorld(scenario);
    tick(world, 20);
    steer(world, 0, world.count, 0);
    const forces = forcesOf(world);
    for (const id of [0, 131, 266, 267, 396, 397, 401]) {
      const { total, forces: parts } = inspect(world, id);
      expect(total).toEqual(forces[id]);
      for (const axis of [0, 1, 2]) {
        const sum = parts.reduce((all, { force }) => all + force[axis], 0);
        expect(sum).toBeCloseTo(total[axis], 4);
      }
    }
  });
});
