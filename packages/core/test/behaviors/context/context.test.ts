import { describe, expect, it } from 'vitest';
import { weightMap } from '../../../src/insight/weight-map.ts';
import { stateHash } from '../../../src/phases/hash.ts';
import { createWorld } from '../../../src/tick/create-world.ts';
import { tick } from '../../../src/tick/tick.ts';
import type { World } from '../../../src/world/world.ts';
import { hashesOf } from '../../helpers/compare.ts';
import { contextCrowd } from '../../helpers/hash-scenes/context.ts';
import { LONG, someOf } from '../../helpers/long.ts';
import {
  distance,
  length,
  pointsOf,
  positionOf,
  velocityOf,
  worldOf,
} from '../../helpers/scenes.ts';

const CHASE = [
  { type: 'seek', weight: 1 },
  { type: 'strafe', weight: 0.1 },
];

interface Chase {
  readonly positions: readonly (readonly number[])[];
  readonly behaviors?: readonly Record<string, unknown>[];
  readonly context?: Record<string, unknown>;
  readonly replaced?: Record<string, unknown>;
}

function chase({ positions, behaviors = CHASE, context, replaced }: Chase): World {
  return worldOf({
    dimensions: 2,
    species: [
      {
        name: 'chaser',
        ...pointsOf(positions),
        maxSpeed: 1.5,
        behaviors: [...behaviors, { type: 'context', ...context }],
      },
    ],
    targets: [{ name: 'goal', position: [0, 0, 0] }],
    ...replaced,
  });
}

function around(count: number, radius: number): number[][] {
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * (k + 0.3)) / count;
    return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
  });
}

it('steers by weight x (velocity of the weight map - velocity)', () => {
  const world = chase({
    positions: around(5, 4),
    context: { weight: 3 },
    replaced: { obstacles: [{ type: 'sphere', center: [2, 0.5], radius: 0.8 }] },
  });
  let leaning = 0;
  for (let k = 0; k < 60; k++) {
    const before = [0, 1, 2, 3, 4].map((id) => ({
      map: weightMap(world, id),
      velocity: velocityOf(world, id),
    }));
    tick(world);
    before.forEach(({ map, velocity }, id) => {
      expect(world.front.choice[world.front.slot[id]]).toBe(map.chosen + 1);
      expect(length(map.velocity)).toBeCloseTo(1.5, 5);
      const slot = [...map.directions.slice(3 * map.chosen, 3 * map.chosen + 3)];
      if (
        distance(
          slot,
          map.velocity.map((v) => v / 1.5),
        ) > 1e-3
      )
        leaning++;
      for (const axis of [0, 1, 2]) {
        const expected = velocity[axis] + (3 * (map.velocity[axis] - velocity[axis])) / 60;
        expect(velocityOf(world, id)[axis]).toBeCloseTo(expected, 5);
      }
    });
  }
  expect(leaning).toBeGreaterThan(100);
});

describe('an agent at its target', () => {
  it.each([2, 3])('does not drift, in %i dimensions', (dimensions) => {
    const world = chase({ positions: [[0, 0, 0]], replaced: { dimensions } });
    tick(world, 600);
    expect(positionOf(world, 0)).toEqual([0, 0, 0]);
    expect(world.front.choice[0]).toBe(0);
  });

  it('comes to rest from any side, and forgets its choice', () => {
    const positions = around(16, 3);
    for (const position of positions) {
      const world = chase({ positions: [position], behaviors: [CHASE[0]] });
      tick(world, 300);
      expect(length(positionOf(world, 0))).toBeLessThan(0.1);
      expect(length(velocityOf(world, 0))).toBeLessThan(1e-3);
      expect(world.front.choice[0]).toBe(0);
    }
  });

  it('leaves in no preferred direction, over many agents', () => {
    const count = 400;
    const world = chase({
      positions: Array(count).fill([0, 0, 0]),
      context: { arrivalRadius: 0 },
    });
    tick(world, 60);
    const mean = [0, 0, 0];
    let spread = 0;
    for (let id = 0; id < count; id++) {
      const p = positionOf(world, id);
      spread += length(p) ** 2 / count;
      for (const axis of [0, 1]) mean[axis] += p[axis] / count;
    }
    expect(Math.sqrt(spread)).toBeGreaterThan(0.2);
    // Four standard deviations of a mean without a preferred direction.
    expect(length(mean)).toBeLessThan(4 * Math.sqrt(spread / count));
  });
});

describe('agents on one spot', () => {
  it.each([
    [2, [0, 0, 0]],
    [3, [0, 0, 0]],
    [2, [2, 1, 0]],
    [3, [2, 1, 0]],
  ])('part, in %i dimensions, at %j', (dimensions, spot) => {
    const world = chase({ positions: Array(5).fill(spot), replaced: { dimensions } });
    tick(world, 240);
    for (let a = 0; a < 5; a++) {
      for (let b = 0; b < a; b++) {
        expect(distance(positionOf(world, a), positionOf(world, b))).toBeGreaterThan(0.2);
      }
    }
  });
});

describe('an agent reaches a target beside walls', () => {
  const CLEARANCE = 0.25;

  function arrives(world: World, count: number, free: (p: number[]) => boolean): void {
    let freed = true;
    for (let k = 0; k < (LONG ? 1500 : 900); k++) {
      tick(world);
      for (let id = 0; id < count; id++) freed &&= free(positionOf(world, id));
    }
    expect(freed).toBe(true);
    for (let id = 0; id < count; id++) expect(length(positionOf(world, id))).toBeLessThan(0.1);
  }

  it('from all sides, 5 cm more than the body from an obstacle', () => {
    const center = [0, -(2 + CLEARANCE + 0.05)];
    for (const position of someOf(around(24, 6), 8)) {
      const world = chase({
        positions: [position],
        replaced: { obstacles: [{ type: 'sphere', center, radius: 2 }] },
      });
      arrives(world, 1, (p) => distance(p, [...center, 0]) > 2);
    }
  });

  it('in a corner of the bounds, and between two obstacles', () => {
    for (const position of [
      [5, 5, 0],
      [-0.1, 5, 0],
      [7, 0, 0],
    ]) {
      const min = [-CLEARANCE - 0.05, -CLEARANCE - 0.05];
      const bounds = { type: 'contain', min, max: [9, 9] };
      arrives(chase({ positions: [position], replaced: { bounds } }), 1, () => true);
    }
    const between = chase({
      positions: [[5, 1, 0]],
      replaced: {
        obstacles: [1, -1].map((side) => ({
          type: 'sphere',
          center: [0, side * (1 + CLEARANCE + 0.1)],
          radius: 1,
        })),
      },
    });
    arrives(between, 1, (p) => Math.abs(p[1]) < 10);
  });
});

it('goes around an obstacle with the target straight behind it', () => {
  for (const dimensions of [2, 3]) {
    const center = [3, 0, 0];
    const world = chase({
      positions: [[7, 0, 0]],
      replaced: { dimensions, obstacles: [{ type: 'sphere', center, radius: 1.5 }] },
    });
    let nearest = 99;
    for (let k = 0; k < 900; k++) {
      tick(world);
      nearest = Math.min(nearest, distance(positionOf(world, 0), center));
    }
    expect(length(positionOf(world, 0))).toBeLessThan(0.1);
    expect(nearest).toBeGreaterThan(1.5);
    expect(nearest).toBeLessThan(2.3);
  }
});

it('a bias keeps to the last choice where two ways are the same', () => {
  // It heads straight at an obstacle, so left and right are equal.
  const make = () =>
    chase({
      positions: [[4, 0, 0]],
      behaviors: [CHASE[0]],
      replaced: { obstacles: [{ type: 'sphere', center: [2.5, 0], radius: 1 }] },
    });
  const world = make();
  const sides = new Set<number>();
  for (let k = 0; k < 200; k++) {
    tick(world);
    const y = positionOf(world, 0)[1];
    if (Math.abs(y) > 1e-3) sides.add(Math.sign(y));
  }
  expect(sides.size).toBe(1);
});

it.each(['sum', 'priority'])(
  'behaviors before a context take nothing from those after it, by %s',
  (compose) => {
    const world = worldOf({
      dimensions: 2,
      species: [
        {
          name: 'bird',
          ...pointsOf([[3, 4]]),
          maxSpeed: 9,
          maxForce: 5,
          compose,
          behaviors: [
            { type: 'arrive', weight: 40 },
            { type: 'context', weight: 0 },
            { type: 'wander', weight: 3, interval: 1e-3 },
          ],
        },
      ],
      targets: [{ name: 'goal', position: [0, 0] }],
    });
    tick(world);
    // One interval per tick: the whole weight along a unit vector.
    expect(length(velocityOf(world, 0)) * 60).toBeCloseTo(3, 4);
  },
);

describe('a weight map is refused', () => {
  const world = worldOf({
    species: [
      { name: 'stone', count: 2, spawn: { type: 'pool' } },
      { name: 'ghost', count: 1, spawn: { type: 'pool' }, behaviors: [{ type: 'context' }] },
    ],
  });

  it.each([
    [-1, 'AGENT_UNKNOWN', 'found -1, expected the id of an agent (0 to 2 at the start)'],
    [3, 'AGENT_UNKNOWN', 'found 3'],
    [4, 'AGENT_NOT_ALIVE', 'Agent 4 is dead, or not born yet'],
    [0.5, 'AGENT_UNKNOWN', 'found 0.5'],
    [Number.NaN, 'AGENT_UNKNOWN', 'found NaN'],
    [1, 'NO_CONTEXT', '"stone"'],
    [2, 'AGENT_NOT_ALIVE', 'Agent 2'],
  ])('of agent %d: %s', (id, code, text) => {
    expect(() => weightMap(world, id)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(text) }),
    );
  });
});

it('a species with a second context is refused', () => {
  const behaviors = [{ type: 'context' }, { type: 'wander' }, { type: 'context' }];
  expect(() => worldOf({ species: [{ name: 'a', ...pointsOf([[0, 0]]), behaviors }] })).toThrow(
    '$.species[0].behaviors[2]: found a second "context"',
  );
});

it.each([2, 3])(
  'reading weight maps changes no hash of a crowd, in %i dimensions',
  (dimensions) => {
    const scenario = contextCrowd(dimensions, 'sum');
    const world = createWorld(scenario, { kernel: 'simd' });
    const expected = hashesOf(createWorld(scenario, { kernel: 'ts' }), LONG ? 40 : 10);
    for (const hash of expected) {
      const scratch = [...world.scratch.force.x];
      for (let id = 0; id < world.count; id += 13) weightMap(world, id);
      expect([...world.scratch.force.x]).toEqual(scratch);
      tick(world);
      expect(stateHash(world)).toBe(hash);
    }
  },
);
