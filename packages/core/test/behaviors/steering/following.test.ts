import { describe, expect, it } from 'vitest';
import { tick } from '../../../src/tick/tick.ts';
import type { World } from '../../../src/world/world.ts';
import { forcesOf } from '../../helpers/forces.ts';
import { long } from '../../helpers/long.ts';
import { randomOf } from '../../helpers/random-of.ts';
import {
  distance,
  dot,
  length,
  pointsOf,
  positionOf,
  type Triple,
  velocityOf,
  worldOf,
} from '../../helpers/scenes.ts';

const unit = (v: readonly number[]): number[] => v.map((value) => value / length(v));

const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Where each of seven wingmen stands from a leader that flies at `velocity`, after 20 s. */
function offsets(
  formation: Record<string, unknown>,
  velocity: number[],
  more: Record<string, unknown> = {},
): { ahead: number; right: number; above: number }[] {
  const world = worldOf({
    species: [
      {
        name: 'wing',
        count: 7,
        spawn: { type: 'sphere', center: [0, 0, 0], radius: 9 },
        maxSpeed: 12,
        behaviors: [{ type: 'formation', quarry: 'lead', weight: 6, ...formation }],
      },
      { name: 'lead', ...pointsOf([[2, -1, 0]], [velocity]) },
    ],
    ...more,
  });
  tick(world, 1200);
  const forward = unit(velocity);
  const up = more.dimensions === 2 ? [0, 0, 1] : [0, 1, 0];
  const right = unit(cross(forward, up));
  const above = cross(right, forward);
  const leader = positionOf(world, 7);
  return Array.from({ length: 7 }, (_, id) => {
    const offset = positionOf(world, id).map((v, axis) => v - leader[axis]);
    return { ahead: dot(offset, forward), right: dot(offset, right), above: dot(offset, above) };
  });
}

describe('formation', () => {
  const places: [shape: string, ahead: number[], right: number[]][] = [
    ['wedge', [-2, -2, -4, -4, -6, -6, -8], [2, -2, 4, -4, 6, -6, 8]],
    ['line', [0, 0, 0, 0, 0, 0, 0], [2, -2, 4, -4, 6, -6, 8]],
    ['column', [-2, -4, -6, -8, -10, -12, -14], [0, 0, 0, 0, 0, 0, 0]],
    ['block', [-2, -2, -2, -4, -4, -4, -6], [-2, 0, 2, -2, 0, 2, -2]],
    ['point', [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]],
  ];

  it.each(places)('%s: each agent is in its place, to a centimeter', (shape, ahead, right) => {
    const found = offsets({ shape, spacing: 2, abreast: 3 }, [3, 1, -2]);
    found.forEach((place, id) => {
      expect(place.ahead).toBeCloseTo(ahead[id], 2);
      expect(place.right).toBeCloseTo(right[id], 2);
      expect(place.above).toBeCloseTo(0, 2);
    });
  });

  it('stands where ahead, right and above say, also when the leader climbs straight up', () => {
    for (const [place] of [offsets({ shape: 'point', ahead: 4, right: -3, above: 2 }, [0, 0, 2])]) {
      expect(place.ahead).toBeCloseTo(4, 2);
      expect(place.right).toBeCloseTo(-3, 2);
      expect(place.above).toBeCloseTo(2, 2);
    }
    const climbing = worldOf({
      species: [
        {
          name: 'wing',
          ...pointsOf([[1, 0, 0]]),
          maxSpeed: 9,
          behaviors: [{ type: 'formation', quarry: 'lead', shape: 'column', spacing: 2 }],
        },
        { name: 'lead', ...pointsOf([[0, 0, 0]], [[0, 3, 0]]) },
      ],
    });
    tick(climbing, 1200);
    expect(distance(positionOf(climbing, 0), [0, 58, 0])).toBeLessThan(0.05);
  });

  it('keeps to the plane in two dimensions', () => {
    const found = offsets({ shape: 'wedge', spacing: 2, above: 5 }, [3, 1, 0], { dimensions: 2 });
    expect(found[2].ahead).toBeCloseTo(-4, 2);
    expect(found[2].right).toBeCloseTo(4, 2);
    expect(found[2].above === 0).toBe(true);
  });

  it('turns with a target that flies a circle', () => {
    const world = worldOf({
      species: [
        {
          name: 'wing',
          count: 6,
          spawn: { type: 'sphere', center: [20, 0, 0], radius: 6 },
          maxSpeed: 20,
          behaviors: [{ type: 'formation', target: 'lead', weight: 10, spacing: 2, above: 1 }],
        },
      ],
      targets: [
        {
          name: 'lead',
          position: [20, 0, 0],
          motion: { type: 'orbit', center: [0, 0, 0], axis: [0, 1, 0], rate: 0.4 },
        },
      ],
    });
    tick(world, 1200);
    for (let t = 0; t < 300; t++) {
      tick(world);
      const { targetPosition: p } = world.views;
      const leader = [p.x[0], p.y[0], p.z[0]];
      const forward = unit(cross([0, 1, 0], leader));
      const right = unit(leader);
      for (let id = 0; id < 6; id++) {
        const pair = Math.floor(id / 2) + 1;
        const aside = id % 2 === 0 ? pair : -pair;
        const place = leader.map((v, k) => v - 2 * pair * forward[k] + 2 * aside * right[k]);
        place[1] += 1;
        // It lags by what the turn needs: 0.4^2 26 / (weight maxSpeed / brakingDistance) = 0.104 m.
        expect(distance(positionOf(world, id), place)).toBeLessThan(0.11);
      }
    }
  });

  it('assigns each agent one of several leaders, and follows agents that follow', () => {
    const world = worldOf({
      species: [
        {
          name: 'wing',
          count: 4,
          spawn: { type: 'sphere', center: [0, 0, 0], radius: 3 },
          maxSpeed: 9,
          behaviors: [
            { type: 'formation', quarry: 'lead', choose: 'assigned', shape: 'column', spacing: 2 },
          ],
        },
        {
          name: 'lead',
          ...pointsOf(
            [
              [0, 0, 0],
              [0, 30, 0],
            ],
            [
              [2, 0, 0],
              [3, 0, 0],
            ],
          ),
        },
        {
          name: 'car',
          count: 1,
          spawn: { type: 'points', positions: [[5, -9, 0]] },
          maxSpeed: 9,
          behaviors: [{ type: 'formation', quarry: 'wing', shape: 'column', spacing: 1.5 }],
        },
      ],
    });
    tick(world, 1500);
    const leaders = [4, 5].map((id) => positionOf(world, id));
    for (let id = 0; id < 4; id++) {
      const [x, y, z] = leaders[id % 2];
      const place = [x - 2 * (1 + Math.floor(id / 2)), y, z];
      expect(distance(positionOf(world, id), place)).toBeLessThan(0.02);
    }
    // The car keeps behind the wingman it is nearest to.
    const nearest = Math.min(
      ...[0, 1, 2, 3].map((id) => distance(positionOf(world, 6), positionOf(world, id))),
    );
    expect(nearest).toBeLessThan(1.55);
  });

  it('lines up by the axes of the world beside a target at rest', () => {
    const world = worldOf({
      species: [
        {
          name: 'guard',
          count: 2,
          spawn: { type: 'sphere', center: [0, 0, 0], radius: 3 },
          maxSpeed: 9,
          behaviors: [{ type: 'formation', shape: 'column', spacing: 2 }],
        },
      ],
      targets: [{ name: 'post', position: [1, 2, 3] }],
    });
    tick(world, 900);
    expect(distance(positionOf(world, 0), [-1, 2, 3])).toBeLessThan(0.01);
    expect(distance(positionOf(world, 1), [-3, 2, 3])).toBeLessThan(0.01);
  });
});

describe('leaderFollow', () => {
  function follow(position: number[], velocity: number[], leader: number[]): World {
    return worldOf({
      species: [
        {
          name: 'squire',
          ...pointsOf([position], [velocity]),
          maxSpeed: 6,
          maxForce: 40,
          behaviors: [
            {
              type: 'leaderFollow',
              quarry: 'knight',
              weight: 4,
              behind: 3,
              lane: 8,
              clearance: 2,
              brakingDistance: 2,
            },
          ],
        },
        { name: 'knight', ...pointsOf([[0, 0, 0]], [leader]) },
      ],
    });
  }

  it.each([[[-9, 4, 0]], [[5, 0.5, 0]], [[5, 0, 0]], [[1, -8, 6]]])(
    'reaches its place behind from %j',
    (position) => {
      const world = follow(position, [0, 0, 0], [2, 0, 0]);
      tick(world, 1200);
      expect(distance(positionOf(world, 0), [40 - 3, 0, 0])).toBeLessThan(0.05);
    },
  );

  it.each([
    ['beside the middle', [5, 0.5, 0], [0, 24, 0]],
    ['right before it, to its right', [5, 0, 0], [0, 0, 24]],
  ])('gets out of the lane: %s', (_, position, force) => {
    const found = forcesOf(follow(position, [0, 0, 0], [2, 0, 0]))[0];
    force.forEach((value, axis) => {
      expect(found[axis]).toBeCloseTo(value, 4);
    });
  });

  it.each([
    ['beyond the lane', [8.5, 0, 0]],
    ['beside the lane', [5, 2.5, 0]],
    ['behind', [-5, 0.5, 0]],
  ])('does not leave the lane when it is %s', (_, position) => {
    const [x] = forcesOf(follow(position, [0, 0, 0], [2, 0, 0]))[0];
    expect(Math.abs(x)).toBeGreaterThan(0.1);
  });

  it('keeps its distance from a leader at rest', () => {
    for (const position of [
      [7, 3, -1],
      [1, 0, 0],
    ]) {
      const world = follow(position, [0, 0, 0], [0, 0, 0]);
      tick(world, 900);
      expect(length(positionOf(world, 0))).toBeCloseTo(3, 2);
    }
    const together = follow([0, 0, 0], [0, 0, 0], [0, 0, 0]);
    tick(together, 9);
    expect(length(positionOf(together, 0))).toBe(0);
  });
});

describe('queue', () => {
  const driver = (ahead: number[], theirs: number[], more: Record<string, unknown> = {}): World =>
    worldOf({
      species: [
        {
          name: 'car',
          ...pointsOf([[0, 0, 0]], [[3, 0, 0]]),
          radius: 0.5,
          behaviors: [{ type: 'queue', weight: 2, radius: 6, margin: 0, ...more }],
        },
        { name: 'cart', ...pointsOf([ahead], [theirs]), radius: 0.5 },
      ],
    });

  it.each([
    ['one at rest ahead', [4, 0, 0], [0, 0, 0], -2 * 3 * (1 - 3 / 6)],
    ['one that is slower', [4, 0, 0], [2, 9, 0], -2 * 1 * (1 - 3 / 6)],
    ['one that is faster', [4, 0, 0], [3.5, 0, 0], 0],
    ['one that comes', [4, 0, 0], [-1, 0, 0], -2 * 4 * (1 - 3 / 6)],
    ['one behind', [-4, 0, 0], [0, 0, 0], 0],
    ['one aside', [3, 2.5, 0], [0, 0, 0], 0],
    ['one beyond', [6.5, 0, 0], [0, 0, 0], 0],
    ['one that touches', [0.9, 0, 0], [0, 0, 0], -2 * 3],
    ['one on the spot', [0, 0, 0], [0, 0, 0], 0],
  ])('brakes for %s', (_, ahead, theirs, force) => {
    const [found] = forcesOf(driver(ahead, theirs));
    expect(found[0]).toBeCloseTo(force, 4);
    expect(found[1] === 0 && found[2] === 0).toBe(true);
  });

  it.each([0, 1, 2])('brakes against its own velocity, along axis %i', (axis) => {
    const along = (value: number) => [0, 1, 2].map((other) => (other === axis ? value : 0));
    const world = worldOf({
      species: [
        {
          name: 'car',
          ...pointsOf([[0, 0, 0]], [along(3)]),
          behaviors: [{ type: 'queue', weight: 2, radius: 6, margin: 0 }],
        },
        { name: 'cart', ...pointsOf([along(3)]) },
      ],
    });
    forcesOf(world)[0].forEach((value, other) => {
      expect(value).toBeCloseTo(other === axis ? -2 * 3 * 0.5 : 0, 4);
    });
  });

  it('brakes for the worst of many neighbors, not for all', () => {
    const world = worldOf({
      species: [
        {
          name: 'car',
          ...pointsOf([[0, 0, 0]], [[3, 0, 0]]),
          behaviors: [{ type: 'queue', weight: 2, radius: 6, margin: 0 }],
        },
        {
          name: 'cart',
          ...pointsOf([
            [3, 0.5, 0],
            [3, 0, 0],
            [3, -0.5, 0],
            [4, 0, 0],
          ]),
        },
      ],
    });
    expect(forcesOf(world)[0][0]).toBeCloseTo(-2 * 3 * 0.5, 4);
  });

  it.each([
    [0, 15 - 15 * (1 - 2 / 8)],
    [0.5, 15],
    [-1, 15 - 15 * (1 - 2 / 8)],
  ])(
    'reduces the other forces by the same share, except behind a faster one: %d m/s',
    (theirs, force) => {
      const world = worldOf({
        species: [
          {
            name: 'car',
            ...pointsOf([[0, 0, 0]]),
            maxSpeed: 5,
            behaviors: [
              { type: 'seek', weight: 3 },
              { type: 'queue', radius: 8, margin: 1 },
            ],
          },
          { name: 'cart', ...pointsOf([[3, 0, 0]], [[theirs, 0, 0]]) },
        ],
        targets: [{ name: 'goal', position: [50, 0, 0] }],
      });
      // It also brakes for one that approaches.
      const braked = Math.max(0, -4 * theirs * (1 - 2 / 8));
      expect(forcesOf(world)[0][0]).toBeCloseTo(force - braked, 4);
    },
  );

  long('cars line up behind a cart at rest without touching', () => {
    const count = 9;
    const world = worldOf({
      dimensions: 2,
      species: [
        {
          name: 'car',
          ...pointsOf(Array.from({ length: count }, (_, k) => [-3 * k - 4, 0])),
          radius: 0.5,
          behaviors: [
            { type: 'seek', weight: 4 },
            { type: 'queue', weight: 20, radius: 4, margin: 0.3 },
          ],
          maxSpeed: 3,
        },
        { name: 'cart', ...pointsOf([[20, 0]]), radius: 0.5 },
      ],
      targets: [{ name: 'gate', position: [500, 0] }],
    });
    for (let t = 0; t < 3600; t++) {
      tick(world);
      const at = Array.from({ length: count }, (_, id) => positionOf(world, id)[0]);
      at.forEach((x, id) => {
        expect((id === 0 ? 20 : at[id - 1]) - x).toBeGreaterThan(1.29);
      });
    }
    for (let id = 0; id < count; id++) {
      expect(positionOf(world, id)[0]).toBeGreaterThan(20 - 1.6 * (id + 1));
      expect(length(velocityOf(world, id))).toBeLessThan(0.01);
    }
  });
});

describe('followPath', () => {
  const corners = [
    [0, 0, 0],
    [8, 0, 0],
    [8, 6, 0],
    [0, 6, 3],
  ];

  function walker(
    follow: Record<string, unknown>,
    path: Record<string, unknown>,
    more: Record<string, unknown> = {},
  ): World {
    return worldOf({
      species: [
        {
          name: 'walker',
          ...pointsOf([[-3, 1, 0]]),
          maxSpeed: 3,
          maxForce: 30,
          behaviors: [{ type: 'followPath', weight: 5, switchDistance: 0.5, ...follow }],
        },
      ],
      paths: [
        {
          name: 'other',
          points: [
            [50, 50],
            [60, 60],
          ],
        },
        { name: 'way', points: corners, ...path },
      ],
      ...more,
    });
  }

  /** The points that it reaches to within the switch distance, in order. */
  function visits(world: World, ticks: number): number[] {
    const seen: number[] = [];
    for (let t = 0; t < ticks; t++) {
      tick(world);
      corners.forEach((corner, k) => {
        if (distance(positionOf(world, 0), corner) <= 0.55 && seen.at(-1) !== k) seen.push(k);
      });
    }
    return seen;
  }

  it('visits the points in order and stops on the last', () => {
    const world = walker({ path: 'way' }, {});
    expect(visits(world, 900)).toEqual([0, 1, 2, 3]);
    expect(distance(positionOf(world, 0), corners[3])).toBeLessThan(0.05);
    expect(length(velocityOf(world, 0))).toBeLessThan(0.05);
  });

  it('goes round a closed path again and again', () => {
    const seen = visits(walker({ path: 'way' }, { closed: true }), 2400);
    expect(seen.length).toBeGreaterThan(8);
    seen.forEach((corner, n) => {
      expect(corner).toBe(n % 4);
    });
  });

  it('flies on past the last point with end "stop"', () => {
    const world = walker({ path: 'way', end: 'stop' }, {});
    expect(visits(world, 900)).toEqual([0, 1, 2, 3]);
    expect(world.views.status[0]).toBe(1);
    expect(world.front.waypoint[0]).toBe(4);
    expect(length(forcesOf(world)[0])).toBe(0);
    expect(length(velocityOf(world, 0))).toBeCloseTo(3, 1);
  });

  it('keeps its speed, and takes the first path when it names none', () => {
    const world = walker({ speed: 1.5 }, {});
    tick(world, 300);
    expect(length(velocityOf(world, 0))).toBeCloseTo(1.5, 2);
    const along = unit(velocityOf(world, 0));
    expect(dot(along, unit([1, 49 / 53, 0]))).toBeGreaterThan(0.99);
  });

  it('crosses the seam of a torus the short way', () => {
    const bounds = { type: 'wrap', min: [-10, -10, -10], max: [10, 10, 10] };
    const world = worldOf({
      bounds,
      species: [
        {
          name: 'walker',
          ...pointsOf([[9, 0, 0]]),
          maxSpeed: 3,
          behaviors: [{ type: 'followPath', switchDistance: 0.5 }],
        },
      ],
      paths: [
        {
          name: 'way',
          points: [
            [-9, 0, 0],
            [-5, 0, 0],
          ],
        },
      ],
    });
    expect(forcesOf(world)[0][0]).toBeCloseTo(3, 4);
    tick(world, 600);
    expect(distance(positionOf(world, 0), [-5, 0, 0])).toBeLessThan(0.05);
  });
});

describe('stayOnPath', () => {
  const points = [
    [0, 0, 0],
    [10, 0, 0],
    [10, 0, 0],
    [10, 10, 5],
  ];

  /** The nearest point of the path, found by sampling it. */
  function nearestOf(p: readonly number[], closed: boolean): number[] {
    let best = points[0];
    const legs = closed ? points.length : points.length - 1;
    for (let leg = 0; leg < legs; leg++) {
      const [a, b] = [points[leg], points[(leg + 1) % points.length]];
      for (let share = 0; share <= 1; share += 1 / 4096) {
        const q = a.map((v, axis) => v + share * (b[axis] - v));
        if (distance(p, q) < distance(p, best)) best = q;
      }
    }
    return best;
  }

  it.each([true, false])('seeks the nearest point of the path, closed %s', (closed) => {
    const positions: Triple[] = [
      [5, 3, 0],
      [-4, 1, 1],
      [12, 12, 9],
      [4, 4, 3],
      [10, 3, -2],
      [5, 1.2, 0],
    ];
    const velocities: Triple[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, -2, 0],
      [1, 1, 1],
      [0, 0, 3],
      [0, -1, 0],
    ];
    const world = worldOf({
      species: [
        {
          name: 'walker',
          ...pointsOf(positions, velocities),
          maxSpeed: 3,
          behaviors: [{ type: 'stayOnPath', halfWidth: 1, prediction: 0.5, weight: 2 }],
        },
      ],
      paths: [{ name: 'way', points, closed }],
    });
    forcesOf(world).forEach((force, id) => {
      const velocity = velocities[id];
      const ahead = positions[id].map((v, axis) => v + 0.5 * velocity[axis]);
      const nearest = nearestOf(ahead, closed);
      if (distance(ahead, nearest) <= 1) {
        expect(length(force)).toBe(0);
        return;
      }
      const way = unit(nearest.map((v, axis) => v - positions[id][axis]));
      way.forEach((v, axis) => {
        expect(force[axis]).toBeCloseTo(2 * (3 * v - velocity[axis]), 2);
      });
    });
    // The last one is farther than the corridor is wide, but will be in it.
    expect(length(forcesOf(world)[5])).toBe(0);
    expect(length(forcesOf(world)[0])).toBeGreaterThan(1);
  });

  /** The way to the nearest point of a path, in f64, over all legs and all images of them. */
  function wayTo(path: readonly Triple[], closed: boolean, from: Triple, edge: number): Triple {
    const short = (v: number) => (edge > 0 ? v - edge * Math.round(v / edge) : v);
    const shifts = edge > 0 ? [-edge, 0, edge] : [0];
    let best: Triple = [1e9, 1e9, 1e9];
    for (let leg = 0; leg < (closed ? path.length : path.length - 1); leg++) {
      const along = path[(leg + 1) % path.length].map((v, k) => short(v - path[leg][k]));
      const start = path[leg].map((v, k) => short(v - from[k]));
      for (const x of shifts)
        for (const y of shifts)
          for (const z of shifts) {
            const to = [start[0] + x, start[1] + y, start[2] + z];
            const share = dot(along, along) > 0 ? -dot(to, along) / dot(along, along) : 0;
            const part = Math.min(1, Math.max(0, share));
            const way = to.map((v, k) => v + part * along[k]) as Triple;
            if (length(way) < length(best)) best = way;
          }
    }
    return best;
  }

  it.each([
    [33, true, 0, 'ts', 1],
    [34, false, 0, 'simd', 2],
    [257, true, 90, 'simd', 3],
    [300, false, 90, 'ts', 4],
    [1000, true, 0, 'simd', 5],
    [1000, false, 0, 'ts', 6],
  ] as const)(
    'finds the nearest of %i points, closed %s, on a torus of %i m, by %s (seed %i)',
    (count, closed, edge, kernel, seed) => {
      const random = randomOf(seed);
      const at = (): Triple => [random() * 80 - 40, random() * 80 - 40, random() * 30 - 15];
      // A walk with long and with short legs, and with points at one place.
      const path: Triple[] = [at()];
      while (path.length < count) {
        const [x, y, z] = path.at(-1)!;
        const step = random() < 0.1 ? 0 : random() < 0.1 ? 25 : 3;
        const next = [x, y, z].map((v) => v + step * (random() - 0.5));
        path.push(next.map((v) => Math.fround(Math.min(44, Math.max(-44, v)))) as Triple);
      }
      const positions = Array.from(
        { length: 60 },
        (_, k): Triple =>
          k % 3 > 0
            ? at()
            : (path[Math.floor(random() * count)].map((v) => v + random()) as Triple),
      ).map((p) => p.map((v) => Math.fround(Math.min(44, v))) as Triple);
      const walls = [edge / -2, edge / 2].map((v) => [v, v, v]);
      const bounds = edge > 0 ? { type: 'wrap', min: walls[0], max: walls[1] } : { type: 'open' };
      const behaviors = [{ type: 'stayOnPath', halfWidth: 0, prediction: 0, weight: 1 }];
      const species = [{ name: 'walker', ...pointsOf(positions), maxSpeed: 1, behaviors }];
      const paths = [{ name: 'way', points: path, closed }];
      const world = worldOf({ bounds, species, paths }, { kernel });
      forcesOf(world).forEach((force, id) => {
        const way = wayTo(path, closed, positions[id], edge);
        // Another point may be as near, but none is nearer.
        const reached = positions[id].map((v, axis) => v + length(way) * force[axis]) as Triple;
        const rest = length(wayTo(path, closed, reached, edge));
        expect(rest, `agent ${id}`).toBeLessThan(0.001 + 1e-4 * length(way));
      });
    },
  );

  it('keeps wanderers in a corridor that they would leave', () => {
    const widest = (behaviors: Record<string, unknown>[]): number => {
      const world = worldOf({
        species: [
          {
            name: 'walker',
            ...pointsOf(Array(17).fill([5, 0, 0])),
            maxSpeed: 2,
            maxForce: 20,
            behaviors: [...behaviors, { type: 'wander', weight: 3, interval: 2 }],
          },
        ],
        paths: [
          {
            name: 'way',
            points: [
              [0, 0, 0],
              [10, 0, 0],
            ],
          },
        ],
      });
      let most = 0;
      for (let t = 0; t < 1200; t++) {
        tick(world);
        for (let id = 0; id < 17; id++) {
          const [x, y, z] = positionOf(world, id);
          most = Math.max(most, distance([x, y, z], [Math.min(10, Math.max(0, x)), 0, 0]));
        }
      }
      return most;
    };
    const stay = { type: 'stayOnPath', halfWidth: 2, prediction: 0.5, weight: 4 };
    expect(widest([])).toBeGreaterThan(6);
    expect(widest([stay])).toBeLessThan(3);
  });
});
