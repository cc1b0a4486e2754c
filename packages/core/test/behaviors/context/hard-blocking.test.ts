import { expect, it } from 'vitest';
import { weightMap } from '../../../src/insight/weight-map.ts';
import { tick } from '../../../src/tick/tick.ts';
import { LONG, someOf } from '../../helpers/long.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { length, pointsOf, positionOf, velocityOf, worldOf } from '../../helpers/scenes.ts';

/**
 * The choice of a public demo with 16 directions, written again from its description: "2D game: a motion that pursues a
 * target (steering behaviour)", Qiita, by mojomojopon.
 */

type Point = readonly [number, number];

const SPEED = 1.5;
const FAR = 1.2;
const NEAR = 0.8;
const CAST = { radius: 0.25, range: 1 };
const RANGE = 0.5;

/** Clockwise from north. */
const WAYS: readonly Point[] = Array.from({ length: 16 }, (_, k) => [
  Math.sin((k * Math.PI) / 8),
  Math.cos((k * Math.PI) / 8),
]);

interface Ball {
  readonly type: 'sphere';
  readonly center: Point;
  readonly radius: number;
}

interface Box {
  readonly type: 'box';
  readonly min: Point;
  readonly max: Point;
}

interface Scene {
  readonly self: Point;
  readonly target: Point;
  readonly obstacles: readonly (Ball | Box)[];
  readonly neighbors: readonly Point[];
  /** The last choice, as a direction; undefined for none. */
  readonly last: Point | undefined;
}

function cosines([x, y]: Point): number[] {
  const size = Math.hypot(x, y);
  return WAYS.map(([dx, dy]) => (size > 0 ? (dx * x + dy * y) / size : 0));
}

function gap([x, y]: Point, obstacle: Ball | Box): number {
  if (obstacle.type === 'sphere') {
    const [cx, cy] = obstacle.center;
    return Math.hypot(x - cx, y - cy) - obstacle.radius;
  }
  const { min, max } = obstacle;
  return Math.hypot(Math.max(min[0] - x, 0, x - max[0]), Math.max(min[1] - y, 0, y - max[1]));
}

/** The least distance from a stretch of a ray to an obstacle. It is convex along the ray. */
function clearance([x, y]: Point, [dx, dy]: Point, obstacle: Ball | Box): number {
  const at = (way: number) => gap([x + way * dx, y + way * dy], obstacle);
  let [low, high] = [0, CAST.range];
  for (let k = 0; k < 60; k++) {
    const third = (high - low) / 3;
    if (at(low + third) < at(high - third)) high -= third;
    else low += third;
  }
  return at(low);
}

/** The chosen way, and how clear the decision is: the least change of a number that could change it. */
function choose({ self, target, obstacles, neighbors, last }: Scene) {
  const way: Point = [target[0] - self[0], target[1] - self[1]];
  const distance = Math.hypot(...way);
  const weights = new Array(16).fill(0);
  const add = (strength: number, values: readonly number[]) => {
    values.forEach((value, k) => {
      weights[k] += strength * value;
    });
  };
  const seek = (to: Point) => cosines(to).map((c) => (c + 1) / 2);
  if (distance > FAR) add(1, seek(way));
  if (distance < NEAR) add(1, seek([-way[0], -way[1]]));
  else
    add(
      0.1,
      cosines(way).map((c) => ((c + 1) / 2) * (1 - (c + 0.25) ** 2)),
    );
  if (last) add(0.3, seek(last));
  let away: Point = [0, 0];
  for (const [x, y] of neighbors) {
    const [dx, dy] = [self[0] - x, self[1] - y];
    const apart = Math.hypot(dx, dy);
    if (apart >= RANGE) continue;
    const share = (1 - apart / RANGE) / apart;
    away = [away[0] + dx * share, away[1] + dy * share];
  }
  if (Math.hypot(...away) > 0) add(8, seek(away));
  const rooms = WAYS.map((d) =>
    Math.min(...obstacles.map((obstacle) => clearance(self, d, obstacle)), 9),
  );
  const free = weights.flatMap((weight, k) =>
    rooms[k] >= CAST.radius && weight > 0 ? [{ weight, k }] : [],
  );
  free.sort((a, b) => b.weight - a.weight);
  const clear = Math.min(
    ...rooms.map((room) => Math.abs(room - CAST.radius)),
    free.length > 1 ? free[0].weight - free[1].weight : 1,
    Math.abs(distance - FAR),
    Math.abs(distance - NEAR),
  );
  return { way: free.length > 0 ? WAYS[free[0].k] : undefined, clear };
}

const ISLANDS = LONG ? 125 : 25;
const TICKS = 8;

it.each(someOf([1, 2], 2))('hard blocking makes the choices of the demo, seed %i', (seed) => {
  const random = randomOf(seed);
  const between = (low: number, high: number) => Math.fround(low + (high - low) * random());
  const around = (at: Point, low: number, high: number): Point => {
    const angle = 2 * Math.PI * random();
    const far = between(low, high);
    return [at[0] + far * Math.cos(angle), at[1] + far * Math.sin(angle)].map(
      Math.fround,
    ) as unknown as Point;
  };
  const islands = Array.from({ length: ISLANDS }, (_, k) => {
    const self: Point = [(k % 12) * 12, Math.floor(k / 12) * 12];
    const obstacles = Array.from({ length: Math.floor(between(0, 5)) }, (): Ball | Box => {
      const center = around(self, 0.7, 2.2);
      const most = Math.hypot(center[0] - self[0], center[1] - self[1]) - 0.4;
      const size = Math.min(most, between(0.1, 0.8));
      if (random() < 0.5) return { type: 'sphere', center, radius: Math.fround(size) };
      const [x, y] = [size, size * between(0.3, 1)].map((edge) => edge * Math.SQRT1_2);
      return {
        type: 'box',
        min: [Math.fround(center[0] - x), Math.fround(center[1] - y)],
        max: [Math.fround(center[0] + x), Math.fround(center[1] + y)],
      };
    });
    const neighbors = Array.from({ length: Math.floor(between(0, 4)) }, () =>
      around(self, 0.1, 0.9),
    );
    return { self, target: around(self, 0.3, 4), obstacles, neighbors };
  });
  const quarry = { quarry: 'hare', choose: 'assigned' };
  const chasers = islands.map(({ self }) => self);
  const world = worldOf({
    dimensions: 2,
    obstacles: islands.flatMap(({ obstacles }) => obstacles),
    species: [
      {
        name: 'chaser',
        ...pointsOf(chasers),
        maxSpeed: 9,
        behaviors: [
          { type: 'seek', ...quarry, from: FAR },
          { type: 'flee', ...quarry, to: NEAR },
          { type: 'strafe', weight: 0.1, hand: 'none', ...quarry, from: NEAR },
          {
            type: 'context',
            blocking: 'hard',
            speed: SPEED,
            weight: 60,
            arrivalRadius: 0,
            castRadius: CAST.radius,
            castRange: CAST.range,
            radius: RANGE,
            species: ['other'],
          },
        ],
      },
      { name: 'hare', ...pointsOf(islands.map(({ target }) => target)) },
      { name: 'other', ...pointsOf(islands.flatMap(({ neighbors }) => neighbors)) },
    ],
  });
  let [compared, blocked, unclear] = [0, 0, 0];
  const lasts: (Point | undefined)[] = islands.map(() => undefined);
  for (let n = 0; n < TICKS; n++) {
    islands.forEach((island, id) => {
      const [x, y] = positionOf(world, id);
      const scene = { ...island, self: [x, y] as const, last: lasts[id] };
      const { way, clear } = choose(scene);
      const { chosen, directions } = weightMap(world, id);
      const found =
        chosen < 0 ? undefined : ([directions[3 * chosen], directions[3 * chosen + 1]] as const);
      lasts[id] = found;
      if (choose({ ...scene, obstacles: [] }).way !== way) blocked++;
      if (clear < 1e-5) {
        unclear++;
        return;
      }
      compared++;
      const text = `chaser ${id} in tick ${n}`;
      expect(found === undefined, text).toBe(way === undefined);
      if (way && found)
        expect(Math.hypot(way[0] - found[0], way[1] - found[1]), text).toBeLessThan(1e-5);
    });
    tick(world);
  }
  expect(compared + unclear).toBe(ISLANDS * TICKS);
  expect(unclear).toBeLessThan(compared / 49);
  expect(blocked).toBeGreaterThan(compared / 10);
});

it.each([2, 3])(
  'with hard blocking, agents move in exactly the directions, in %i dimensions',
  (dimensions) => {
    const world = worldOf({
      dimensions,
      targets: [{ name: 'place', position: [30, 17, dimensions === 2 ? 0 : 11] }],
      species: [
        {
          name: 'walker',
          ...pointsOf([[0, 0, 0]]),
          maxSpeed: 3,
          behaviors: [
            { type: 'seek' },
            { type: 'context', blocking: 'hard', weight: 60, speed: 2 },
          ],
        },
      ],
    });
    for (let k = 0; k < 300; k++) {
      const { directions, chosen } = weightMap(world, 0);
      tick(world);
      const velocity = velocityOf(world, 0);
      velocity.forEach((v, axis) => {
        expect(v).toBeCloseTo(2 * directions[3 * chosen + axis], 5);
      });
      expect(length(velocity)).toBeCloseTo(2, 5);
    }
  },
);
