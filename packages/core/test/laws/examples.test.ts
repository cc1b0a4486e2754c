import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { boids } from '../../../../examples/laws/boids.ts';
import { brownian } from '../../../../examples/laws/brownian.ts';
import { colony } from '../../../../examples/laws/colony.ts';
import { couzin } from '../../../../examples/laws/couzin.ts';
import { lane } from '../../../../examples/laws/lane.ts';
import { orbit } from '../../../../examples/laws/orbit.ts';
import { particleLife } from '../../../../examples/laws/particle-life.ts';
import { preferred } from '../../../../examples/laws/preferred.ts';
import { socialForce } from '../../../../examples/laws/social-force.ts';
import { springs } from '../../../../examples/laws/springs.ts';
import { vicsek } from '../../../../examples/laws/vicsek.ts';
import { vortex } from '../../../../examples/laws/vortex.ts';
import { wind } from '../../../../examples/laws/wind.ts';
import {
  evaluateLaw,
  evaluateLawLife,
  evaluateLawNext,
  type Law,
  type LawScene,
  readLaw,
} from '../../src/laws/index.ts';
import { randomInto, unit } from '../../src/math/random.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';

type Vector = readonly [x: number, y: number, z: number];
type Neighbor = NonNullable<LawScene['neighbors']>[number];

/** Laws by the name of their file. */
const LAWS: Readonly<Record<string, Law>> = {
  'boids.ts': boids,
  'brownian.ts': brownian,
  'colony.ts': colony,
  'couzin.ts': couzin,
  'lane.ts': lane,
  'orbit.ts': orbit,
  'particle-life.ts': particleLife,
  'preferred.ts': preferred,
  'social-force.ts': socialForce,
  'springs.ts': springs,
  'vicsek.ts': vicsek,
  'vortex.ts': vortex,
  'wind.ts': wind,
};

const fround = Math.fround;
const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const times = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];
const sub = (a: Vector, b: Vector): Vector => add(a, times(b, -1));
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const length = (a: Vector): number => Math.hypot(...a);
/** The unit vector in its direction, or 0 for a vector of length 0. */
const way = (a: Vector): Vector => (length(a) > 0 ? times(a, 1 / length(a)) : [0, 0, 0]);
const sum = (all: readonly Vector[]): Vector => all.reduce(add, [0, 0, 0]);
const angle = (a: Vector, b: Vector): number =>
  Math.atan2(length(sub(a, times(way(b), dot(a, way(b))))), dot(a, way(b)));

/** Expects vectors to be equal up to the rounding of f32, for numbers of that size. */
function expectNear(found: Vector, wanted: Vector, of = 2e-6): void {
  const bound = of * (1 + Math.max(...wanted.map(Math.abs)));
  const off = Math.max(...sub(found, wanted).map(Math.abs));
  expect(off, `found ${found}, wanted ${wanted}`).toBeLessThanOrEqual(bound);
}

/** Random neighbors at unequal distances up to about `reach`, one of them on the same spot. */
function crowdOf(seed: number, count: number, reach: number): Neighbor[] {
  const random = randomOf(seed);
  const draw = (size: number): number => fround(size * (2 * random() - 1));
  return Array.from({ length: count }, (_, k) => ({
    offset: k === 2 ? [0, 0, 0] : [draw(reach), draw(reach / 2), draw(reach / 3)],
    velocity: k === 3 ? [0, 0, 0] : [draw(3), draw(4), draw(5)],
    species: k % 4,
    id: 50 - k,
  }));
}

const distance = ({ offset }: Neighbor): number => length(offset);
const speedOf = ({ velocity = [0, 0, 0] }: Neighbor): Vector => velocity;

const SEEDS = someOf([1, 2, 3, 4, 5, 6, 7, 8], 3);

describe('the example laws', () => {
  const folder = new URL('../../../../examples/laws/', import.meta.url);

  it('are all in this test, each in a file of its name, with a source', () => {
    expect(readdirSync(folder).sort()).toEqual(Object.keys(LAWS).sort());
    for (const [file, law] of Object.entries(LAWS)) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      expect(`${law.name.replaceAll(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}.ts`).toBe(file);
      expect(text.match(/^export /gm), file).toHaveLength(1);
      expect(text).toContain(`export const ${law.name} = defineLaw({`);
      expect(text, file).toMatch(/^ \* source: .* (1[6-9]|20)\d\d/m);
    }
  });

  it.each(Object.values(LAWS).map((law) => [law.name, law]))(
    '%s is data, and finite for an agent alone, at rest and in a crowd',
    (_, law) => {
      expect(readLaw(JSON.parse(JSON.stringify(law)))).toEqual(law);
      for (const neighbors of [[], [{ offset: [0, 0, 0] }] as const, crowdOf(5, 12, 6)]) {
        for (const velocity of [
          [0, 0, 0],
          [0.25, -2, 1],
        ] as const) {
          for (const offset of [
            [0, 0, 0],
            [0, 4, 0],
            [-3, 2, 9],
          ] as const) {
            for (const dimensions of [2, 3] as const) {
              const scene = { self: { velocity }, neighbors, aim: { offset }, dimensions };
              const force = evaluateLaw(law, scene);
              expect(force.every(Number.isFinite), `${force}`).toBe(true);
            }
          }
        }
      }
    },
  );
});

describe('lane', () => {
  const parameters = { weight: 1, side: 2, turn: 3 };
  const at = (offset: Vector, heading: Vector, more: LawScene = {}): Vector =>
    evaluateLaw(lane, { self: { maxSpeed: 3 }, aim: { offset, heading }, parameters, ...more });

  it('leads straight on in its lane, and at 45 degrees toward it at the turn distance', () => {
    // Along x in space: the right is z, and the path lies to the left of the lane.
    expectNear(at([0, 0, -2], [1, 0, 0]), [3, 0, 0]);
    expectNear(at([0, 0, 1], [1, 0, 0]), times(way([1, 0, 1]), 3));
    expectNear(at([0, 0, -5], [1, 0, 0]), times(way([1, 0, -1]), 3));
    expectNear(at([0, -6, -2], [1, 0, 0]), times(way([1, -2, 0]), 3));
  });

  it('has y on its left in the plane, where it goes along x', () => {
    expectNear(at([0, 2, 0], [1, 0, 0], { dimensions: 2 }), [3, 0, 0]);
    expectNear(at([0, 5, 0], [1, 0, 0], { dimensions: 2 }), times(way([1, 1, 0]), 3));
  });

  it('does not lead back to the start of the path, nor on to its end', () => {
    expectNear(at([7, 0, -2], [1, 0, 0]), [3, 0, 0]);
    expectNear(at([-7, 0, -2], [1, 0, 0]), [3, 0, 0]);
  });

  it('pulls by its weight', () => {
    const self = { velocity: [1, -2, 4], maxSpeed: 3 } as const;
    const twice = { ...parameters, weight: 2 };
    expectNear(at([0, 0, -2], [1, 0, 0], { self, parameters: twice }), [4, 4, -8]);
  });
});

describe('orbit', () => {
  const parameters = { weight: 1, distance: 5 };
  const at = (offset: Vector, more: LawScene = {}): Vector =>
    evaluateLaw(orbit, { self: { maxSpeed: 3 }, aim: { offset }, parameters, ...more });

  it('leads straight around at its distance, and 45 degrees inward at twice that distance', () => {
    expectNear(at([0, 0, -5]), [-3, 0, 0]);
    expectNear(at([5, 0, 0]), [0, 0, -3]);
    expectNear(at([10, 0, 0]), times([1, 0, -1], 3 / Math.SQRT2));
    expectNear(at([2.5, 0, 0]), times(way([-0.5, 0, -1]), 3));
  });

  it('climbs to the height of its aim, and turns about z in the plane', () => {
    expectNear(at([3, 2, -4]), times(way([-0.8, 0.4, -0.6]), 3));
    expectNear(at([5, 0, 0], { dimensions: 2 }), [0, 3, 0]);
    // Straight below its aim neither around nor outward has a direction, so only up is left.
    expectNear(at([0, 2, 0]), [0, 3, 0]);
  });

  it('brakes on its aim, and pulls by its weight', () => {
    const self = { velocity: [1, -2, 4], maxSpeed: 3 } as const;
    expectNear(at([0, 0, 0], { self }), [-1, 2, -4]);
    const twice = { weight: 2, distance: 5 };
    expectNear(at([5, 0, 0], { self, parameters: twice }), [-2, 4, -14]);
  });

  it('ends up circling at its distance from far away', () => {
    let [position, velocity]: Vector[] = [
      [40, 7, -3],
      [0, 0, 2],
    ];
    for (let tick = 0; tick < (LONG ? 2400 : 1500); tick++) {
      const offset = times(position, -1);
      const self = { velocity, maxSpeed: 3 };
      const force = at(offset, { self, parameters: { weight: 20, distance: 5 } });
      velocity = add(velocity, times(force, 1 / 60));
      position = add(position, times(velocity, 1 / 60));
    }
    // Turning takes weight x 3 m/s x 0.03 = 3 x 3 / 5 N: it is off by 3 percent, apart from the length of a tick.
    expect(length(position)).toBeGreaterThan(5.1);
    expect(length(position)).toBeLessThan(5.15);
    expect(Math.abs(position[1])).toBeLessThan(0.01);
    // The angular momentum about y: clockwise, seen from above.
    expect(position[2] * velocity[0] - position[0] * velocity[2]).toBeLessThan(-15);
  });
});

describe('colony', () => {
  const parameters = { growth: 0.8, room: 3, crowd: 4 };
  const self = (food: number) => ({ food, position: [5, -7, 2] as const, radius: 0.5 });

  it.each(SEEDS)(
    'grows by the law of Verhulst, less with each neighbor in its room, seed %i',
    (seed) => {
      const neighbors = crowdOf(seed, seed + 1, 6);
      const near = neighbors.filter((neighbor) => distance(neighbor) <= 3).length;
      const scene = { self: self(0.25), neighbors, parameters, dt: 0.125 };
      const { food } = evaluateLawNext(colony, scene) as { food: number };
      const wanted = 0.25 + 0.8 * (1 - near / 4) * 0.125;
      expect(food).toBeCloseTo(Math.min(1, Math.max(0, wanted)), 6);
      expect(evaluateLaw(colony, scene)).toEqual([0, 0, 0]);
    },
  );

  it('starves at food 0, and at food 1 divides into two agents with half of it each', () => {
    expect(evaluateLawLife(colony, { self: self(0) })).toEqual({ ends: true, births: [undefined] });
    expect(evaluateLawLife(colony, { self: self(0.999) }).births).toEqual([undefined]);
    const divided = evaluateLawLife(colony, { self: self(1), seed: 3, tick: 9 });
    expect(divided.ends).toBe(false);
    const [child] = divided.births;
    expect(child?.columns).toEqual({ food: 0.5 });
    expect(length(sub(child?.position ?? [0, 0, 0], [5, -7, 2]))).toBeCloseTo(0.5, 5);
    expect(evaluateLawNext(colony, { self: self(1) })).toEqual({ food: 0.5 });
  });
});

describe('vortex', () => {
  const parameters = { weight: 2, circulation: 6e4, core: 3 };

  it('has the speed of the vortex of Lamb and Oseen at any distance', () => {
    for (const r of [1e-3, 0.12, 0.3, 0.7, 0.948, 0.949, 1, 1.6, 3, 4.5, 12, 300]) {
      const speed = (6e4 / (2 * Math.PI * r)) * -Math.expm1(-(r * r) / 9);
      const scene = { aim: { offset: [-r, 8, 0] as const }, parameters };
      // East of the eye, seen from above, it flows north: about y that is -z.
      expectNear(evaluateLaw(vortex, scene), [0, 0, -2 * speed]);
      const flat: LawScene = { aim: { offset: [0, -r, 0] }, parameters, dimensions: 2 };
      expectNear(evaluateLaw(vortex, flat), [-2 * speed, 0, 0]);
    }
  });

  it('rests in its eye, turns the other way with the sign, and slows faster agents', () => {
    const self = { velocity: [1, 2, 3] } as const;
    const still = evaluateLaw(vortex, { self, aim: { offset: [0, -1, 0] }, parameters });
    expectNear(still, [-2, -4, -6]);
    const scene = { self, aim: { offset: [4, 0, -1] as const } };
    const [there, back] = [0.5, -0.5].map((circulation) =>
      evaluateLaw(vortex, { ...scene, parameters: { ...parameters, circulation } }),
    );
    expectNear(add(there, back), [-4, -8, -12]);
    expect(length(sub(there, back))).toBeGreaterThan(0.01);
  });
});

describe('springs', () => {
  const parameters = { stiffness: 3, damping: 0.5, rest: 2, radius: 5 };

  it('pull by the law of Hooke, and are damped only along their length', () => {
    const pulled = (offset: Vector, velocity: Vector): Vector =>
      evaluateLaw(springs, { neighbors: [{ offset, velocity }], parameters });
    expectNear(pulled([0, 0, 4], [0, 0, 0]), [0, 0, 6]);
    expectNear(pulled([0, -1, 0], [0, 0, 0]), [0, 3, 0]);
    expectNear(pulled([2, 0, 0], [8, 9, -7]), [4, 0, 0]);
    expectNear(pulled([3, 0, 4], [0, 0, 0]), [5.4, 0, 7.2]);
    expect(pulled([3, 0, 4.01], [0, 0, 0])).toEqual([0, 0, 0]);
  });

  it.each(SEEDS)('sum over a crowd, seed %i', (seed) => {
    const neighbors = crowdOf(seed, 11, 7);
    const velocity: Vector = [1, -2, 0.5];
    const wanted = sum(
      neighbors.map((neighbor) => {
        if (distance(neighbor) > 5 || distance(neighbor) === 0) return [0, 0, 0];
        const along = times(neighbor.offset, 1 / distance(neighbor));
        const rate = dot(sub(speedOf(neighbor), velocity), along);
        return times(along, 3 * (distance(neighbor) - 2) + 0.5 * rate);
      }),
    );
    expectNear(evaluateLaw(springs, { self: { velocity }, neighbors, parameters }), wanted);
  });

  it('pull both ends equally', () => {
    const [a, b]: Vector[] = [
      [1, 2, -1],
      [0, -3, 4],
    ];
    const offset: Vector = [1.5, -2, 0.75];
    const end = (from: Vector, to: Vector, way: Vector): Vector =>
      evaluateLaw(springs, {
        self: { velocity: from },
        neighbors: [{ offset: way, velocity: to }],
      });
    expect(add(end(a, b, offset), end(b, a, times(offset, -1)))).toEqual([0, 0, 0]);
  });
});

describe('couzin', () => {
  const parameters = { weight: 1, repulsion: 1, orientation: 4, attraction: 10, view: 4 };
  const self = { velocity: [0, 0, 2], maxSpeed: 3 } as const;
  const turned = (neighbors: readonly Neighbor[], more = {}): Vector =>
    add(
      evaluateLaw(couzin, { self, neighbors, parameters: { ...parameters, ...more } }),
      self.velocity,
    );
  const near: Neighbor = { offset: [0.5, 0, -0.25], velocity: [1, 1, 1] };
  const middle: Neighbor = { offset: [0, 3, 1], velocity: [-2, 0, 0] };
  const far: Neighbor = { offset: [-6, 0, 5], velocity: [0, -9, 0] };

  it('flies away from neighbors too near, also behind it, and ignores those beyond', () => {
    const away = times(way([-0.5, 0, 0.25]), 3);
    expectNear(turned([near]), away);
    expect(turned([far, near, middle])).toEqual(turned([near]));
    const second: Neighbor = { offset: [0, 0, -1] };
    expectNear(turned([middle, near, second]), times(way(add(way(away), [0, 0, 1])), 3));
  });

  it('otherwise aligns with those in the middle zone, and flies toward those far out', () => {
    expectNear(turned([middle]), [-3, 0, 0]);
    expectNear(turned([far]), times(way(far.offset), 3));
    expectNear(turned([far, middle]), times(way(add(way(far.offset), [-1, 0, 0])), 3));
    // At the border between zones, and beyond them all.
    expectNear(turned([{ offset: [0, 4, 0], velocity: [1, 0, 0] }]), [3, 0, 0]);
    expectNear(turned([{ offset: [0, 4.001, 0], velocity: [1, 0, 0] }]), [0, 3, 0]);
    expectNear(turned([{ offset: [0, 10.001, 0], velocity: [1, 0, 0] }]), [0, 0, 3]);
  });

  it('sees half of its view angle on each side, and nothing behind that', () => {
    const at = (turn: number): Neighbor => ({
      offset: [6 * Math.sin(turn), 0, 6 * Math.cos(turn)],
    });
    expectNear(turned([at(1.99)]), times(way(at(1.99).offset), 3));
    expectNear(turned([at(2.01)]), [0, 0, 3]);
    expectNear(turned([{ offset: [0, 0, -6] }], { view: 2 * Math.PI }), [0, 0, -3]);
  });

  it('keeps its direction alone, with one on the same spot, or between two equal pulls', () => {
    expectNear(turned([]), [0, 0, 3]);
    expectNear(turned([{ offset: [0, 0, 0] }]), [0, 0, 3]);
    expectNear(turned([{ offset: [6, 0, 0] }, { offset: [-6, 0, 0] }]), [0, 0, 3]);
  });

  it.each(SEEDS)('follows the model of the paper in a crowd, seed %i', (seed) => {
    // Every other crowd has no neighbors within 1 m.
    const all = crowdOf(seed, 14, 12);
    const neighbors = seed % 2 === 0 ? all : all.filter((one) => distance(one) > 1);
    const close = neighbors.filter((neighbor) => distance(neighbor) <= 1);
    const seen = neighbors.filter((neighbor) => {
      const ahead =
        distance(neighbor) === 0 || neighbor.offset[2] / distance(neighbor) > Math.cos(2);
      return distance(neighbor) <= 10 && ahead;
    });
    const turn = seen.map((one) => way(distance(one) <= 4 ? speedOf(one) : one.offset));
    const wanted =
      close.length > 0 ? sum(close.map((one) => way(times(one.offset, -1)))) : sum(turn);
    expect(seen.length).toBeGreaterThan(1);
    expectNear(turned(neighbors), times(way(length(wanted) > 0 ? wanted : [0, 0, 1]), 3), 5e-6);
  });
});

describe('particleLife', () => {
  const rows = [
    [3, 2, -1],
    [-2, 5, 4],
    [7, -6, 1],
  ];
  const matrix = Object.fromEntries(
    rows.flatMap((row, i) => row.map((value, j) => [`pull${i}${j}`, value])),
  );
  const parameters = { radius: 6, core: 0.25, push: 10, ...matrix };
  const along = (distance: number, species = 0, of = 0): number => {
    const neighbors = [{ offset: [0, -distance, 0] as const, species: of }];
    const [x, y, z] = evaluateLaw(particleLife, { self: { species }, neighbors, parameters });
    expect([Math.abs(x), Math.abs(z)]).toEqual([0, 0]);
    return 0 - y;
  };

  it('is 0 at the end of the core and at the radius, and the pull of the matrix halfway', () => {
    for (const [i, row] of rows.entries()) {
      for (const [j, pull] of row.entries()) {
        expect(along(1.5, i, j)).toBe(0);
        expect(along(3.75, i, j)).toBe(pull);
        expect(along(6, i, j)).toBe(0);
        expect(along(6.001, i, j)).toBe(0);
        // Linear in between, with the sign of the matrix; inside the core all repel.
        expect(along(2.0625, i, j)).toBeCloseTo(pull / 4, 5);
        expect(along(4.3125, i, j)).toBeCloseTo((pull * 3) / 4, 5);
        expect(along(0.75, i, j)).toBe(-5);
        expect(along(1.499, i, j)).toBeLessThan(0);
        expect(Math.sign(along(1.501, i, j))).toBe(Math.sign(pull));
        expect(Math.sign(along(5.999, i, j))).toBe(Math.sign(pull));
      }
    }
    expect(along(3.75, 4, 9)).toBe(1);
  });

  it.each(SEEDS)('sums over a crowd of four species, seed %i', (seed) => {
    const neighbors = crowdOf(seed, 13, 8);
    for (const species of [0, 1, 2, 3]) {
      const wanted = sum(
        neighbors.map((neighbor) => {
          const r = distance(neighbor) / 6;
          const pull = rows[Math.min(species, 2)][Math.min(neighbor.species ?? 0, 2)];
          if (r > 1) return [0, 0, 0];
          if (r < 0.25) return times(way(neighbor.offset), 10 * (r / 0.25 - 1));
          return times(way(neighbor.offset), pull * (1 - Math.abs(2 * r - 1.25) / 0.75));
        }),
      );
      expectNear(evaluateLaw(particleLife, { self: { species }, neighbors, parameters }), wanted);
    }
  });
});

describe('wind', () => {
  const parameters = { weight: 1, x: 3, y: -1, z: 0.5, gust: 2, length: 20 };
  const blown = (position: Vector, more: LawScene = {}): Vector =>
    evaluateLaw(wind, { self: { position }, parameters, ...more });

  it('is drag toward the mean wind where it has no gusts', () => {
    const self = { position: [9, 8, 7], velocity: [1, 2, 4] } as const;
    const calm = { ...parameters, weight: 2, gust: 0 };
    expectNear(evaluateLaw(wind, { self, parameters: calm }), [4, -6, -7]);
  });

  it('has the gusts of the formula, carried along by the mean wind', () => {
    const random = randomOf(17);
    for (let n = 0; n < 200; n++) {
      const position = [0, 0, 0].map(() => fround(600 * random() - 300));
      // Up to two days, in which the wind carries the gusts 500 km.
      const tick = Math.floor(10_000_000 * random());
      const time = fround(tick * fround(1 / 60));
      const [x, y, z] = [3, -1, 0.5].map(
        (mean, k) => (fround(position[k] - fround(mean * time)) * 2 * Math.PI) / 20,
      );
      const { sin, cos } = Math;
      const swirl: Vector = [sin(z) + cos(y), sin(x) + cos(z), sin(y) + cos(x)];
      const found = blown(position as unknown as Vector, { tick });
      expectNear(found, add([3, -1, 0.5], times(swirl, 2)));
    }
  });

  it('stays in the plane in two dimensions', () => {
    const flat = { ...parameters, z: 0 };
    const [x, y, z] = blown([4, 11, 0], { dimensions: 2, parameters: flat });
    expectNear([x, y, z], [3 + 2 * Math.cos(1.1 * Math.PI), -1 + 2 * Math.sin(0.4 * Math.PI), 0]);
    expect(z).toBe(0);
  });

  it('has no source and no sink', () => {
    const step = 0.25;
    const random = randomOf(18);
    for (let n = 0; n < 50; n++) {
      const at: Vector = [30 * random(), 30 * random(), 30 * random()];
      const divergence = [0, 1, 2].map((axis) => {
        const [ahead, back] = [step, -step].map((by) => {
          const moved = at.map((value, k) => value + (k === axis ? by : 0)) as unknown as Vector;
          return blown(moved)[axis];
        });
        return (ahead - back) / (2 * step);
      });
      expect(Math.abs(divergence[0] + divergence[1] + divergence[2])).toBeLessThan(1e-4);
    }
  });
});

describe('vicsek', () => {
  const dt = 0.125;
  const self = { velocity: [0, 3, 0], maxSpeed: 2, mass: 5, id: 7 } as const;
  /** The velocity a tick later. */
  const next = (scene: LawScene): Vector => {
    const of = { ...self, ...scene.self };
    const force = evaluateLaw(vicsek, { dt, ...scene, self: of });
    return add(of.velocity ?? [0, 0, 0], times(force, dt / (of.mass ?? 1)));
  };
  const neighbors = crowdOf(3, 9, 2);
  const parameters = { radius: 1.5, noise: 0 };
  const inside = neighbors.filter((neighbor) => distance(neighbor) <= 1.5);
  const mean = sum([[0, 1, 0], ...inside.map((one) => way(speedOf(one)))]);

  it('takes the mean direction, its own included, within a tick and at full speed', () => {
    expect(inside.length).toBeGreaterThan(3);
    expect(inside.length).toBeLessThan(9);
    expectNear(next({ neighbors, parameters }), times(way(mean), 2), 4e-6);
    expectNear(next({ parameters }), [0, 2, 0]);
    const beside = [{ offset: [1.5, 0, 0] as const, velocity: [9, 0, 0] as const }];
    expectNear(next({ neighbors: beside, parameters }), [Math.SQRT2, Math.SQRT2, 0]);
  });

  it('errs by the angle drawn for seed, tick and id, of at most half of the noise', () => {
    const noise = 1.5;
    const bits = new Uint32Array(4);
    const angles: number[] = [];
    for (const [seed, tick, id] of [
      [0, 0, 7],
      [0, 0, 8],
      [0, 1, 7],
      [1, 0, 7],
      [1234, 99, 4000],
    ]) {
      const scene = { neighbors, parameters: { radius: 1.5, noise }, seed, tick };
      const found = next({ ...scene, self: { id } });
      randomInto(bits, seed, tick, id, 0x200000);
      const wanted = (unit(bits[0]) * noise) / 2;
      expect(angle(found, mean)).toBeCloseTo(wanted, 5);
      expect(length(found)).toBeCloseTo(2, 5);
      expect(next({ ...scene, self: { id } })).toEqual(found);
      angles.push(wanted);
    }
    expect(new Set(angles).size).toBe(5);
  });

  it.each([2, 3] as const)('errs evenly, to all sides, in %i dimensions', (dimensions) => {
    const count = 1000;
    const sideways: Vector[] = [];
    const together: Vector[] = [];
    let [total, greatest] = [0, 0];
    for (let id = 0; id < count; id++) {
      const found = next({ self: { id }, dimensions, parameters: { radius: 1, noise: 2 } });
      const off = angle(found, [0, 1, 0]);
      total += off;
      greatest = Math.max(greatest, off);
      sideways.push(way([found[0], 0, found[2]]));
      together.push(times(way([found[0], 0, found[2]]), off - 0.5));
      if (dimensions === 2) expect(found[2]).toBe(0);
    }
    expect(greatest).toBeLessThanOrEqual(1 + 1e-5);
    expect(greatest).toBeGreaterThan(0.99);
    expect(Math.abs(total / count - 0.5)).toBeLessThan(0.03);
    expect(length(times(sum(sideways), 1 / count))).toBeLessThan(0.08);
    // The size of the error and its side do not depend on each other.
    expect(length(times(sum(together), 1 / count))).toBeLessThan(0.03);
    const squares = sideways.map(([x]) => x * x).reduce((a, b) => a + b) / count;
    expect(Math.abs(squares - (dimensions === 2 ? 1 : 0.5))).toBeLessThan(0.04);
  });
});

describe('boids', () => {
  const none = { radius: 6, room: 3, cosine: -0.5, separation: 0, alignment: 0, cohesion: 0 };
  const velocity: Vector = [0, 0, 2];
  const flown = (neighbors: readonly Neighbor[], more = {}): Vector =>
    evaluateLaw(boids, { self: { velocity }, neighbors, parameters: { ...none, ...more } });

  it('separates by 1 / distance from those in its room, behind it too', () => {
    const pair: Neighbor[] = [{ offset: [0, 0, -2] }, { offset: [1, 0, 0] }];
    expectNear(flown(pair, { separation: 4 }), [-4, 0, 2]);
    expect(flown([{ offset: [0, 3.001, 0] }], { separation: 4 }).map(Math.abs)).toEqual([0, 0, 0]);
    // Nearer than 1 cm the push falls linearly with the distance, to 0 on the same spot.
    expectNear(flown([{ offset: [0.005, 0, 0] }], { separation: 1 }), [-50, 0, 0]);
    expect(flown([{ offset: [0, 0, 0] }], { separation: 1 }).map(Math.abs)).toEqual([0, 0, 0]);
  });

  it('aligns with the mean velocity and flies to the middle of those that it sees', () => {
    const pair: Neighbor[] = [
      { offset: [4, 0, 1], velocity: [1, 0, 2] },
      { offset: [0, -2, 1], velocity: [0, 5, 4] },
      { offset: [0, 0, -5], velocity: [100, 100, 100] },
      { offset: [0, 0, 7], velocity: [100, 100, 100] },
    ];
    expectNear(flown(pair, { alignment: 2 }), [1, 5, 2]);
    expectNear(flown(pair, { cohesion: 3 }), [6, -3, 3]);
    expectNear(flown(pair, { cohesion: 3, cosine: -1 }), [4, -2, -3]);
    expect(flown([], { separation: 1, alignment: 1, cohesion: 1 }).map(Math.abs)).toEqual([
      0, 0, 0,
    ]);
  });

  it.each(SEEDS)('adds up its rules by their weights, seed %i', (seed) => {
    const neighbors = crowdOf(seed, 15, 8);
    const seen = neighbors.filter(
      (neighbor) =>
        distance(neighbor) <= 6 &&
        (distance(neighbor) === 0 ? true : neighbor.offset[2] / distance(neighbor) > -0.5),
    );
    const close = neighbors.filter((neighbor) => distance(neighbor) <= 3 && distance(neighbor) > 0);
    const push = sum(close.map((one) => times(one.offset, -1 / distance(one) ** 2)));
    // The one on the same spot is not ahead: 0 is not more than -0.5 x 0.
    const share = 1 / Math.max(seen.length, 1);
    const middle = times(sum(seen.map(({ offset }) => offset)), share);
    const match = seen.length > 0 ? sub(times(sum(seen.map(speedOf)), share), velocity) : middle;
    const wanted = sum([times(push, 8), times(match, 3), times(middle, 0.5)]);
    expectNear(flown(neighbors, { separation: 8, alignment: 3, cohesion: 0.5 }), wanted, 4e-6);
  });
});

describe('socialForce', () => {
  const parameters = { haste: 2, push: 10, reach: 0.5, behind: 0.25, radius: 4 };
  const self = { velocity: [1, 0, 0], maxSpeed: 3, radius: 0.25 } as const;
  const walked = (neighbors: readonly Neighbor[], offset: Vector = [0, 8, 0]): Vector =>
    evaluateLaw(socialForce, { self, neighbors, aim: { offset }, parameters });

  it('walks toward its aim, and is pushed by one that touches it', () => {
    expectNear(walked([]), [-2, 6, 0]);
    expectNear(walked([{ offset: [0, 0.5, 0] }]), [-2, 6 - 10, 0]);
    expectNear(walked([{ offset: [0, -0.5, 0] }]), [-2, 6 + 2.5, 0]);
    expectNear(walked([{ offset: [0.5, 0, 0] }]), [-2 - 6.25, 6, 0]);
    expectNear(walked([{ offset: [0, 1, 0] }]), [-2, 6 - 10 / Math.E, 0]);
    expectNear(walked([{ offset: [0, 4.001, 0] }]), [-2, 6, 0]);
  });

  it.each(SEEDS)('sums over a crowd, seed %i', (seed) => {
    const neighbors = crowdOf(seed, 10, 5);
    const offset: Vector = [2, -1, 4];
    const push = sum(
      neighbors.map((neighbor) => {
        if (distance(neighbor) > 4) return [0, 0, 0];
        const heed = 0.25 + 0.75 * ((1 + dot(way(neighbor.offset), way(offset))) / 2);
        return times(way(neighbor.offset), -10 * Math.exp((0.5 - distance(neighbor)) / 0.5) * heed);
      }),
    );
    const pull = times(sub(times(way(offset), 3), self.velocity), 2);
    expectNear(walked(neighbors, offset), add(pull, push), 4e-6);
  });
});

describe('brownian', () => {
  const parameters = { drag: 3, spread: 2 };
  const dt = 1 / 64;

  it('is drag and three normal numbers from different streams', () => {
    const bits = new Uint32Array(4);
    for (const [seed, tick, id] of [
      [0, 0, 0],
      [5, 77, 901],
    ]) {
      const self = { velocity: [1, -2, 4], mass: 0.5, id } as const;
      const normal = [0, 1, 2].map((stream) => {
        randomInto(bits, seed, tick, id, 0x200000 + stream);
        const turn = Math.cos(2 * Math.PI * unit(bits[1]));
        return Math.sqrt(-2 * Math.log1p(-unit(bits[0]))) * turn;
      }) as unknown as Vector;
      const strength = 2 * Math.sqrt((2 * 3 * 0.5) / dt);
      const wanted = add(times(normal, strength), times(self.velocity, -3));
      expectNear(evaluateLaw(brownian, { self, seed, tick, dt, parameters }), wanted, 1e-5);
    }
  });

  it('gains as much from rest as drag takes at its spread, and stays in the plane', () => {
    let squares = 0;
    for (let id = 0; id < 1000; id++) {
      const self = { mass: 0.5, id };
      const [x, y, z] = evaluateLaw(brownian, { self, dt, parameters, dimensions: 2 });
      expect(Math.abs(z)).toBe(0);
      squares += ((x * dt) / 0.5) ** 2 / 2000 + ((y * dt) / 0.5) ** 2 / 2000;
    }
    const lost = (2 ** 2 * 2 * 3 * dt) / 0.5;
    expect(Math.abs(squares / lost - 1)).toBeLessThan(0.1);
  });
});
