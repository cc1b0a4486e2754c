import { describe, expect, it } from 'vitest';
import { type WeightMap, weightMap } from '../../../src/insight/weight-map.ts';
import { LONG } from '../../helpers/long.ts';
import { angleBetween, pointsOf, worldOf } from '../../helpers/scenes.ts';

const DEGREE = Math.PI / 180;

interface Seen {
  readonly behaviors: readonly Record<string, unknown>[];
  readonly context?: Record<string, unknown>;
  readonly target?: readonly number[];
  readonly velocity?: readonly number[];
  readonly dimensions?: number;
}

/** The weight map of an agent at the origin, with neither bias nor neighbors. */
function look({ behaviors, context, target, velocity, dimensions = 2 }: Seen): WeightMap {
  const world = worldOf({
    dimensions,
    species: [
      {
        name: 'bird',
        ...pointsOf([[0, 0, 0]], [velocity ?? [0, 0, 0]]),
        maxSpeed: 4,
        behaviors: [...behaviors, { type: 'context', ...context }],
      },
    ],
    targets: [{ name: 'goal', position: target ?? [3, 0, 0] }],
  });
  return weightMap(world, 0);
}

function slotsOf({ directions, interest }: WeightMap): { d: number[]; value: number }[] {
  return [...interest].map((value, k) => ({ d: [...directions.slice(3 * k, 3 * k + 3)], value }));
}

function cosineOf(d: readonly number[], target: readonly number[]): number {
  return Math.cos(angleBetween(d, target));
}

describe.each([2, 3])('seek, in %i dimensions', (dimensions) => {
  const target = dimensions === 2 ? [2, -5, 0] : [2, -5, 3];

  it('wants weight x (u.d + 1)/2', () => {
    const map = look({ behaviors: [{ type: 'seek', weight: 1.75 }], target, dimensions });
    expect(map.interest).toHaveLength(dimensions === 2 ? 16 : 42);
    for (const { d, value } of slotsOf(map)) {
      expect(value).toBeCloseTo((1.75 * (cosineOf(d, target) + 1)) / 2, 5);
    }
  });

  it.each([
    ['at rest', [0, 0, 0]],
    ['fast aside', [5, 2, 0]],
    ['with the very velocity it asks for', target.map((v) => (4 * v) / Math.hypot(...target))],
  ])('wants the same %s', (_, velocity) => {
    const map = look({ behaviors: [{ type: 'seek', weight: 2 }], target, dimensions, velocity });
    for (const { d, value } of slotsOf(map)) {
      expect(value).toBeCloseTo(cosineOf(d, target) + 1, 5);
    }
  });

  it('wants the same by its own interest as by its force', () => {
    // An arrival that never brakes is a seek, and acts only by its force.
    const of = (behavior: Record<string, unknown>) =>
      look({ behaviors: [{ weight: 2, ...behavior }], target, dimensions, velocity: [1, 2, 0] });
    const seeking = of({ type: 'seek' });
    const arriving = of({ type: 'arrive', brakingDistance: 1e-3 });
    seeking.interest.forEach((value, slot) => {
      expect(value).toBeCloseTo(arriving.interest[slot], 5);
    });
  });

  it('wants nothing outside its band, even in motion', () => {
    const behaviors = [{ type: 'seek', weight: 2, from: 40 }];
    const map = look({ behaviors, target, dimensions, velocity: [1, 2, 0] });
    expect([...map.interest]).toEqual(new Array(map.interest.length).fill(0));
    expect(map.chosen).toBe(-1);
    expect(map.velocity).toEqual([0, 0, 0]);
  });
});

it('a force in N is wanted with its length as weight', () => {
  const world = worldOf({
    dimensions: 2,
    species: [
      {
        name: 'bird',
        ...pointsOf([
          [0, 0],
          [3, 4],
        ]),
        behaviors: [{ type: 'cohesion', weight: 0.3 }, { type: 'context' }],
      },
    ],
  });
  for (const { d, value } of slotsOf(weightMap(world, 0))) {
    expect(value).toBeCloseTo((0.3 * (cosineOf(d, [3, 4, 0]) + 1)) / 2, 5);
  }
});

it('a share of the speed is wanted with that share of the weight', () => {
  const behaviors = [{ type: 'arrive', weight: 2, brakingDistance: 12 }];
  for (const { d, value } of slotsOf(look({ behaviors }))) {
    expect(value).toBeCloseTo((2 * (3 / 12) * (cosineOf(d, [1, 0, 0]) + 1)) / 2, 5);
  }
});

/** The shape function of the source, by the cosine to the aim. */
function shape(c: number): number {
  return ((c + 1) / 2) * (1 - (c + 0.25) ** 2);
}

describe('strafe', () => {
  it.each([2, 3])('without a hand has the shape of the source, in %i dimensions', (dimensions) => {
    const target = dimensions === 2 ? [-3, 1, 0] : [-3, 1, 2];
    const map = look({
      behaviors: [{ type: 'strafe', weight: 0.1, hand: 'none' }],
      target,
      dimensions,
    });
    for (const { d, value } of slotsOf(map)) {
      expect(value).toBeCloseTo(0.1 * shape(cosineOf(d, target)), 6);
    }
  });

  it('has its peak of 0.483 at 82.6 degrees, -0.5625 straight ahead and 0 straight behind', () => {
    let peak = { value: 0, degrees: 0 };
    // There is a slot every 22.5 degrees.
    for (let turn = LONG ? 0 : 140; turn < (LONG ? 225 : 170); turn++) {
      const angle = turn * 0.1 * DEGREE;
      const target = [Math.cos(angle), Math.sin(angle), 0];
      for (const { d, value } of slotsOf(
        look({ behaviors: [{ type: 'strafe', hand: 'none' }], target }),
      )) {
        if (value > peak.value) peak = { value, degrees: angleBetween(d, target) / DEGREE };
      }
    }
    expect(peak.value).toBeCloseTo(0.483, 3);
    expect(peak.degrees).toBeGreaterThan(82.5);
    expect(peak.degrees).toBeLessThan(82.7);
    const ahead = slotsOf(look({ behaviors: [{ type: 'strafe', hand: 'none' }] }));
    expect(ahead[0].value).toBeCloseTo(-0.5625, 6);
    expect(ahead[8].value).toBeCloseTo(0, 6);
  });

  it.each([
    ['left', 1],
    ['right', -1],
  ])('to the %s wants nothing on the other side, in the plane', (hand, side) => {
    const target = [-2, 3, 0];
    const map = look({ behaviors: [{ type: 'strafe', hand }], target });
    for (const { d, value } of slotsOf(map)) {
      const left = target[0] * d[1] - target[1] * d[0];
      const expected = shape(cosineOf(d, target));
      expect(value).toBeCloseTo(left * side > 0 ? expected : Math.min(0, expected), 6);
    }
    const { velocity } = map;
    expect(Math.sign(target[0] * velocity[1] - target[1] * velocity[0])).toBe(side);
  });

  it.each([
    ['left', 1],
    ['right', -1],
  ])('to the %s wants the level direction most, in space', (hand, side) => {
    const target = [-2, 1, 3];
    const left = [target[2], 0, -target[0]].map((value) => value * side);
    const map = look({
      behaviors: [{ type: 'strafe', hand }],
      target,
      dimensions: 3,
      context: { speed: 1 },
    });
    // 42 slots are coarse: half their distance.
    expect(angleBetween(map.velocity, left) / DEGREE).toBeLessThan(21);
    for (const { d, value } of slotsOf(map)) {
      const c = cosineOf(d, target);
      const share = cosineOf(d, left) / Math.sqrt(1 - c * c);
      expect(value).toBeCloseTo(shape(c) * (shape(c) > 0 ? Math.max(0, share) : 1), 5);
    }
  });

  it('is finite for an aim straight up or down, or on the agent itself', () => {
    for (const target of [
      [0, 5, 0],
      [0, -5, 0],
      [0, 0, 0],
    ]) {
      const map = look({ behaviors: [{ type: 'strafe', hand: 'left' }], target, dimensions: 3 });
      expect([...map.interest].every(Number.isFinite)).toBe(true);
      expect(map.chosen >= 0).toBe(target[1] !== 0);
    }
  });

  it('with a hand of its own goes left about as often as right', () => {
    const count = 400;
    const world = worldOf({
      dimensions: 2,
      species: [
        {
          name: 'bird',
          ...pointsOf(Array.from({ length: count }, (_, k) => [10 * k, 0])),
          maxSpeed: 1,
          behaviors: [{ type: 'strafe', hand: 'own' }, { type: 'context' }],
        },
      ],
      targets: [{ name: 'goal', position: [0, 1e4] }],
    });
    let left = 0;
    for (let id = 0; id < count; id++) if (weightMap(world, id).velocity[0] < 0) left++;
    // Four standard deviations of a fair draw.
    expect(Math.abs(left - count / 2)).toBeLessThan(4 * Math.sqrt(count / 4));
  });
});

it('a behavior that acts by its force wants nothing outside its band, even in motion', () => {
  const behaviors = [{ type: 'arrive', weight: 2, to: 1 }];
  const map = look({ behaviors, velocity: [1, 2, 0] });
  expect([...map.interest]).toEqual(new Array(16).fill(0));
  const content = look({
    behaviors: [{ ...behaviors[0], to: 9, brakingDistance: 1 }],
    velocity: [4, 0, 0],
  });
  expect(content.interest[0]).toBeCloseTo(2, 5);
});

describe('several interests', () => {
  const behaviors = [
    { type: 'seek', weight: 2 },
    { type: 'strafe', weight: 1, hand: 'none' },
  ];

  it.each([
    ['sum', (a: number, b: number) => a + b],
    ['max', (a: number, b: number) => Math.max(0, a, b)],
  ])('merge by %s', (merge, of) => {
    for (const { d, value } of slotsOf(look({ behaviors, context: { merge } }))) {
      const c = cosineOf(d, [1, 0, 0]);
      expect(value).toBeCloseTo(of(c + 1, shape(c)), 5);
    }
  });
});

describe('behaviors with aims of their own', () => {
  /** The interest of agent 0, at the origin, with the given behaviors. */
  function wants(behaviors: readonly Record<string, unknown>[]): number[] {
    const world = worldOf({
      dimensions: 2,
      species: [
        {
          name: 'fox',
          ...pointsOf([
            [0, 0],
            [1, 7],
          ]),
          maxSpeed: 4,
          behaviors: [...behaviors, { type: 'context' }],
        },
        {
          name: 'hare',
          ...pointsOf([
            [5, -1],
            [-2, 2],
            [30, 40],
          ]),
        },
        { name: 'hound', ...pointsOf([[-3, -4]]) },
      ],
      targets: [
        { name: 'den', position: [0, 9] },
        { name: 'wood', position: [-6, 1] },
      ],
    });
    return [...weightMap(world, 0).interest];
  }

  it.each([
    [
      'targets',
      [
        { type: 'seek', target: 'den' },
        { type: 'flee', target: 'wood' },
        { type: 'strafe', target: 'den', hand: 'left' },
      ],
    ],
    [
      'species',
      [
        { type: 'seek', quarry: 'hare' },
        { type: 'flee', quarry: 'hound' },
        { type: 'seek', quarry: 'hare' },
      ],
    ],
    [
      'choice',
      [
        { type: 'seek', quarry: 'hare' },
        { type: 'seek', quarry: 'hare', choose: 'assigned' },
      ],
    ],
    [
      'sight',
      [
        { type: 'seek', quarry: 'hare', sight: 1 },
        { type: 'strafe', quarry: 'hare', hand: 'right' },
        { type: 'flee', quarry: 'hare', sight: 2 },
      ],
    ],
    [
      'band',
      [
        { type: 'seek', target: 'den', from: 20 },
        { type: 'flee', target: 'den', to: 20, weight: 3 },
      ],
    ],
  ])('add up to what each wants alone: other %s', (_, behaviors) => {
    const together = wants(behaviors);
    const alone = behaviors.map((behavior) => wants([behavior]));
    together.forEach((value, slot) => {
      const sum = alone.reduce((total, map) => total + map[slot], 0);
      expect(value).toBeCloseTo(sum, 5);
    });
    expect(Math.max(...together)).toBeGreaterThan(0.1);
  });
});
