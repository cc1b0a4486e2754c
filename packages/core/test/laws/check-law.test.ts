import { describe, expect, it } from 'vitest';
import { randomScene } from '../../src/laws/check-law.ts';
import {
  checkLaw,
  defineLaw,
  evaluateLaw,
  evaluateLawNext,
  float,
  type Law,
  type LawContext,
  MAX_CHECK_WORLDS,
  select,
  type Vec3Node,
  vec3,
} from '../../src/laws/index.ts';
import { LONG, someOf } from '../helpers/long.ts';

const weight = { unit: 'kg/s', default: 2, min: 0, max: 1e6, description: 'How strongly.' };
const radius = { unit: 'm', default: 5, min: 0.125, max: 1e5, description: 'How far it looks.' };

function lawOf(force: (context: LawContext<'weight' | 'radius'>) => Vec3Node): Law {
  return defineLaw({ name: 'one', description: 'A law.', parameters: { weight, radius }, force });
}

const push = lawOf(({ neighbors, parameters }) =>
  neighbors.within(parameters.radius).sum((other) => other.offset.div(other.distanceSquared)),
);

/** Worlds in which most laws are checked; the default number takes a third of a second for each. */
const WORLDS = LONG ? 1000 : 250;

const scenesOf = (law: Law, worlds: number) =>
  Array.from({ length: worlds }, (_, world) => randomScene(law, 1, world));

describe('a law in random worlds', () => {
  it('passes if it never divides by a number that may be 0', () => {
    const law = lawOf(({ self, neighbors, parameters }) => {
      const others = neighbors.within(parameters.radius);
      const mean = others.sum((other) => other.velocity).div(others.count().max(1));
      const away = others.sum((other) => other.offset.negate().normalize());
      return mean.sub(self.velocity).add(away).mul(parameters.weight);
    });
    expect(checkLaw(law)).toEqual({ seed: 1, worlds: 1000, failed: 0 });
  });

  it('fails if it divides by the distance of a neighbor on its spot, in a case that can be repeated', () => {
    const { failed, failure } = checkLaw(push, { worlds: WORLDS });
    expect(failed).toBeGreaterThan(WORLDS / 10);
    const { world, component, value, scene } = failure!;
    expect([component, value]).toEqual(['force.x', Number.NaN]);
    expect(evaluateLaw(push, scene)[0]).toBeNaN();
    expect(scene).toEqual(randomScene(push, 1, world));
    const apart = scene.neighbors!.filter(({ offset }) => offset.some((one) => one !== 0));
    expect(apart.length).toBeLessThan(scene.neighbors!.length);
    expect(evaluateLaw(push, { ...scene, neighbors: apart }).every(Number.isFinite)).toBe(true);
    // The case needs no worlds after it, and survives JSON.
    expect(checkLaw(push, { worlds: world + 1 })).toMatchObject({ failed: 1, failure: { world } });
    const kept = JSON.parse(JSON.stringify(scene)) as typeof scene;
    expect(evaluateLaw(push, kept)).toEqual(evaluateLaw(push, scene));
  });

  it('is the same for the same seed, and differs for other seeds', () => {
    const once = checkLaw(push, { seed: 7, worlds: 100 });
    expect(checkLaw(push, { seed: 7, worlds: 100 })).toEqual(once);
    expect(randomScene(push, 7, 3)).not.toEqual(randomScene(push, 8, 3));
    expect(randomScene(push, 7, 3)).not.toEqual(randomScene(push, 7, 4));
  });

  it('fails in each world without neighbors if it needs one, and all failures are counted', () => {
    const law = lawOf(({ neighbors }) => {
      const nearest = neighbors.within(1e6).min((other) => other.distance);
      return vec3(0, nearest.negate(), 0);
    });
    const alone = scenesOf(law, WORLDS).filter(({ neighbors }) => neighbors?.length === 0).length;
    expect(alone).toBeGreaterThan(WORLDS / 20);
    const { failed, failure } = checkLaw(law, { worlds: WORLDS });
    expect(failed).toBe(alone);
    expect(failure).toMatchObject({ component: 'force.y', value: Number.NEGATIVE_INFINITY });
  });

  it.each<[string, (context: LawContext<'weight' | 'radius'>) => Vec3Node]>([
    [
      'the least weight',
      ({ parameters }) => vec3(0, parameters.weight.mul(0).div(parameters.weight), 0),
    ],
    [
      'the greatest weight',
      ({ parameters }) =>
        vec3(0, parameters.weight.sub(1e6).mul(0).div(parameters.weight.sub(1e6)), 0),
    ],
    ['two dimensions', ({ dimensions }) => vec3(0, select(dimensions.equal(2), Number.NaN, 0), 0)],
    ['rest', ({ self }) => vec3(0, self.velocity.y.div(self.velocity.length()), 0)],
    ['no limit on force', ({ self }) => vec3(0, self.maxForce, 0)],
  ])('fails because of %s', (_, force) => {
    const { failed, failure } = checkLaw(lawOf(force), { worlds: WORLDS });
    expect(failed).toBeGreaterThan(WORLDS / 50);
    expect(failed).toBeLessThan(0.7 * WORLDS);
    expect(failure?.component).toBe('force.y');
  });

  it('fails with the component of its velocity if it is for kinematic bodies', () => {
    const law = defineLaw({
      name: 'glide',
      description: 'Turns to its aim at once.',
      aim: 'one',
      velocity: ({ self, aim }) => aim.offset.div(aim.distance).mul(self.maxSpeed),
    });
    const { failure } = checkLaw(law, { worlds: WORLDS });
    expect(failure?.component).toBe('velocity.x');
    expect(failure?.scene.aim?.offset).toEqual([0, 0, 0]);
  });

  it.each([
    [{ worlds: 0 }, 'worlds: found 0, expected a whole number from 1 to 1000000.'],
    [{ worlds: MAX_CHECK_WORLDS + 1 }, 'worlds: found 1000001, '],
    [{ worlds: 2.5 }, 'worlds: found 2.5, '],
    [{ seed: -1 }, 'seed: found -1, expected a whole number from 0 to 4294967295.'],
    [{ seed: Number.NaN }, 'seed: found NaN, '],
  ])('refuses %j', (options, message) => {
    expect(() => checkLaw(push, options)).toThrow(message);
  });
});

describe('random worlds', () => {
  const law = defineLaw({
    name: 'chase',
    description: 'Goes after something.',
    parameters: { weight, radius },
    aim: 'one',
    force: ({ aim, parameters }) => aim.offset.mul(parameters.weight.add(parameters.radius)),
  });
  const scenes = scenesOf(law, 1000);
  const neighbors = scenes.flatMap((scene) => scene.neighbors!);
  const lengths = neighbors.map(({ offset }) => Math.hypot(...offset));

  it('have up to 40 neighbors, on the spot of the agent, at any distance, and far away', () => {
    const counts = new Set(scenes.map((scene) => scene.neighbors!.length));
    expect([...counts].sort((a, b) => a - b)).toEqual(Array.from({ length: 41 }, (_, n) => n));
    const share = (low: number, high: number): number =>
      lengths.filter((length) => length >= low && length <= high).length / lengths.length;
    expect(share(0, 0)).toBeGreaterThan(0.1);
    expect(share(1e-6, 1)).toBeGreaterThan(0.05);
    expect(share(1, 1000)).toBeGreaterThan(0.15);
    expect(share(1e5, 4e5)).toBeGreaterThan(0.05);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2e5 * Math.sqrt(3));
    for (const { self, neighbors: around } of scenes) {
      const ids = [self!.id, ...around!.map(({ id }) => id)];
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('have aims on the spot of the agent and away from it', () => {
    const onSpot = scenes.filter(({ aim }) => aim!.offset.every((value) => value === 0)).length;
    expect(onSpot).toBeGreaterThan(50);
    expect(onSpot).toBeLessThan(500);
    expect(randomScene(push, 1, 0).aim).toBeUndefined();
  });

  it.each(['goal', 'path', 'waypoint'] as const)(
    'have a %s with the values that a world gives it',
    (kind) => {
      const going = defineLaw({
        name: 'going',
        description: 'Goes to a place.',
        aim: kind,
        force: ({ self, aim }) => aim.offset.add(aim.heading).add(self.up),
      });
      const all = scenesOf(going, WORLDS);
      const keys = kind === 'goal' ? ['offset'] : ['heading', 'offset'];
      const found = new Set(all.flatMap(({ aim }) => Object.keys(aim!)));
      expect([...found].sort()).toEqual(keys);
      const headings = all.flatMap(({ aim, dimensions }) =>
        aim!.heading === undefined ? [] : [{ heading: aim!.heading, dimensions }],
      );
      expect(headings.length / WORLDS).toBeCloseTo(kind === 'goal' ? 0 : 0.75, 1);
      for (const { heading, dimensions } of headings) {
        expect(Math.hypot(...heading)).toBeCloseTo(1, 6);
        if (dimensions === 2) expect(heading[2]).toBe(0);
      }
      const ways = new Set(headings.map(({ heading }) => heading.join()));
      expect(ways.size).toBeGreaterThanOrEqual(headings.length / 2);
    },
  );

  it('show errors of a law that uses the heading of a path, with a heading and without', () => {
    const failedOf = (force: (heading: Vec3Node) => Vec3Node): number => {
      const along = defineLaw({
        name: 'along',
        description: 'Goes along a path.',
        aim: 'path',
        force: ({ aim }) => force(aim.heading),
      });
      return checkLaw(along, { worlds: WORLDS }).failed;
    };
    // The first is not finite without a heading, the second not with one.
    expect(failedOf((heading) => heading.div(heading.length()))).toBeGreaterThan(WORLDS / 5);
    expect(failedOf((heading) => heading.mul(1e38).mul(10))).toBeGreaterThan(WORLDS / 2);
  });

  it('have parameters at both ends, at the default, and between', () => {
    for (const [name, { min, max, default: usual }] of Object.entries(law.parameters)) {
      const found = scenes.map(({ parameters }) => parameters![name]);
      for (const value of [min, max, usual]) {
        expect(found.filter((one) => one === value).length).toBeGreaterThan(50);
      }
      expect(found.filter((one) => one > min && one < max && one !== usual).length).toBeGreaterThan(
        400,
      );
      expect(found.every((one) => one >= min && one <= max)).toBe(true);
    }
  });

  it('have agents that a scenario may have, in f32, with z = 0 in two dimensions', () => {
    const flat = scenes.filter(({ dimensions }) => dimensions === 2);
    expect(flat.length).toBeGreaterThan(250);
    for (const { self, aim, neighbors: around } of flat) {
      const vectors = [self!.position!, self!.velocity!, aim!.offset, aim!.velocity!];
      for (const [, , z] of [...vectors, ...around!.map(({ offset }) => offset)]) {
        expect(z).toBe(0);
      }
    }
    for (const { self, dt, tick } of scenes) {
      const { position, velocity, mass, maxSpeed, maxForce = 1 } = self!;
      expect(position!.every((value) => Math.abs(value) <= 1e5)).toBe(true);
      expect(Math.hypot(...velocity!)).toBeLessThanOrEqual(maxSpeed!);
      expect(mass).toBeGreaterThan(0);
      for (const one of [...position!, ...velocity!, mass!, maxSpeed!, maxForce, dt!]) {
        expect(Math.fround(one)).toBe(one);
      }
      expect(Number.isInteger(tick)).toBe(true);
    }
    expect(new Set(scenes.map(({ self }) => self!.maxSpeed)).has(0)).toBe(true);
  });
});

describe('the columns of a law in random worlds', () => {
  const columns = {
    energy: { type: 'f32', min: -2, max: 9, default: 0.3 },
    meals: { type: 'u32', min: 3, max: 5 },
    wind: { type: 'vec3', min: 1, max: 2 },
    free: { type: 'f32' },
  } as const;
  const herd = (divisor: 'energy' | 'count'): Law =>
    defineLaw({
      name: 'herd',
      description: 'A law.',
      columns,
      force: ({ self }) => self.wind,
      next({ self, neighbors }) {
        const others = neighbors.within(5);
        const sum = others.sum((other) => other.energy);
        const by = divisor === 'energy' ? self.energy : others.count().max(1);
        return { energy: sum.div(by), wind: self.wind.mul(0.5) };
      },
    });

  it('lie in their declared ranges for all agents, also at the ends and the defaults', () => {
    const scenes = scenesOf(herd('count'), LONG ? 400 : 200);
    const of = (name: string) =>
      scenes.flatMap(({ self, neighbors }) =>
        [self!, ...neighbors!].flatMap((one) => one[name] as number | number[]),
      );
    const energy = of('energy');
    expect(energy).toContain(-2);
    expect(energy).toContain(9);
    expect(energy).toContain(Math.fround(0.3));
    expect(energy.every((value) => value >= -2 && value <= 9 && value === Math.fround(value))).toBe(
      true,
    );
    expect(new Set(of('meals'))).toEqual(new Set([3, 4, 5]));
    expect(of('wind').every((value) => value >= 1 && value <= 2)).toBe(true);
    expect(of('wind')).toHaveLength(3 * energy.length);
    expect(Math.max(...of('free'))).toBe(1e6);
    expect(Math.min(...of('free'))).toBe(-1e6);
  });

  it('become NaN where a law divides by 0, in a case that can be repeated', () => {
    expect(checkLaw(herd('count'), { worlds: 100 })).toEqual({ seed: 1, worlds: 100, failed: 0 });
    const { failed, failure } = checkLaw(herd('energy'), { worlds: LONG ? 3000 : 100 });
    expect(failed).toBeGreaterThan(0);
    expect(failure).toMatchObject({ component: 'next.energy', value: Number.NaN });
    expect(evaluateLawNext(herd('energy'), failure!.scene).energy).toBeNaN();
  });

  it.each(someOf(['position.y', 'velocity.z', 'columns.food'] as const, 3))(
    'are checked in births that happen, where %s may be NaN',
    (component) => {
      /** Divides by the food of an agent, which may be 0. */
      const brood = (isSafe: boolean): Law =>
        defineLaw({
          name: 'brood',
          description: 'Gives birth by how full it is.',
          columns: { food: { type: 'f32', min: 0, max: 4 } },
          births({ self }) {
            const share = float(0).div(self.food);
            const given = {
              'position.y': { position: vec3(0, share, 0) },
              'velocity.z': { velocity: vec3(0, 0, share) },
              'columns.food': { columns: { food: share } },
            };
            const when = isSafe ? self.food.greaterThan(0) : self.food.lessThan(9);
            return [{ when: self.food.lessThan(0) }, { when, ...given[component] }];
          },
        });
      expect(checkLaw(brood(true), { worlds: 100 }).failed).toBe(0);
      const { failed, failure } = checkLaw(brood(false), { worlds: LONG ? 300 : 100 });
      expect(failed).toBeGreaterThan(0);
      expect(failure).toMatchObject({ component: `births.1.${component}`, value: Number.NaN });
      expect(failure!.scene.self).toMatchObject({ food: 0 });
    },
  );

  it('do not change the other values of a random world', () => {
    const { self: with_, neighbors: _, ...rest } = randomScene(herd('count'), 1, 4);
    const without = defineLaw({ name: 'none', description: 'A law.', force: () => vec3(0, 0, 0) });
    const { self, neighbors: __, ...same } = randomScene(without, 1, 4);
    expect(with_).toMatchObject(self!);
    expect(rest).toEqual(same);
  });
});
