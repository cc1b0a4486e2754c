import { describe, expect, it } from 'vitest';
import {
  atan2,
  bool,
  cos,
  defineLaw,
  evaluateLaw,
  exp,
  float,
  type Law,
  LawError,
  log,
  pow,
  select,
  sin,
  uint,
  vec3,
} from '../../src/laws/index.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { kernels } from '../../src/tick/choose-kernel.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';

/** A value as JavaScript has it: without types. */
type Loose = ReturnType<typeof JSON.parse>;

const one = { unit: '1', default: 1, min: 0, max: 9, description: 'A number.' };

function lawOf(force: Loose, more: object = {}): Law {
  return defineLaw({ name: 'm', description: 'Mine.', force, ...more });
}

function errorOf(run: () => unknown): LawError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(LawError);
    return error as LawError;
  }
  throw new Error('the law was taken');
}

const refusal = (force: Loose, more: object = {}): string =>
  errorOf(() => lawOf(force, more)).message;

describe('a neighbor in the function of one reduction', () => {
  const PAIR =
    /^Law "m": force: found values of two neighbors, expected values of one neighbor, because a reduction passes .*\.$/;
  const FOREIGN =
    'found a value of the neighbor of another function, expected a value of the neighbor that this function is given, or of the agent.';

  it.each<[string, (c: Loose) => unknown]>([
    [
      'a pair of one set',
      ({ neighbors }) => {
        const set = neighbors.within(30);
        return set.sum((o: Loose) => set.sum((q: Loose) => o.offset.sub(q.offset)));
      },
    ],
    [
      'a pair of two equal sets',
      ({ neighbors }) =>
        neighbors
          .within(30)
          .sum((o: Loose) => neighbors.within(30).sum((q: Loose) => o.offset.sub(q.offset))),
    ],
    [
      'a condition on a pair',
      ({ neighbors }) => {
        const set = neighbors.within(30);
        const isOther = (o: Loose) => set.any((q: Loose) => q.id.notEqual(o.id));
        return set.sum((o: Loose) => select(isOther(o), o.offset, vec3(0, 0, 0)));
      },
    ],
    [
      'a later reduction, kept for it',
      ({ neighbors }) => {
        const set = neighbors.within(30);
        let kept: Loose;
        set.sum((o: Loose) => {
          kept = o;
          return o.mass;
        });
        return set.sum((q: Loose) => q.offset.mul(kept.distance));
      },
    ],
  ])('is refused in %s', (_, force) => {
    expect(refusal(force)).toMatch(PAIR);
  });

  it.each(['sum', 'min', 'max', 'any', 'nearest', 'lowest'])(
    'is refused alone in an inner %s',
    (method) => {
      const inner = (set: Loose, o: Loose): Loose => {
        if (method === 'any') return set.any(() => o.mass.lessThan(2));
        if (method !== 'lowest') return set[method](() => o.mass);
        return set.lowest(
          (q: Loose) => q.mass,
          () => o.mass,
        );
      };
      const force = ({ neighbors }: Loose) => {
        const set = neighbors.within(30);
        return set.sum((o: Loose) => {
          const found = inner(set, o);
          return o.offset.mul(method === 'any' ? select(found, 1, 0) : found);
        });
      };
      expect(refusal(force)).toBe(`Law "m": force: ${method}: ${FOREIGN}`);
    },
  );

  it('is refused as the key of another reduction', () => {
    const force = ({ neighbors }: Loose) => {
      const set = neighbors.within(30);
      const key = (o: Loose) => () => o.mass;
      return set.sum((o: Loose) => set.lowest(key(o), (q: Loose) => q.offset));
    };
    expect(refusal(force)).toBe(`Law "m": force: lowest: ${FOREIGN}`);
  });

  it('is refused outside the function', () => {
    let kept: Loose;
    const force = ({ neighbors }: Loose) => {
      neighbors.within(2).sum((o: Loose) => {
        kept = o;
        return o.mass;
      });
      return vec3(1, kept.mass, 0);
    };
    const expected =
      'found a value of one neighbor, outside its function, expected a value of the agent itself, such as a sum over its neighbors.';
    expect(refusal(force)).toBe(`Law "m": force: ${expected}`);
    expect(refusal(() => vec3(1, 2, 3), { wants: force })).toBe(`Law "m": wants: ${expected}`);
  });

  it('may be combined with a reduction of the same set that does not depend on it', () => {
    const law = lawOf(({ neighbors }: Loose) => {
      const set = neighbors.within(30);
      return set.sum((o: Loose) => {
        const mean = set.sum((q: Loose) => q.offset).div(set.count());
        return o.offset.sub(mean).mul(o.mass);
      });
    });
    const neighbors = [
      { offset: [1, 0, 0], mass: 2 },
      { offset: [3, 4, 0], mass: 8 },
    ] as const;
    // The mean is (2, 2, 0): 2 (-1, -2, 0) + 8 (1, 2, 0).
    expect(evaluateLaw(law, { neighbors })).toEqual([6, 12, 0]);
  });

  it('is the same in the key and the value of one "lowest"', () => {
    let seen: Loose;
    const law = lawOf(({ neighbors }: Loose) =>
      neighbors.within(30).lowest(
        (o: Loose) => {
          seen = o;
          return o.mass;
        },
        (o: Loose) => o.offset.mul(seen.mass),
      ),
    );
    const neighbors = [
      { offset: [1, 0, 0], mass: 7 },
      { offset: [0, 2, 0], mass: 3 },
    ] as const;
    expect(evaluateLaw(law, { neighbors })).toEqual([0, 6, 0]);
  });
});

describe('the refusal of unknown names and wrong values', () => {
  const energy = { columns: { energy: { type: 'f32' } }, aim: 'one' };
  it.each<[string, (c: Loose) => unknown, RegExp]>([
    [
      'self.energyy',
      ({ self }) => self.energyy.mul(2),
      /^Law "m": force: self\.energyy: found no such value or column \(did you mean "energy"\?\), expected one of position, .*, energy\.$/,
    ],
    [
      'other.energyy',
      ({ neighbors }) => neighbors.within(5).sum((o: Loose) => o.energyy),
      /^Law "m": force: other\.energyy: found .* \(did you mean "energy"\?\), expected one of offset, .*, energy\.$/,
    ],
    [
      'aim.postion',
      ({ aim }) => aim.postion,
      /^Law "m": force: aim\.postion: found .* one of found, offset, [a-z, ]*\.$/i,
    ],
  ])('%s', (_, force, message) => {
    expect(refusal(force, energy)).toMatch(message);
  });

  it('allows the properties that promises, JSON and engines look up', async () => {
    let asked: unknown[] = [];
    defineLaw({
      name: 'm',
      description: 'Mine.',
      force: ({ self }) => {
        const any = self as Loose;
        asked = [any.then, any.toJSON, any[Symbol.iterator], any.constructor, any.toString];
        void Promise.resolve(self);
        return self.velocity;
      },
    });
    expect(asked).toEqual([undefined, undefined, undefined, Object, Object.prototype.toString]);
  });

  it.each<[string, string]>([
    ['mass', 'the name "mass", expected a name that is not reserved'],
    [
      '1x',
      'the name "1x", expected a letter, then letters, digits, "-" or "_"; at most 64 characters in all',
    ],
  ])('names the column %s', (column, said) => {
    const error = errorOf(() =>
      lawOf(() => vec3(1, 2, 3), { columns: { [column]: { type: 'f32' } } }),
    );
    expect(error.message).toBe(`Law "m": columns.${column}: found ${said}.`);
  });

  it.each(['parameter', 'want', 'colour', 'kinematic'])('names the key %s of a law', (key) => {
    const error = errorOf(() => lawOf(() => vec3(1, 2, 3), { [key]: {} }));
    expect(error.message).toBe(
      `Law "m": ${key}: found an unknown key, expected one of name, description, parameters, aim, columns, force, velocity, wants, next, ends, births, deposit.`,
    );
    expect([error.law, error.where, error.found]).toEqual(['"m"', key, 'an unknown key']);
  });

  it.each<[unknown[], string]>([
    [
      [30, { cos: 0.5 }],
      'the unknown key "cos", expected an object with the key "cosine", or nothing',
    ],
    [[30, 0.5], 'a number, expected an object with the key "cosine", or nothing'],
    [[30, null], 'null, expected an object with the key "cosine", or nothing'],
    [[30, { cosine: 1.5 }], 'a cosine of 1.5, expected a cosine from -1 to 1'],
    [[30, { cosine: -1.5 }], 'a cosine of -1.5, expected a cosine from -1 to 1'],
    [[30, { cosine: Number.NaN }], 'a cosine of NaN, expected a cosine from -1 to 1'],
    [[30, { cosine: float(3).mul(2) }], 'a cosine of 6, expected a cosine from -1 to 1'],
    [[30, { cosine: null }], 'null, expected a number'],
    [['30'], 'a text, expected a number'],
    [[], 'nothing, expected a number'],
  ])('neighbors.within(...%j), and nearest', (given, message) => {
    const offsets = (set: Loose) => set.sum((o: Loose) => o.offset);
    const within = ({ neighbors }: Loose) => offsets(neighbors.within(...given));
    expect(refusal(within)).toBe(`Law "m": force: neighbors.within: found ${message}.`);
    const nearest = ({ neighbors }: Loose) => offsets(neighbors.nearest(3, ...given));
    expect(refusal(nearest)).toBe(`Law "m": force: neighbors.nearest: found ${message}.`);
  });

  it.each([-1, 1, 0.25])('allows a cosine of %s', (cosine) => {
    const law = lawOf(({ neighbors }: Loose) =>
      neighbors.within(30, { cosine }).sum((o: Loose) => o.offset),
    );
    expect(law.nodes).toContainEqual(['number', cosine]);
  });

  it.each<[string, (c: Loose) => unknown]>([
    ['radius', (c) => c.neighbors.within(c.self.radius.mul(2))],
    ['cosine', (c) => c.neighbors.within(2, { cosine: c.self.mass })],
    ['radius of a reduction', (c) => c.neighbors.within(c.neighbors.within(2).count())],
    [
      'radius of a neighbor',
      (c) => c.neighbors.within(2).sum((o: Loose) => c.neighbors.within(o.mass)),
    ],
  ])('names a %s that differs between agents', (_, set) => {
    expect(refusal(set)).toBe(
      'Law "m": force: neighbors.within: found a radius or cosine that differs between agents, expected values that are the same for all agents: numbers, parameters, and expressions made of them.',
    );
  });

  it('allows a radius and cosine of parameters and the tick', () => {
    const force = ({ neighbors, parameters, tick }: Loose) =>
      neighbors
        .within(parameters.a.mul(2), { cosine: tick.toFloat().min(1) })
        .sum((o: Loose) => o.offset);
    expect(lawOf(force, { parameters: { a: one } }).nodes).toContainEqual(['world', 'tick']);
  });
});

describe('an error in a function of a law', () => {
  const UINT = 'expected a whole number from 0 to 4294967295';
  const OPERATOR =
    'found an operator such as + or < on an expression, expected a method of the expression, such as add or lessThan, or the function select';

  it.each<[(c: Loose) => unknown, string]>([
    [({ self }) => self.velocity.add(3), 'add: found a number, expected a vector'],
    [({ self }) => self.velocity.sub(), 'sub: found nothing, expected a vector'],
    [({ self }) => self.velocity.cross('x'), 'cross: found a text, expected a vector'],
    [({ self }) => self.velocity.dot([1, 2, 3]), 'dot: found a list, expected a vector'],
    [({ self }) => self.velocity.mix({}, 1), 'mix: found an object, expected a vector'],
    [({ self }) => self.velocity.mul(), 'mul: found nothing, expected a number'],
    [
      ({ self }) => self.velocity.div(self.velocity),
      'div: found an expression of a vector, expected a number',
    ],
    [({ self }) => self.velocity.withLength(null), 'withLength: found null, expected a number'],
    [({ self }) => self.mass.add(undefined), 'add: found nothing, expected a number'],
    [({ self }) => self.mass.mod(true), 'mod: found a boolean, expected a number'],
    [({ self }) => self.mass.clamp(1), 'clamp: found nothing, expected a number'],
    [({ self }) => self.mass.mix(1), 'mix: found nothing, expected a number'],
    [({ self }) => self.mass.smoothstep('a', 2), 'smoothstep: found a text, expected a number'],
    [({ self }) => self.mass.smoothstep(2), 'smoothstep: found nothing, expected a number'],
    [({ self }) => self.mass.lessThan(), 'lessThan: found nothing, expected a number'],
    [({ self }) => self.mass.greaterThan(), 'greaterThan: found nothing, expected a number'],
    [({ self }) => self.mass.notEqual(() => 1), 'notEqual: found a function, expected a number'],
    [
      ({ self }) => self.mass.add(self.id),
      'add: found an expression of a whole number, expected a number',
    ],
    [({ self }) => self.id.add(0.5), `add: found 0.5, ${UINT}`],
    [({ self }) => self.id.lessThanEqual(-1), `lessThanEqual: found -1, ${UINT}`],
    [({ self }) => self.id.greaterThanEqual(''), `greaterThanEqual: found a text, ${UINT}`],
    [({ self }) => self.id.notEqual(), `notEqual: found nothing, ${UINT}`],
    [({ self }) => self.id.bitAnd(10n), `bitAnd: found a bigint, ${UINT}`],
    [
      ({ self }) => self.id.shiftLeft(32),
      'shiftLeft: found 32, expected a plain number from 0 to 31',
    ],
    [
      ({ self }) => self.id.shiftRight(self.id),
      'shiftRight: found an expression of a whole number, expected a plain number from 0 to 31',
    ],
    [
      ({ self }) => self.id.shiftRight(),
      'shiftRight: found nothing, expected a plain number from 0 to 31',
    ],
    [({ self }) => self.mass.lessThan(2).and(1), 'and: found a number, expected a boolean'],
    [() => vec3(1, 2, undefined as never), 'vec3: found nothing, expected a number'],
    [() => float({} as never), 'float: found an object, expected a number'],
    [() => uint(1.5), `uint: found 1.5, ${UINT}`],
    [() => bool(1 as never), 'bool: found a number, expected a boolean'],
    [() => select(1 as never, 1, 2), 'select: found a number, expected a boolean'],
    [
      ({ self }) => vec3(select(true, 600, self.id as never), 0, 0),
      'select: found the number 600, but the other value is an expression that gives a whole number, expected uint(600)',
    ],
    [
      ({ self }) => select(true, self.velocity, 0 as never),
      'select: found a number, expected a vector',
    ],
    [() => sin('x' as never), 'sin: found a text, expected a number'],
    [() => cos(null as never), 'cos: found null, expected a number'],
    [() => atan2(1, undefined as never), 'atan2: found nothing, expected a number'],
    [() => exp(undefined as never), 'exp: found nothing, expected a number'],
    [() => log(undefined as never), 'log: found nothing, expected a number'],
    [() => pow(2, undefined as never), 'pow: found nothing, expected a number'],
    [() => pow(undefined as never, 2), 'pow: found nothing, expected a number'],
    [
      ({ random }) => random.uniform(256),
      'random: found stream 256, expected a whole number from 0 to 255',
    ],
    [
      ({ random, self }) => random.normal(self.mass),
      'random: found an expression of a number, expected a whole number from 0 to 255',
    ],
    [({ random }) => random.at(-1), `random.at: found -1, ${UINT}`],
    [({ self }) => vec3(self.mass * 2, 0, 0), OPERATOR],
    [({ self }) => self.velocity < 2, OPERATOR],
    [
      ({ self }) => `${self.mass}`,
      'found an expression in a text, expected a method of the expression, such as add or lessThan, or the function select',
    ],
    [
      ({ neighbors }) => neighbors.within(2).sum(3),
      'sum: found a number, expected a function of a neighbor',
    ],
    [
      ({ neighbors }) => neighbors.within(2).sum((o: Loose) => void o),
      'sum: found nothing, expected an expression of a number or of a vector',
    ],
    [
      ({ neighbors }) => neighbors.within(2).min((o: Loose) => o.offset),
      'min: found an expression of a vector, expected an expression of a number',
    ],
    [
      ({ neighbors }) => neighbors.within(2).any((o: Loose) => o.mass),
      'any: found an expression of a number, expected a boolean expression',
    ],
    [
      ({ neighbors }) => neighbors.within(2).lowest((o: Loose) => o.mass),
      'lowest: found nothing, expected a function of a neighbor',
    ],
    [
      ({ neighbors }) => neighbors.within(2).count((o: Loose) => o.mass.lessThan(2)),
      'count: found a function, expected no argument; to count some neighbors, use a sum of select(condition, 1, 0)',
    ],
    [async () => vec3(1, 2, 3), 'found a promise, expected an expression of a vector'],
    [() => {}, 'found nothing, expected an expression of a vector'],
    [() => [1, 2, 3], 'found a list, expected an expression of a vector'],
  ])('%s', (force, message) => {
    expect(refusal(force)).toBe(`Law "m": force: ${message}.`);
  });

  it('has the fields where, found and expected, and the stack of its line as the cause', () => {
    const error = errorOf(() => lawOf(({ self }: Loose) => misled(self)));
    expect(error).toMatchObject({
      code: 'LAW_INVALID',
      law: '"m"',
      where: 'force: add',
      found: 'a number',
      expected: 'a vector',
    });
    expect((error.cause as Error).stack).toContain('misled');
  });

  function misled(self: Loose): unknown {
    return self.velocity.add(3);
  }

  it('is kept as the cause if the function throws its own', () => {
    const boom = new RangeError('boom');
    const thrower = (): never => {
      throw boom;
    };
    const error = errorOf(() => lawOf(thrower));
    expect(error.message).toBe('Law "m": force: threw "boom".');
    expect(error).toMatchObject({ where: 'force', found: 'the error "boom"', cause: boom });
    const texting = (): never => {
      throw 'a text';
    };
    expect(refusal(() => vec3(1, 2, 3), { wants: texting })).toBe(
      'Law "m": wants: threw "a text".',
    );
  });
});

describe('the definition of a law is checked', () => {
  it.each<[unknown[], string]>([
    [
      [],
      'found nothing, expected an object with "name", "description" and a function such as "force"',
    ],
    [
      ['m'],
      'found "m", expected an object with "name", "description" and a function such as "force"',
    ],
    [
      [{}],
      'force and velocity: found neither, expected a function for "force", "velocity", "next", "ends", "births" or "deposit"',
    ],
    [
      [{ description: 'x', force: () => vec3(1, 2, 3) }],
      'name: found nothing, expected a letter, then letters, digits, "-" or "_"; at most 64 characters in all',
    ],
  ])('defineLaw(...%j)', (given, message) => {
    const error = errorOf(() => (defineLaw as Loose)(...given));
    expect(error.message).toBe(`A law: ${message}.`);
    expect(error.law).toBe('');
  });

  it.each<[object, string]>([
    [{ description: '' }, 'description: found "", expected a text of 1 to 500 characters'],
    [
      { description: undefined },
      'description: found nothing, expected a text of 1 to 500 characters',
    ],
    [{ aim: 'three' }, 'aim: found "three", expected one of none, one, two, goal, path, waypoint'],
    [{ force: 3 }, 'force: found a number, expected a function'],
    [{ wants: {} }, 'wants: found an object, expected a function'],
    [
      { parameters: null },
      'parameters: found null, expected an object whose keys are the names of the parameters',
    ],
    [
      { parameters: { a: { ...one, min: 12, max: 10 } } },
      'parameters.a.min: found 12, expected at most 10, the value of "max"',
    ],
    [
      { parameters: { a: { ...one, default: 10 } } },
      'parameters.a.default: found 10, expected a number from 0 (the value of "min") to 9 (the value of "max")',
    ],
    [
      { parameters: { a: { ...one, default: -1 } } },
      'parameters.a.default: found -1, expected a number from 0 (the value of "min") to 9 (the value of "max")',
    ],
    [
      { parameters: { a: { ...one, max: 1e300 } } },
      'parameters.a.max: found 1e+300, expected a number that an f32 can hold',
    ],
    [
      { parameters: { a: { ...one, step: 1 } } },
      'parameters.a.step: found an unknown key, expected one of unit, default, min, max, description',
    ],
    [
      { parameters: { a: 3 } },
      'parameters.a: found 3, expected an object with "unit", "default", "min", "max" and "description"',
    ],
    [
      { parameters: Object.fromEntries(Array.from({ length: 13 }, (_, k) => [`p${k}`, one])) },
      'parameters: found an object, expected at most 12 parameters',
    ],
  ])('%j', (more, message) => {
    expect(refusal(() => vec3(1, 2, 3), more)).toBe(`Law "m": ${message}.`);
  });

  it('for the number of its sets and reductions', () => {
    const sets =
      (count: number) =>
      ({ neighbors }: Loose) =>
        Array.from({ length: count }, (_, k) =>
          neighbors.within(k + 1).sum((o: Loose) => o.offset),
        ).reduce((sum: Loose, next: Loose) => sum.add(next));
    expect(refusal(sets(6))).toMatch(
      /^Law "m": nodes\.\d+ \("neighbors"\): found 6 sets of neighbors, expected at most 4\.$/,
    );
    const reductions = ({ neighbors }: Loose) =>
      Array.from({ length: 12 }, (_, k) =>
        neighbors.within(2).sum((o: Loose) => o.offset.mul(k + 1)),
      ).reduce((sum: Loose, next: Loose) => sum.add(next));
    expect(refusal(reductions)).toMatch(
      /^Law "m": nodes\.\d+ \("sum"\): found 36 reductions, expected at most 32\.$/,
    );
  });
});

describe('expressions and laws do not change', () => {
  it.each<[string, (c: Loose) => void]>([
    ['a component', ({ self }) => (self.velocity.x = float(3))],
    ['a value of the agent', ({ self }) => (self.mass = float(3))],
    ['a property of a number', ({ self }) => (self.mass.part = 3)],
    ['a parameter', ({ parameters }) => (parameters.a = float(3))],
    ['an aim', ({ aim }) => (aim.offset = vec3(1, 2, 3))],
    ['a neighbor', ({ neighbors }) => neighbors.within(2).sum((o: Loose) => (o.mass = float(2)))],
    ['a method', ({ neighbors }) => (neighbors.within(2).sum = () => 1)],
    ['random numbers', ({ random }) => (random.uniform = () => 0.5)],
  ])('%s', (_, change) => {
    const force = (context: Loose) => {
      change(context);
      return vec3(1, 2, 3);
    };
    expect(refusal(force, { aim: 'one', parameters: { a: one } })).toMatch(
      /^Law "m": force: threw "Cannot (assign to read only property|redefine property)|^Law "m": force: threw "'set' on proxy/,
    );
  });

  it('every part of a law is frozen', () => {
    const law = lawOf(({ parameters }: Loose) => vec3(parameters.a, 2, 3), {
      parameters: { a: one },
    }) as Loose;
    for (const part of [
      law,
      law.nodes,
      law.nodes[0],
      law.vector,
      law.parameters,
      law.parameters.a,
    ]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
    // The objects that it was made from are not frozen.
    expect(Object.isFrozen(one)).toBe(false);
  });
});

describe('parameters of a law without an aim, with names that other laws reserve', () => {
  const names = ['target', 'quarry', 'second', 'choose', 'sight', 'from', 'to', 'path', 'end'];
  const parameters = Object.fromEntries(names.map((name) => [name, { ...one, max: 4096 }]));
  const law = lawOf(
    ({ parameters: p }: Loose) =>
      vec3(
        names.reduce((sum, name) => sum.add(p[name]), float(0)),
        0,
        0,
      ),
    { parameters },
  );

  it.each(kernels())('are numbers in a scenario without targets, kernel %s', (kernel) => {
    // Here "from" is above "to", and "target" is a number in a scenario without targets.
    const values = Object.fromEntries(names.map((name, k) => [name, 2 ** (names.length - k)]));
    const behaviors = [{ type: 'law:m', ...values }];
    const spawn = { type: 'points', positions: [[0, 0, 0]] };
    const input = {
      name: 'named',
      dt: 1,
      species: [{ name: 'a', count: 1, mass: 2, spawn, behaviors }],
    };
    const world = createWorld(parseScenario(input, { laws: [law] }), { kernel });
    tick(world);
    expect(world.views.velocity.x[0]).toBe((2 ** (names.length + 1) - 2) / 2);
  });
});
