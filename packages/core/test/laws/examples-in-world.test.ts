import { describe, expect, it } from 'vitest';
import { boids } from '../../../../examples/laws/boids.ts';
import { brownian } from '../../../../examples/laws/brownian.ts';
import { colony } from '../../../../examples/laws/colony.ts';
import { couzin } from '../../../../examples/laws/couzin.ts';
import { lane } from '../../../../examples/laws/lane.ts';
import { orbit } from '../../../../examples/laws/orbit.ts';
import { particleLife } from '../../../../examples/laws/particle-life.ts';
import { socialForce } from '../../../../examples/laws/social-force.ts';
import { springs } from '../../../../examples/laws/springs.ts';
import { vicsek } from '../../../../examples/laws/vicsek.ts';
import { vortex } from '../../../../examples/laws/vortex.ts';
import { wind } from '../../../../examples/laws/wind.ts';
import type { Law } from '../../src/laws/index.ts';
import { orderParameters } from '../../src/measure/order-parameters.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { kernels } from '../../src/tick/choose-kernel.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { firstDifference, hashesOf } from '../helpers/compare.ts';
import { LONG, long, someOf } from '../helpers/long.ts';
import { randomOf, shuffled } from '../helpers/random-of.ts';
import { length } from '../helpers/scenes.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

type Loose = Record<string, unknown>;

const LAWS: readonly Law[] = [
  boids,
  brownian,
  colony,
  couzin,
  lane,
  orbit,
  particleLife,
  socialForce,
  springs,
  vicsek,
  vortex,
  wind,
];

/** Edges of three lengths; z is left out in the plane. */
const BOX = { min: [-7, -5, -6], max: [11, 9, 7] };

/** Agents of one species anywhere in the box. */
function crowd(name: string, count: number, behaviors: readonly Loose[], more: Loose = {}): Loose {
  const spawn = { type: 'box', ...BOX, velocity: { speed: 2 } };
  return { name, count, maxSpeed: 6, radius: 0.2, spawn, behaviors, ...more };
}

/** A scene of 60 to 200 agents: two species that both have the law. */
interface Small {
  readonly law: Law;
  readonly dimensions: 2 | 3;
  readonly bounds: 'wrap' | 'open';
  readonly species: readonly Loose[];
}

const targets = [
  { name: 'near', position: [1, 2, 3], radius: 1 },
  { name: 'far', position: [-30, 40, 20], radius: 2, damping: 0.1 },
];

const paths = [
  {
    name: 'ring',
    closed: true,
    points: Array.from({ length: 24 }, (_, k) => {
      const angle = (k * Math.PI) / 12;
      return [2 + 5 * Math.cos(angle), 2 + 5 * Math.sin(angle), 1];
    }),
  },
  {
    name: 'road',
    points: [
      [-6, 0, 0],
      [9, 3, 2],
    ],
  },
];

const SCENES: readonly Small[] = [
  {
    law: boids,
    dimensions: 3,
    bounds: 'wrap',
    species: [
      crowd('a', 53, [{ type: 'law:boids', radius: 4, species: ['a'] }]),
      crowd('b', 26, [{ type: 'law:boids', cosine: 0.3, radius: 3 }], { maxForce: 9 }),
    ],
  },
  {
    law: brownian,
    dimensions: 2,
    bounds: 'open',
    species: [
      crowd('a', 71, [{ type: 'law:brownian', spread: 2 }], { mass: 0.7 }),
      // Two behaviors with the same law draw different numbers.
      crowd('b', 40, [{ type: 'law:brownian' }, { type: 'law:brownian', drag: 3 }]),
    ],
  },
  {
    law: colony,
    dimensions: 2,
    bounds: 'wrap',
    species: [
      crowd('a', 41, [{ type: 'law:colony', growth: 9 }], { capacity: 100 }),
      crowd('b', 30, [{ type: 'law:colony', growth: 7, crowd: 20, offspring: 'a' }]),
    ],
  },
  {
    law: couzin,
    dimensions: 3,
    bounds: 'open',
    species: [
      crowd('a', 43, [{ type: 'law:couzin', attraction: 6 }]),
      crowd('b', 29, [{ type: 'law:couzin', attraction: 5, view: 2, species: ['a'] }]),
    ],
  },
  {
    law: lane,
    dimensions: 2,
    bounds: 'wrap',
    species: [
      crowd('a', 47, [
        { type: 'law:lane', path: 'road', from: 0.5 },
        { type: 'separation', radius: 2 },
      ]),
      crowd('b', 31, [{ type: 'law:lane', side: -0.5, prediction: 0.4 }]),
    ],
  },
  {
    law: orbit,
    dimensions: 3,
    bounds: 'wrap',
    species: [
      crowd('a', 61, [{ type: 'law:orbit', target: 'near' }]),
      crowd('b', 29, [{ type: 'law:orbit', quarry: 'a', distance: 2, sight: 4, to: 3 }]),
    ],
  },
  {
    law: particleLife,
    dimensions: 2,
    bounds: 'wrap',
    species: [
      crowd('a', 41, [{ type: 'law:particleLife', radius: 4 }], { damping: 1 }),
      crowd('b', 31, [{ type: 'law:particleLife', radius: 4, core: 0.5 }], { damping: 2 }),
    ],
  },
  {
    law: socialForce,
    dimensions: 2,
    bounds: 'open',
    species: [
      crowd('a', 41, [{ type: 'law:socialForce', target: 'near' }]),
      crowd('b', 34, [{ type: 'law:socialForce', quarry: 'a', choose: 'assigned', radius: 3 }]),
    ],
  },
  {
    law: springs,
    dimensions: 3,
    bounds: 'wrap',
    species: [
      crowd('a', 59, [{ type: 'law:springs' }]),
      crowd('b', 23, [{ type: 'law:springs', species: ['b'], radius: 4 }, { type: 'wander' }]),
    ],
  },
  {
    law: vicsek,
    dimensions: 2,
    bounds: 'wrap',
    species: [
      crowd('a', 71, [{ type: 'law:vicsek', radius: 2 }]),
      crowd('b', 31, [{ type: 'law:vicsek', noise: 6, species: ['a'] }]),
    ],
  },
  {
    law: vortex,
    dimensions: 3,
    bounds: 'open',
    species: [
      crowd('a', 83, [{ type: 'law:vortex', target: 'far', circulation: 900 }]),
      crowd('b', 37, [{ type: 'law:vortex', target: 'near', from: 2 }, { type: 'law:vortex' }]),
    ],
  },
  {
    law: wind,
    dimensions: 3,
    bounds: 'wrap',
    species: [
      crowd('a', 97, [{ type: 'law:wind', length: 7 }]),
      crowd('b', 31, [{ type: 'law:wind', y: -2, gust: 5 }], { mass: 3, damping: 0.2 }),
    ],
  },
];

const TICKS = LONG ? 30 : 10;

/** The scenario of a scene. */
function scenarioOf({ law, dimensions, bounds, species }: Small) {
  const input = { name: law.name, seed: 23, dimensions, targets, paths, species };
  const around = bounds === 'wrap' ? { type: bounds, ...BOX } : { type: bounds };
  return parseScenario({ ...input, bounds: around }, { laws: [law] });
}

it('the scenes have all example laws, in the plane and in space, on a torus and in the open', () => {
  expect(SCENES.map(({ law }) => law)).toEqual(LAWS);
  const kinds = SCENES.map(({ dimensions, bounds }) => `${dimensions} ${bounds}`);
  expect([...new Set(kinds)].sort()).toEqual(['2 open', '2 wrap', '3 open', '3 wrap']);
});

describe.each(SCENES.map((small) => [small.law.name, small] as const))('%s', (_, small) => {
  const scenario = scenarioOf(small);
  const make = (kernel: 'ts' | 'simd' | 'auto' = 'auto'): World =>
    createWorld(scenario, { kernel });
  const plain = make('ts');
  const expected = hashesOf(plain, TICKS);

  it('quarantines no agent', () => {
    const { status, velocity } = plain.views;
    const living = status.filter((value) => value === STATUS.alive).length;
    expect(living).toBeGreaterThan(50);
    if (small.law.births === undefined) expect(living).toBe(plain.count);
    expect(status.includes(STATUS.quarantined)).toBe(false);
    expect(new Set(velocity.x.subarray(0, plain.count)).size).toBeGreaterThan(living / 2);
    expect(new Set(expected).size).toBe(TICKS);
  });

  it.runIf(kernels().includes('simd'))(
    `has the hashes of kernel ts in SIMD, ${TICKS} ticks`,
    () => {
      const step = (world: World): void => tick(world);
      expect(firstDifference(() => make('simd'), expected, step)).toBeUndefined();
    },
  );

  it.each(someOf([3, 8, 13], 3, SCENES.indexOf(small)))(
    'has the same hashes with %i workers, one after the other and as a team',
    (workers) => {
      const random = randomOf(workers);
      const sliced = (world: World): void => tickSliced(world, shuffled(workers, random));
      expect(firstDifference(() => make('ts'), expected, sliced)).toBeUndefined();
      const asTeam = (world: World): void => stepAsTeam(world, workers, random);
      expect(firstDifference(make, expected, asTeam)).toBeUndefined();
    },
  );
});

/** A world of one law, stepped by the fastest kernel there is. */
function flown(law: Law, ticks: number, input: Loose): World {
  const world = createWorld(parseScenario({ name: law.name, seed: 4, ...input }, { laws: [law] }));
  tick(world, ticks);
  return world;
}

interface Agent {
  readonly at: readonly [number, number, number];
  readonly velocity: readonly [number, number, number];
  readonly species: number;
}

/** All agents, by id. */
function agentsOf({ views, count }: World): Agent[] {
  const { slot, position: p, velocity: v, species } = views;
  return Array.from({ length: count }, (_, id) => {
    const i = slot[id];
    return {
      at: [p.x[i], p.y[i], p.z[i]],
      velocity: [v.x[i], v.y[i], v.z[i]],
      species: species[i],
    };
  });
}

const distance = (a: Agent, b: Agent): number => length(a.at.map((value, k) => value - b.at[k]));
const mean = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0) / all.length;
const around = { type: 'wrap', ...BOX };

describe('the known results of the models', () => {
  long('orbit: all end up circling clockwise at the distance and at the height of the aim', () => {
    const [weight, wanted] = [40, 4];
    const behaviors = [{ type: 'law:orbit', target: 'near', distance: wanted, weight }];
    const species = [crowd('a', 60, behaviors)];
    // The share by which they are too far out, so that the pull inward just turns 1 kg at 6 m/s.
    let off = 0;
    for (let n = 0; n < 50; n++) off = 6 / (weight * wanted * (1 + off) * Math.hypot(1, off));
    expect(off).toBeLessThan(0.04);
    for (const { at, velocity } of agentsOf(flown(orbit, 900, { targets, species }))) {
      const [x, y, z] = [at[0] - 1, at[1] - 2, at[2] - 3];
      expect(Math.abs(Math.hypot(x, z) / (wanted * (1 + off)) - 1)).toBeLessThan(0.02);
      expect(Math.abs(y)).toBeLessThan(0.01);
      expect(
        (z * velocity[0] - x * velocity[2]) / (length([x, z]) * length(velocity)),
      ).toBeLessThan(-0.99);
    }
  });

  it('lane: those with a positive side end up on the right of their path, others on the left', () => {
    const sides = [1, -1.5];
    const species = sides.map((side, n) => {
      const behaviors = [{ type: 'law:lane', side, turn: 2, weight: 40 }];
      return crowd(`s${n}`, 30, behaviors);
    });
    // Counterclockwise, so that the right is outward; a polygon of 24 sides is at most 1 % off its circle.
    for (const { at, velocity, species: of } of agentsOf(
      flown(lane, 900, { dimensions: 2, paths, species }),
    )) {
      const [x, y] = [at[0] - 2, at[1] - 2];
      expect(Math.abs(Math.hypot(x, y) - 5 - sides[of])).toBeLessThan(0.25);
      expect((x * velocity[1] - y * velocity[0]) / (6 * Math.hypot(x, y))).toBeGreaterThan(0.97);
    }
  });

  it('vortex: all drift at the speed of the flow at their positions', () => {
    const law = { type: 'law:vortex', target: 'near', weight: 50, circulation: 40, core: 3 };
    const world = flown(vortex, 90, { targets, species: [crowd('a', 80, [law])] });
    const distances = agentsOf(world).map(({ at, velocity }) => {
      const arm = Math.hypot(at[0] - 1, at[2] - 3);
      const flow = (40 / (2 * Math.PI * arm)) * (1 - Math.exp(-(arm ** 2) / 9));
      expect(Math.abs(length(velocity) - flow)).toBeLessThan(0.02 * flow + 1e-3);
      return arm;
    });
    expect([Math.min(...distances) < 2, Math.max(...distances) > 6]).toEqual([true, true]);
  });

  it('springs: pairs settle at their rest length, and gain no momentum', () => {
    const pairs = Array.from({ length: 40 }, (_, n) => [
      [9 * (n % 8), 9 * Math.floor(n / 8), 0],
      [9 * (n % 8) + 1.2 + 0.04 * n, 9 * Math.floor(n / 8), 0.3],
    ]).flat();
    const spawn = { type: 'points', positions: pairs };
    const behaviors = [{ type: 'law:springs', rest: 2, radius: 3.5, damping: 1 }];
    const species = [{ name: 'a', count: pairs.length, spawn, behaviors }];
    const before = agentsOf(flown(springs, 0, { species }));
    const after = agentsOf(flown(springs, 900, { species }));
    for (let n = 0; n < after.length; n += 2) {
      expect(distance(after[n], after[n + 1])).toBeCloseTo(2, 3);
      expect(length(after[n].velocity)).toBeLessThan(1e-3);
      for (const axis of [0, 1, 2]) {
        const [old, now] = [before, after].map((all) => all[n].at[axis] + all[n + 1].at[axis]);
        expect(Math.abs(now - old)).toBeLessThan(1e-2);
      }
    }
  });

  it.each([
    ['boids', boids, { radius: 4.3, alignment: 6, separation: 1 }],
    ['couzin', couzin, { orientation: 4, attraction: 4.3 }],
  ])('%s: agents end up flying one way', (name, law, parameters) => {
    const species = [crowd('a', 150, [{ type: `law:${name}`, ...parameters }])];
    const orders = [0, 900].map(
      (ticks) => orderParameters(flown(law, ticks, { bounds: around, species })).polarization,
    );
    expect(orders[0]).toBeLessThan(0.2);
    expect(orders[1]).toBeGreaterThan(0.9);
  });

  it('particleLife: species that attract their own kind and repel the other separate', () => {
    const drawn = { pull00: 6, pull11: 6, pull01: -6, pull10: -6, radius: 4.6 };
    const behaviors = [{ type: 'law:particleLife', ...drawn }];
    const species = ['a', 'b'].map((name) => crowd(name, 50, behaviors, { damping: 4 }));
    const [before, after] = [0, 900].map((ticks) => {
      const input = { dimensions: 2, bounds: around, species };
      const all = agentsOf(flown(particleLife, ticks, input));
      const near = (agent: Agent): Agent[] =>
        all.filter((other) => other !== agent && distance(other, agent) < 2.3);
      return [0, 1].map((kind) => {
        const seen = all.filter((agent) => agent.species === kind).flatMap(near);
        const own = seen.filter((agent) => agent.species === kind).length;
        return { own: own / 50, others: (seen.length - own) / 50 };
      });
    });
    for (const kind of [0, 1]) {
      expect(after[kind].own).toBeGreaterThan(2 * before[kind].own);
      expect(after[kind].others).toBeLessThan(before[kind].others / 4);
    }
  });

  it('wind: all reach its speed if it has no gusts, and reach it on average if it has', () => {
    const blow = { type: 'law:wind', x: 2, y: -1, z: 0.5 };
    const wanted = [2, -1, 0.5];
    const calm = agentsOf(flown(wind, 900, { species: [crowd('a', 60, [{ ...blow, gust: 0 }])] }));
    for (const { velocity } of calm) {
      for (const axis of [0, 1, 2]) expect(velocity[axis]).toBeCloseTo(wanted[axis], 4);
    }
    // Swirls turn both ways equally often.
    const gusty = agentsOf(
      flown(wind, 900, { species: [crowd('a', 200, [{ ...blow, length: 2 }])] }),
    );
    const speeds = gusty.map(({ velocity }) => length(velocity));
    expect(Math.max(...speeds) - Math.min(...speeds)).toBeGreaterThan(0.1);
    for (const axis of [0, 1, 2]) {
      expect(
        Math.abs(mean(gusty.map(({ velocity }) => velocity[axis])) - wanted[axis]),
      ).toBeLessThan(0.25);
    }
  });

  it('vicsek: order falls with noise', () => {
    const orders = [0.5, 2.5, 4, 6].map((noise) => {
      const species = [
        crowd('a', 200, [{ type: 'law:vicsek', noise, radius: 2 }], { maxSpeed: 3 }),
      ];
      const world = flown(vicsek, 240, { dimensions: 2, bounds: around, species });
      const found: number[] = [];
      for (let n = 0; n < 20; n++) {
        tick(world, 10);
        found.push(orderParameters(world, { nearest: false }).polarization);
      }
      for (const { velocity } of agentsOf(world)) expect(length(velocity)).toBeCloseTo(3, 4);
      return mean(found);
    });
    expect(orders[0]).toBeGreaterThan(0.95);
    expect(orders[3]).toBeLessThan(0.4);
    for (let n = 1; n < orders.length; n++) expect(orders[n]).toBeLessThan(orders[n - 1] - 0.05);
  });

  it('socialForce: agents approach their aim, and keep off each other on the way', () => {
    const walked = (ticks: number, push: number): World => {
      const behaviors = [{ type: 'law:socialForce', target: 'far', push }];
      const species = [crowd('a', 100, behaviors, { maxSpeed: 2 })];
      return flown(socialForce, ticks, { dimensions: 2, targets, species });
    };
    const left = (world: World): number =>
      mean(agentsOf(world).map(({ at }) => length([at[0] + 30, at[1] - 40])));
    const [rude, polite] = [0, 10].map((push) => walked(300, push));
    // Five seconds would take them 10 m if they did not have to turn around first.
    for (const world of [rude, polite]) {
      expect(left(walked(0, 0)) - left(world)).toBeGreaterThan(7);
      expect(left(walked(0, 0)) - left(world)).toBeLessThan(10);
    }
    const nearest = [rude, polite].map(
      (world) => orderParameters(world).meanNearestNeighborDistance!,
    );
    expect(nearest[1]).toBeGreaterThan(1.3 * nearest[0]);
  });

  it('brownian: velocities reach the spread for any mass and drag', () => {
    for (const [mass, drag] of [
      [1, 1],
      [0.5, 2],
    ]) {
      const behaviors = [{ type: 'law:brownian', spread: 2, drag }];
      const species = [crowd('a', 200, behaviors, { mass, maxSpeed: 1000 })];
      const world = flown(brownian, 600, { species });
      const squares: number[] = [];
      // Moments far enough apart to be independent.
      for (let n = 0; n < 5; n++) {
        tick(world, 180);
        squares.push(
          ...agentsOf(world).flatMap(({ velocity }) => velocity.map((value) => value ** 2)),
        );
      }
      expect(Math.sqrt(mean(squares))).toBeGreaterThan(1.9);
      expect(Math.sqrt(mean(squares))).toBeLessThan(2.1);
    }
  });
});
