import { describe, expect, it } from 'vitest';
import {
  checkLaw,
  defineLaw,
  evaluateLaw,
  evaluateLawNext,
  type FloatNode,
  type Law,
  LawError,
  type LawScene,
  type NeighborSet,
  type Other,
  select,
  vec3,
} from '../../src/laws/index.ts';
import { randomInto, unit } from '../../src/math/random.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { LONG } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';

const DRAWS = LONG ? 4000 : 500;

const fround = Math.fround;

const weight = { unit: 'kg/s', default: 1, min: 0, max: 1e6, description: 'How strongly.' };
const radius = { unit: 'm', default: 5, min: 1e-3, max: 1e5, description: 'How far it looks.' };

const orbit = defineLaw({
  name: 'orbit',
  description: 'Circles its aim in the horizontal plane at a distance.',
  parameters: {
    weight,
    distance: { unit: 'm', default: 5, min: 1e-3, max: 1e5, description: 'Radius of the circle.' },
  },
  aim: 'one',
  force({ self, aim, parameters }) {
    const inward = aim.offset.normalize();
    const around = vec3(0, 1, 0).cross(inward);
    const error = aim.distance.sub(parameters.distance);
    const desired = around.add(inward.mul(error)).normalize().mul(self.maxSpeed);
    return desired.sub(self.velocity).mul(parameters.weight);
  },
});

const aim = { offset: [1, 0, 0] } as const;

describe('a law without a world', () => {
  it('yields its force for plain numbers: at its distance, an orbit leads straight around', () => {
    const scene: LawScene = {
      self: { velocity: [0, 1, 0], maxSpeed: 3 },
      aim: { offset: [5, 0, 0] },
    };
    expect(evaluateLaw(orbit, scene)).toEqual([0, -1, -3]);
    expect(evaluateLaw(orbit, { ...scene, parameters: { weight: 2 } })).toEqual([0, -2, -6]);
    // Ten meters too far away it leads mostly inward, and on its aim nowhere.
    const [x, , z] = evaluateLaw(orbit, { self: { maxSpeed: 1 }, aim: { offset: [15, 0, 0] } });
    expect(x).toBeCloseTo(10 / Math.hypot(1, 10), 6);
    expect(z).toBeCloseTo(-1 / Math.hypot(1, 10), 6);
    expect(evaluateLaw(orbit, { aim: { offset: [0, 0, 0] } })).toEqual([0, 0, 0]);
  });

  it('rounds each operation once, in the order of the expression', () => {
    const law = defineLaw({
      name: 'sums',
      description: 'A sum from the left.',
      force: ({ self: { position } }) => vec3(position.x.add(position.y).add(position.z), 0, 0),
    });
    const random = randomOf(3);
    for (let n = 0; n < 1000; n++) {
      const [x, y, z] = [0, 0, 0].map(() => fround((random() - 0.5) * 2 ** (40 * random() - 20)));
      const [sum] = evaluateLaw(law, { self: { position: [x, y, z] } });
      expect(sum).toBe(fround(fround(x + y) + z));
    }
  });

  it('refuses to be evaluated without its aim, or with a parameter that it does not have', () => {
    expect(() => evaluateLaw(orbit)).toThrow(/^Law "orbit": aim: found none, expected an aim/);
    const pair = defineLaw({
      name: 'pair',
      description: 'Between two.',
      aim: 'two',
      force: ({ aim, second }) => aim.offset.mix(second.offset, 0.25).add(second.velocity),
    });
    expect(() => evaluateLaw(pair, { aim: { offset: [1, 0, 0] } })).toThrow(
      /^Law "pair": second: found none, expected a second aim/,
    );
    const second = { offset: [0, 8, 0], velocity: [0, 0, 5] } as const;
    expect(evaluateLaw(pair, { aim: { offset: [4, 0, 0] }, second })).toEqual([3, 2, 5]);
    const scene: LawScene = { aim: { offset: [1, 0, 0] }, parameters: { wieght: 1 } };
    expect(() => evaluateLaw(orbit, scene)).toThrow(
      'parameters.wieght: found no such parameter, expected one of weight, distance.',
    );
  });

  it.each<[string, number, string]>([
    ['distance', 0.0009, '0.0009, expected a number from 0.001 to 100000'],
    ['distance', 100_001, '100001, expected a number from 0.001 to 100000'],
    ['weight', -1e-30, '-1e-30, expected a number from 0 to 1000000'],
    ['weight', Number.NaN, 'NaN, expected a number from 0 to 1000000'],
    ['weight', Number.POSITIVE_INFINITY, 'Infinity, expected a number from 0 to 1000000'],
    ['weight', '4' as never, '"4", expected a number from 0 to 1000000'],
    ['weight', undefined as never, 'nothing, expected a number from 0 to 1000000'],
  ])('refuses the parameter %s of %s, and names its range', (name, value, found) => {
    const evaluate = () => evaluateLaw(orbit, { aim, parameters: { [name]: value } });
    expect(evaluate).toThrow(LawError);
    expect(evaluate).toThrow(`Law "orbit": parameters.${name}: found ${found}.`);
  });

  it('takes parameters at both ends of their ranges, even if those in f32 lie outside', () => {
    // The f32 next to 0.7 is below it, and that next to 1.1 above.
    const narrow = { unit: 'm', default: 1, min: 0.7, max: 1.1, description: 'A length.' };
    const law = defineLaw({
      name: 'narrow',
      description: 'Its parameter.',
      parameters: { narrow },
      force: ({ parameters }) => vec3(parameters.narrow, 0, 0),
    });
    expect([fround(0.7) < 0.7, fround(1.1) > 1.1]).toEqual([true, true]);
    for (const end of [narrow.min, narrow.max, fround(narrow.min), fround(narrow.max)]) {
      expect(evaluateLaw(law, { parameters: { narrow: end } })[0]).toBe(fround(end));
    }
  });

  it('is prepared once, and keeps nothing from earlier calls', () => {
    const law = defineLaw({
      name: 'crowd',
      description: 'Where others are, twice the nearest, and how many.',
      parameters: { radius },
      force({ neighbors, parameters }) {
        const others = neighbors.within(parameters.radius);
        const nearest = others.nearest((other) => other.offset).mul(2);
        return others
          .sum((other) => other.offset)
          .add(nearest)
          .mul(others.count());
      },
    });
    let reads = 0;
    const nodes = new Proxy(law.nodes, {
      get(all, key) {
        reads++;
        return Reflect.get(all, key);
      },
    });
    const watched = { ...law, nodes };
    const random = randomOf(5);
    const counts = [40, 0, 3, 200, 1, 0, 70].map((count) => {
      const neighbors = Array.from({ length: count }, () => ({
        offset: [6 * random() - 3, 6 * random() - 3, 6 * random() - 3] as const,
      }));
      // A copy is another law, and has never been evaluated.
      expect(evaluateLaw(watched, { neighbors })).toEqual(evaluateLaw({ ...law }, { neighbors }));
      const broken = [...neighbors, { offset: undefined as never }, { offset: 5 as never }];
      expect(() => evaluateLaw(watched, { neighbors: broken })).toThrow(LawError);
      const readNow = reads;
      reads = 0;
      return readNow;
    });
    // Later calls read each node only to evaluate it: once in the call that returns, once in the one that throws.
    for (const count of counts.slice(1)) expect(count).toBeLessThan(counts[0] / 1.5);
  });
});

describe('a scene for one agent', () => {
  const nowhere = [0, 0, 0] as const;
  const THREE = 'an array of three numbers, or of two numbers if "dimensions" is 2';
  const SELF =
    'one of position, velocity, heading, up, force, mass, radius, maxSpeed, maxForce, damping, forceFactor, id, species, birth';
  const AIM = 'one of offset, velocity, acceleration, radius, heading, up';

  it.each<[unknown, string, string, string]>([
    [null, 'the scene', 'null', 'an object'],
    [[aim], 'the scene', 'an array of 1', 'an object'],
    [
      { aim, ticks: 5 },
      'ticks',
      'no such key',
      'one of self, neighbors, aim, second, parameters, fields, dt, tick, seed, dimensions',
    ],
    [{ aim, constructor: 5 }, 'constructor', 'no such key', 'one of self, '],
    [{ aim, self: null }, 'self', 'null', 'an object'],
    [{ aim, self: { maxspeed: 10 } }, 'self.maxspeed', 'no such key', SELF],
    [{ aim, self: { velocity: [1, 2] } }, 'self.velocity', 'an array of 2', THREE],
    [{ aim, self: { velocity: [1, 2, 3, 4] } }, 'self.velocity', 'an array of 4', THREE],
    [{ aim, self: { velocity: 'abc' } }, 'self.velocity', '"abc"', THREE],
    [{ aim, self: { velocity: { x: 1, y: 2, z: 3 } } }, 'self.velocity', 'an object', THREE],
    [{ aim, self: { position: [1, '2', 3] } }, 'self.position[1]', '"2"', 'a number'],
    [{ aim, self: { up: [1, 2, undefined] } }, 'self.up[2]', 'nothing', 'a number'],
    [{ aim, self: { species: 'fish' } }, 'self.species', '"fish"', 'a whole number from 0 to 429'],
    [
      { aim, self: { id: 2 ** 32 } },
      'self.id',
      '4294967296',
      'a whole number from 0 to 4294967295',
    ],
    [{ aim, self: { mass: '2' } }, 'self.mass', '"2"', 'a number'],
    [{ aim, neighbors: { offset: nowhere } }, 'neighbors', 'an object', 'an array'],
    [{ aim, neighbors: [{ offset: nowhere }, 7] }, 'neighbors[1]', '7', 'an object'],
    [{ aim, neighbors: [{ velocity: nowhere }] }, 'neighbors[0].offset', 'nothing', THREE],
    [
      { aim, neighbors: [{ offset: nowhere }, { offset: nowhere, up: nowhere }] },
      'neighbors[1].up',
      'no such key',
      'one of offset, velocity, heading, mass, radius, id, species',
    ],
    [{ aim: { offest: [1, 2, 3] } }, 'aim.offest', 'no such key', AIM],
    [{ aim: { radius: 2 } }, 'aim.offset', 'nothing', THREE],
    [{ aim, second: { offset: nowhere, id: 3 } }, 'second.id', 'no such key', AIM],
    [{ aim, parameters: [1, 5] }, 'parameters', 'an array of 2', 'an object'],
    [{ aim, dt: '1' }, 'dt', '"1"', 'a number'],
    [{ aim, tick: 1.5 }, 'tick', '1.5', 'a whole number from 0 to 4294967295'],
    [{ aim, seed: -1 }, 'seed', '-1', 'a whole number from 0 to 4294967295'],
    [{ aim, seed: Number.NaN }, 'seed', 'NaN', 'a whole number from 0 to 4294967295'],
    [{ aim, dimensions: 4 }, 'dimensions', '4', '2 or 3'],
    [
      { aim: { offset: [1] }, dimensions: 2 },
      'aim.offset',
      'an array of 1',
      'an array of two or three numbers',
    ],
  ])('%j is refused', (scene, where, found, expected) => {
    const evaluate = () => evaluateLaw(orbit, scene as LawScene);
    expect(evaluate).toThrow(LawError);
    expect(evaluate).toThrow(`Law "orbit": ${where}: found ${found}, expected ${expected}`);
  });

  it('is refused with a value that is not a law', () => {
    for (const law of [undefined, null, 'orbit', {}]) {
      expect(() => evaluateLaw(law as never)).toThrow(LawError);
      expect(() => checkLaw(law as never)).toThrow(LawError);
    }
  });

  it('may have undefined for a missing value, and numbers that are not finite', () => {
    const scene = { aim, self: { velocity: undefined }, dt: undefined } as unknown as LawScene;
    expect(evaluateLaw(orbit, scene)).toEqual(evaluateLaw(orbit, { aim }));
    const { POSITIVE_INFINITY: far, NaN: nothing } = Number;
    const [x, y] = evaluateLaw(orbit, { aim, self: { velocity: [far, nothing, 0], mass: far } });
    expect([x, y]).toEqual([-far, nothing]);
  });

  it('may have vectors of two numbers in the plane', () => {
    const law = defineLaw({
      name: 'all',
      description: 'A sum of vectors.',
      aim: 'one',
      force: ({ self, aim, neighbors }) =>
        self.velocity.add(aim.offset).add(neighbors.within(9).sum((other) => other.offset)),
    });
    const found = evaluateLaw(law, {
      self: { velocity: [1, 2] },
      aim: { offset: [10, 20] },
      neighbors: [{ offset: [3, 4] }, { offset: [0, 1, 0] }],
      dimensions: 2,
    });
    expect(found).toEqual([14, 27, 0]);
  });

  it.each([2, 3] as const)(
    'has the heading and up of bodies in a new world, in %i dimensions',
    (dimensions) => {
      // In the plane a force has no z, but a column has.
      const facing = (name: 'heading' | 'up'): Law =>
        defineLaw({
          name,
          description: 'Where it faces.',
          columns: { [`${name}Of`]: { type: 'vec3' } },
          next: ({ self }) => ({ [`${name}Of`]: self[name] }),
        });
      const laws = [facing('heading'), facing('up')];
      const random = randomOf(17);
      const drawn = Array.from({ length: 60 }, () => {
        const size = 10 ** (8 * random() - 6);
        return [0, 0, 0].map((_, axis) => (axis < dimensions ? size * (random() - 0.5) : 0));
      });
      // At rest and almost, along the axes, and near y, where the rule for up changes.
      const chosen = [
        ...[
          [0, 0],
          [1e-5, 0],
          [0, 1.01e-5],
          [-9.9e-6, 0],
          [-5, 0],
          [0, 7],
          [0, -7],
        ],
        ...[
          [0.3, 7],
          [0.31, -7],
          [0.32, 7],
          [-0.3134, 7],
          [1e-4, 7],
        ],
        ...(dimensions === 3
          ? [
              [0, 0, 2],
              [0, 0, -2],
              [0.2, 7, 0.2],
              [0.3, -7, 0.2],
            ]
          : []),
      ].map(([x, y, z = 0]) => [x, y, z]);
      const velocities = [...chosen, ...drawn].map((one) => one.map(fround));
      const cut = (one: number[]): number[] => one.slice(0, dimensions);
      const positions = velocities.map((_, k) => cut([k, 0, 0]));
      const spawn = { type: 'points', positions, velocities: velocities.map(cut) };
      const behaviors = [{ type: 'law:heading' }, { type: 'law:up' }];
      const species = [{ name: 'a', count: velocities.length, spawn, behaviors }];
      const world = createWorld(parseScenario({ name: 'a', dimensions, species }, { laws }));
      const { heading, up, velocity, slot } = world.views;
      // Columns have no -0.
      const three = ({ x, y, z }: typeof heading, i: number) => [x[i] + 0, y[i] + 0, z[i] + 0];
      velocities.forEach((one, id) => {
        const i = slot[id];
        expect(three(velocity, i)).toEqual(one.map((v) => v + 0));
        const scene = { self: { velocity: one as never }, dimensions };
        const found = laws.flatMap((law) => Object.values(evaluateLawNext(law, scene)));
        expect(found, `${one}`).toEqual([three(heading, i), three(up, i)]);
      });
    },
  );

  it('has the up of a body with its heading if it gives a heading', () => {
    const law = defineLaw({
      name: 'up',
      description: 'Up.',
      columns: { axis: { type: 'vec3' } },
      next: ({ self }) => ({ axis: self.up }),
    });
    const up = (heading: readonly [number, number, number], dimensions: 2 | 3 = 3) => {
      const scene = { self: { heading, velocity: [0, 0, 9] as const }, dimensions };
      return evaluateLawNext(law, scene).axis as number[];
    };
    expect(up([0, 0, 1])).toEqual([0, 1, 0]);
    expect(up([0, 1, 0])).toEqual([0, 0, 1]);
    expect(up([1, 0, 0], 2)).toEqual([0, 0, 1]);
    up([0.6, 0.8, 0]).forEach((value, axis) => {
      expect(value).toBeCloseTo([-0.8, 0.6, 0][axis], 6);
    });
  });
});

describe('reductions over neighbors', () => {
  const random = randomOf(11);
  const neighbors = Array.from({ length: 40 }, (_, n) => {
    const draw = (): number => fround(12 * random() - 6);
    const vector = (): [number, number, number] => [draw(), draw(), draw()];
    return { offset: vector(), velocity: vector(), id: 100 - n, species: n % 3 };
  });
  const lengthOf = ([x, y, z]: readonly number[]): number =>
    fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
  const near = neighbors.filter(({ offset }) => lengthOf(offset) <= 25);

  it('are sums from the left of those within the radius', () => {
    const push = defineLaw({
      name: 'push',
      description: 'Away from all neighbors.',
      parameters: { radius },
      force({ neighbors, parameters }) {
        const others = neighbors.within(parameters.radius);
        return others.sum((other) => other.offset.negate().div(other.distanceSquared));
      },
    });
    const wanted = [0, 1, 2].map((axis) =>
      near.reduce((sum, { offset }) => fround(sum + fround(-offset[axis] / lengthOf(offset))), 0),
    );
    expect(near.length).toBeGreaterThan(5);
    expect(evaluateLaw(push, { neighbors })).toEqual(wanted);
    expect(evaluateLaw(push)).toEqual([0, 0, 0]);
  });

  it('count, choose the nearest, the least and the most, and find whether there is any', () => {
    const law = defineLaw({
      name: 'reduced',
      description: 'One of each.',
      parameters: { radius },
      force({ neighbors, parameters }) {
        const others = neighbors.within(parameters.radius);
        const nearest = others.nearest((other) => other.id.toFloat());
        const spread = others
          .max((other) => other.offset.x)
          .sub(others.min((other) => other.offset.x));
        const third = others.any((other) => other.species.equal(2));
        return vec3(nearest, spread, select(third, others.count(), others.count().negate()));
      },
    });
    const nearest = near.reduce((a, b) => (lengthOf(b.offset) < lengthOf(a.offset) ? b : a));
    const along = near.map(({ offset }) => offset[0]);
    const spread = fround(Math.max(...along) - Math.min(...along));
    expect(evaluateLaw(law, { neighbors })).toEqual([nearest.id, spread, near.length]);
    const others = neighbors.filter(({ species }) => species !== 2);
    const count = near.filter(({ species }) => species !== 2).length;
    expect(evaluateLaw(law, { neighbors: others })[2]).toBe(-count);
    const twins = [5, 3, 9].map((id) => ({ offset: [1, 0, 0] as const, id }));
    expect(evaluateLaw(law, { neighbors: twins })[0]).toBe(3);
  });

  it('take the value of the neighbor with the lowest key, and among equal keys the lowest id', () => {
    const law = defineLaw({
      name: 'chosen',
      description: 'The offset of the slowest, twice its id, and the farthest of species 2.',
      parameters: { radius },
      force({ neighbors, parameters }) {
        const others = neighbors.within(parameters.radius);
        const slow = (other: Other) => other.velocity.lengthSquared();
        const offset = others.lowest(slow, (other) => other.offset);
        const id = others.lowest(slow, (other) => other.id.toFloat());
        const far = others.lowest(
          (other) =>
            select(
              other.species.equal(2),
              other.distanceSquared.negate(),
              Number.POSITIVE_INFINITY,
            ),
          (other) => other.id.toFloat(),
        );
        return offset.add(vec3(id.mul(100), far.mul(1000), 0));
      },
    });
    const chosen = (of: typeof neighbors): number[] => {
      const lowest = (list: typeof neighbors, keyOf: (one: (typeof neighbors)[0]) => number) =>
        [...list].sort((a, b) => keyOf(a) - keyOf(b) || a.id - b.id)[0];
      const seen = of.filter(({ offset }) => lengthOf(offset) <= 25);
      const slow = lowest(seen, ({ velocity }) => lengthOf(velocity));
      const twos = seen.filter(({ species }) => species === 2);
      const far = lowest(twos, ({ offset }) => -lengthOf(offset));
      const [x, y, z] = slow?.offset ?? [0, 0, 0];
      const [id, other] = [slow?.id ?? 0, far?.id ?? 0];
      return [fround(x + 100 * id), fround(y + 1000 * other), fround(z)];
    };
    // All of them, with many equal keys, without species 2, twins, and none at all.
    const alike = neighbors.map((neighbor) => ({
      ...neighbor,
      velocity: neighbor.velocity.map(Math.sign) as never,
    }));
    const none = neighbors.filter(({ species }) => species !== 2);
    const [first] = near;
    const twin = { ...first, id: 3, offset: [first.offset[0], 0, 0] as [number, number, number] };
    for (const list of [neighbors, alike, [...alike].reverse(), none, [first, twin], [twin], []]) {
      expect(evaluateLaw(law, { neighbors: list })).toEqual(chosen(list));
    }
  });

  it('leave out neighbors whose key is NaN or infinite, and take those of -infinity', () => {
    const law = defineLaw({
      name: 'keys',
      description: 'By the x of the velocity.',
      force: ({ neighbors }) =>
        vec3(
          neighbors.within(9).lowest(
            (other) => other.velocity.x,
            (other) => other.id.toFloat(),
          ),
          neighbors.within(9).lowest(
            () => 5,
            (other) => other.id.toFloat(),
          ),
          0,
        ),
    });
    const of = (...keys: number[]) =>
      evaluateLaw(law, {
        neighbors: keys.map((key, n) => ({
          offset: [1, 0, 0] as const,
          velocity: [key, 0, 0] as const,
          id: 9 - n,
        })),
      }).slice(0, 2);
    const { POSITIVE_INFINITY: far, NaN: nothing } = Number;
    expect(of(nothing, 3, nothing, 2, far)).toEqual([6, 5]);
    expect(of(far, nothing)).toEqual([0, 8]);
    expect(of(4, -far, 1, -far)).toEqual([6, 6]);
    expect(of(-0, 0, 1)).toEqual([8, 7]);
  });

  it('read the mass and radius of each neighbor: 1 and 0 if the scene gives none', () => {
    const law = defineLaw({
      name: 'bodies',
      description: 'Sums of masses and of gaps between bodies.',
      force({ self, neighbors }) {
        const others = neighbors.within(9);
        const gap = others.min((other) => other.distance.sub(other.radius).sub(self.radius));
        return vec3(
          others.sum((other) => other.mass),
          gap,
          others.max((other) => other.radius),
        );
      },
    });
    const bodies: LawScene['neighbors'] = [
      { offset: [6, 0, 0], mass: 0.5, radius: 4 },
      { offset: [0, 4, 0] },
      { offset: [0, 0, 5], mass: 8, radius: 0.25 },
    ];
    expect(evaluateLaw(law, { self: { radius: 0.5 }, neighbors: bodies })).toEqual([9.5, 1.5, 4]);
  });

  it('may need each other: the spread of velocities about their mean takes a second walk', () => {
    const law = defineLaw({
      name: 'spread',
      description: 'Sum of squared differences from the mean velocity.',
      parameters: { radius },
      force({ neighbors, parameters }) {
        const others = neighbors.within(parameters.radius);
        const mean = others.sum((other) => other.velocity).div(others.count().max(1));
        return vec3(
          others.sum((other) => other.velocity.sub(mean).lengthSquared()),
          mean.length(),
          0,
        );
      },
    });
    const mean = [0, 1, 2].map((axis) =>
      fround(near.reduce((sum, { velocity }) => fround(sum + velocity[axis]), 0) / near.length),
    );
    const wanted = near.reduce((sum, { velocity }) => {
      return fround(sum + lengthOf(velocity.map((value, axis) => fround(value - mean[axis]))));
    }, 0);
    const [found, length] = evaluateLaw(law, { neighbors });
    expect(found).toBe(wanted);
    expect(length).toBe(fround(Math.sqrt(lengthOf(mean))));
  });

  it('look ahead only, with a cosine', () => {
    const law = defineLaw({
      name: 'ahead',
      description: 'How many are ahead.',
      parameters: { radius },
      force: ({ neighbors, parameters }) =>
        vec3(neighbors.within(parameters.radius, { cosine: 0.5 }).count(), 0, 0),
    });
    const velocity = [0, 0, 2] as const;
    const ahead = near.filter(({ offset }) => offset[2] > 0.5 * Math.sqrt(lengthOf(offset)));
    expect(ahead.length).toBeGreaterThan(0);
    expect(evaluateLaw(law, { self: { velocity }, neighbors })[0]).toBe(ahead.length);
  });
});

describe('random numbers of laws', () => {
  const law = defineLaw({
    name: 'noise',
    description: 'Two numbers and a normal one.',
    force: ({ random }) => vec3(random.uniform(), random.uniform(7), random.normal(1)),
  });
  const way = defineLaw({
    name: 'way',
    description: 'A direction.',
    force: ({ random }) => random.direction(2),
  });

  it('are those of the generator, by seed, tick, id and stream', () => {
    const bits = new Uint32Array(4);
    for (const [seed, tick, id] of [
      [0, 0, 0],
      [7, 3, 99],
      [4294967295, 16_777_215, 4_194_303],
    ]) {
      const [first, second] = evaluateLaw(law, { seed, tick, self: { id } });
      randomInto(bits, seed, tick, id, 0x200000);
      expect(first).toBe(fround(unit(bits[0])));
      randomInto(bits, seed, tick, id, 0x200007);
      expect(second).toBe(fround(unit(bits[0])));
    }
  });

  it('are those of another tick if the law asks for them', () => {
    const own = defineLaw({
      name: 'own',
      description: 'Numbers of tick 7, of the tick before this one, and of this one.',
      force: ({ random, tick }) => {
        const before = random.at(tick.sub(1));
        return vec3(random.at(7).uniform(3), before.uniform(), random.at(7).at(tick).normal(1));
      },
    });
    const three = (tick: number) => evaluateLaw(own, { tick, seed: 5, self: { id: 8 } });
    const drawn = (tick: number) => evaluateLaw(law, { tick, seed: 5, self: { id: 8 } });
    const bits = new Uint32Array(4);
    randomInto(bits, 5, 7, 8, 0x200003);
    for (const tick of [1, 7, 4294967295]) {
      const wanted = [fround(unit(bits[0])), drawn(tick - 1)[0], drawn(tick)[2]];
      expect(three(tick)).toEqual(wanted);
    }
  });

  it(`have the moments of their distributions, ${DRAWS} draws`, () => {
    let [sum, squares] = [0, 0];
    const mean = [0, 0, 0];
    const square = [0, 0, 0];
    for (let id = 0; id < DRAWS; id++) {
      const normal = evaluateLaw(law, { self: { id } })[2];
      sum += normal / DRAWS;
      squares += normal ** 2 / DRAWS;
      const direction = evaluateLaw(way, { self: { id } });
      expect(Math.abs(Math.hypot(...direction) - 1)).toBeLessThan(1e-6);
      direction.forEach((value, axis) => {
        mean[axis] += value / DRAWS;
        square[axis] += value ** 2 / DRAWS;
      });
    }
    // About three standard deviations of so many draws.
    const spread = Math.sqrt(4000 / DRAWS);
    expect(Math.abs(sum)).toBeLessThan(0.05 * spread);
    expect(Math.abs(squares - 1)).toBeLessThan(0.08 * spread);
    for (const axis of [0, 1, 2]) {
      expect(Math.abs(mean[axis])).toBeLessThan(0.03 * spread);
      expect(Math.abs(square[axis] - 1 / 3)).toBeLessThan(0.02 * spread);
    }
    const flat = evaluateLaw(way, { dimensions: 2, self: { id: 5 } });
    expect(flat[2]).toBe(0);
    expect(Math.hypot(...flat)).toBeCloseTo(1, 6);
  });
});

describe('ten thousand neighbors, more than are evaluated in one go', () => {
  const random = randomOf(12);
  const neighbors = Array.from({ length: 10_000 }, (_, k) => ({
    offset: [fround(random() - 0.5), fround(random() - 0.5), 0] as const,
    // Some are equal.
    velocity: [Math.floor(300 * random()), 0, 0] as const,
    id: 20_000 - k,
  }));
  const foundOf = (force: LawForce): number =>
    evaluateLaw(defineLaw({ name: 'many', description: 'Of many.', force }), { neighbors })[0];
  type LawForce = Parameters<typeof defineLaw>[0]['force'] & {};

  it('are summed in stored order throughout', () => {
    let sum = 0;
    for (const { offset } of neighbors) sum = fround(sum + offset[0]);
    const found = foundOf(({ neighbors: all }) => {
      return vec3(
        all.within(9).sum((other) => other.offset.x),
        0,
        0,
      );
    });
    expect(found).toBe(sum);
  });

  it.each([1, 2, 5, 16])(
    'have the %i nearest of all, with the lowest ids among equal ones',
    (count) => {
      const sorted = neighbors
        .map(({ offset: [x, y], id }) => ({ id, key: fround(fround(x * x) + fround(y * y)) }))
        .sort((a, b) => a.key - b.key || a.id - b.id)
        .slice(0, count)
        .map(({ id }) => id);
      const found = (of: (set: NeighborSet) => FloatNode) =>
        foundOf(({ neighbors: all }) => vec3(of(all.nearest(count, 9)), 0, 0));
      const id = (other: Other) => other.id.toFloat();
      expect(found((set) => set.count())).toBe(count);
      expect(found((set) => set.sum(id))).toBe(sorted.reduce((sum, value) => sum + value, 0));
      expect(found((set) => set.min(id))).toBe(Math.min(...sorted));
      expect(found((set) => set.max(id))).toBe(Math.max(...sorted));
      expect(found((set) => set.nearest(id))).toBe(sorted[0]);
      expect(found((set) => set.lowest((other) => id(other).negate(), id))).toBe(
        Math.max(...sorted),
      );
      const isLast = (other: Other) => other.id.equal(sorted.at(-1)!);
      expect(found((set) => select(set.any(isLast), 1, 0))).toBe(1);
      if (count < neighbors.length) {
        const { id: next } = neighbors.find(({ id }) => !sorted.includes(id))!;
        expect(
          found((set) =>
            select(
              set.any((other) => other.id.equal(next)),
              1,
              0,
            ),
          ),
        ).toBe(0);
      }
    },
  );

  it('are refused for a number of nearest that is not from 1 to 16', () => {
    for (const count of [0, 17, 1.5, Number.NaN, '3' as unknown as number]) {
      const ask = () => foundOf(({ neighbors: all }) => vec3(all.nearest(count, 9).count(), 0, 0));
      expect(ask, String(count)).toThrow('neighbors.nearest');
    }
  });

  it.each([
    ['nearest', () => neighbors.map(({ offset: [x, y] }) => fround(fround(x * x) + fround(y * y)))],
    ['lowest', () => neighbors.map(({ velocity: [speed] }) => speed)],
  ] as const)('have the %s of all, with the lowest id among equal ones', (name, keysOf) => {
    const keys = keysOf();
    const least = Math.min(...keys);
    const ids = neighbors.filter((_, k) => keys[k] === least).map(({ id }) => id);
    const found = foundOf(({ neighbors: all }) => {
      const others = all.within(9);
      const id = (other: Other) => other.id.toFloat();
      return vec3(
        name === 'nearest' ? others.nearest(id) : others.lowest((other) => other.velocity.x, id),
        0,
        0,
      );
    });
    expect(found).toBe(Math.min(...ids));
    if (name === 'lowest') expect(ids.length).toBeGreaterThan(10);
  });
});
