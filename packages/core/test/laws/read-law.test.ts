import { describe, expect, it } from 'vitest';
import {
  defineLaw,
  evaluateLaw,
  type FloatNode,
  LAW_LIMITS,
  type Law,
  LawError,
  readLaw,
  vec3,
} from '../../src/laws/index.ts';
import { randomOf } from '../helpers/random-of.ts';
import { runsOf, seedOf } from '../helpers/runs.ts';

const one = { unit: '1', default: 1, min: 0, max: 9, description: 'A number.' };

const flock = defineLaw({
  name: 'flock',
  description: 'Cohesion and alignment.',
  parameters: { weight: one, radius: { ...one, unit: 'm', default: 4 } },
  force({ self, neighbors, parameters }) {
    const others = neighbors.within(parameters.radius, { cosine: 0 });
    const mean = others.sum((other) => other.velocity).div(others.count().max(1));
    const center = others.sum((other) => other.offset);
    return center.normalize().add(mean.sub(self.velocity)).mul(parameters.weight);
  },
});

/** JSON of any form, which a test changes. */
type Loose = ReturnType<typeof JSON.parse>;

/** A copy of a law as JSON, changed. */
function changed(change: (law: Loose) => void, law: Law = flock): unknown {
  const copy = JSON.parse(JSON.stringify(law));
  change(copy);
  return copy;
}

function refusal(input: unknown): string {
  try {
    readLaw(input);
  } catch (error) {
    expect(error).toBeInstanceOf(LawError);
    return (error as LawError).message;
  }
  throw new Error('the law was taken');
}

/** The place of the first node of that name. */
const placeOf = (name: string): number => flock.nodes.findIndex((node) => node[0] === name);

describe('a law as data', () => {
  it('is read back from JSON unchanged, and becomes the same JSON again', () => {
    const text = JSON.stringify(flock);
    expect(readLaw(JSON.parse(text))).toEqual(flock);
    expect(JSON.stringify(readLaw(JSON.parse(text)))).toBe(text);
  });

  it('holds each node once, and only what is needed', () => {
    const law = defineLaw({
      name: 'twice',
      description: 'The same length, three times.',
      force({ self }) {
        self.position.cross(self.velocity);
        const { velocity } = self;
        return vec3(velocity.length(), velocity.length(), velocity.length().add(0));
      },
    });
    expect(law.nodes.map(([name]) => name)).toEqual(
      [
        ...[
          'self',
          'self',
          'mul',
          'self',
          'self',
          'mul',
          'add',
          'self',
          'self',
          'mul',
          'add',
          'sqrt',
        ],
        ...['number', 'add'],
      ].filter((_, k) => ![1, 4, 8].includes(k)),
    );
  });

  it('has constants worked out, including numbers that JSON lacks', () => {
    const law = defineLaw({
      name: 'known',
      description: 'Known numbers.',
      force({ self }) {
        const folded = vec3(3, 4, 0).length().mul(0.1);
        const odd = vec3(1, 0, 0).x.div(0).negate();
        return vec3(
          self.mass.mul(folded),
          self.mass.min(odd),
          self.mass.mul(vec3(0, 0, 0).x.negate()),
        );
      },
    });
    const numbers = law.nodes.flatMap((node) => (node[0] === 'number' ? [node[1]] : []));
    expect(numbers).toEqual([0.5, '-Infinity', '-0']);
    const [x, y, z] = evaluateLaw(readLaw(JSON.parse(JSON.stringify(law))), { self: { mass: 2 } });
    expect([x, y, Object.is(z, -0)]).toEqual([1, Number.NEGATIVE_INFINITY, true]);
  });

  it('may be as deep as the limit of nodes', () => {
    const deep = (count: number): Law =>
      defineLaw({
        name: 'deep',
        description: 'A long chain.',
        force({ self }) {
          let sum: FloatNode = self.mass;
          for (let n = 0; n < count; n++) sum = sum.mul(self.radius);
          return vec3(sum, sum, sum);
        },
      });
    expect(deep(LAW_LIMITS.nodes - 2).nodes).toHaveLength(LAW_LIMITS.nodes);
    expect(() => deep(LAW_LIMITS.nodes - 1)).toThrow(
      /^Law "deep": nodes: found .*, expected .*4096/s,
    );
  });
});

it('a law may not compute thousands of nodes per neighbor in each of many walks', () => {
  /** Each walk needs the sum of the one before, and a long chain of nodes of a neighbor. */
  const walking = (walks: number): Law =>
    defineLaw({
      name: 'walks',
      description: 'Walks again and again.',
      force({ neighbors }) {
        const others = neighbors.within(5);
        let sum = others.count();
        for (let n = 1; n < walks; n++) {
          const last = sum;
          sum = others.sum((other) => {
            let chain = other.radius;
            for (let k = 0; k < 998; k++) chain = chain.sqrt();
            return chain.mul(last);
          });
        }
        return vec3(sum, 0, 0);
      },
    });
  // 1000 in each walk except the first, which only counts.
  expect(walking(9).nodes.length).toBeLessThan(1100);
  expect(() => walking(10)).toThrow(
    'Law "walks": nodes: found 9000 nodes that are computed per neighbor, in 10 walks over neighbors, expected at most 8192 such nodes.',
  );
});

describe('the refusal of a wrong law names', () => {
  const sum = placeOf('sum');
  const count = placeOf('count');
  const set = placeOf('neighbors');
  const other = placeOf('other');

  it.each<[string, (law: Loose) => void, string]>([
    [
      'a future version',
      (law) => {
        law.law = 2;
      },
      'Law "flock": law: found 2',
    ],
    [
      'no name',
      (law) => {
        law.name = '9';
      },
      'Law "9": name: found "9"',
    ],
    [
      'an unknown key',
      (law) => {
        law.code = 'x';
      },
      'Law "flock": code: found an unknown key, expected one of law, name, description, aim,',
    ],
    [
      'a default out of range',
      (law) => {
        law.parameters.weight.default = 10;
      },
      'parameters.weight.default: found 10, expected a number from 0 (the value of "min") to 9 (the value of "max").',
    ],
    [
      'no nodes',
      (law) => {
        law.nodes = [];
      },
      'Law "flock": nodes: found',
    ],
    [
      'an unknown operation',
      (law) => {
        law.nodes[0] = ['eval', 1];
      },
      'nodes.0 ("eval"): found "eval", expected an operation that this version knows',
    ],
    [
      'a property of every object as an operation',
      (law) => {
        law.nodes[0] = ['constructor', 1];
      },
      'nodes.0 ("constructor")',
    ],
    [
      'an operand of a later node',
      (law) => {
        law.nodes[count] = ['count', count + 1];
      },
      `nodes.${count} ("count"): found operand ${count + 1}, expected the number of an earlier node`,
    ],
    [
      'an operand of another kind',
      (law) => {
        law.nodes[count] = ['count', other];
      },
      `nodes.${count} ("count"): found node ${other}: f32, expected a node of kind set`,
    ],
    [
      'too few operands',
      (law) => {
        law.nodes[sum] = ['sum', set];
      },
      `nodes.${sum} ("sum"): found 1 operands, expected 2`,
    ],
    [
      'a value of a neighbor without a reduction',
      (law) => {
        law.vector = [other, ...law.vector.slice(1)];
      },
      `vector.0: found node ${other}: f32 of a neighbor, expected a number node of the agent itself`,
    ],
    [
      'a wanted direction that is a value of a neighbor',
      (law) => {
        law.wants = [law.vector[0], other, law.vector[0]];
      },
      `wants.1: found node ${other}: f32 of a neighbor, expected a number node of the agent itself`,
    ],
    [
      'a wanted direction of two numbers',
      (law) => {
        law.wants = law.vector.slice(1);
      },
      'wants: found ',
    ],
    [
      'an aim in a law without',
      (law) => {
        law.nodes[0] = ['aim', 'radius'];
      },
      'nodes.0 ("aim"): found an aim, expected a law with an aim',
    ],
    [
      'a second aim in a law with one',
      (law) => {
        law.aim = 'one';
        law.nodes[0] = ['second', 'radius'];
      },
      'nodes.0 ("second"): found a second aim, expected a law with aim "two"',
    ],
    [
      'an unknown column',
      (law) => {
        law.nodes[other] = ['other', set, '__proto__'];
      },
      `nodes.${other} ("other"): found "__proto__", expected one of offset.x`,
    ],
    [
      'a parameter that is not declared',
      (law) => void delete law.parameters.radius,
      'found "radius", expected one of weight',
    ],
    [
      'a node that no result needs',
      (law) => void law.nodes.push(['number', 77]),
      `nodes.${flock.nodes.length} ("number"): found a node that no result needs`,
    ],
    [
      'two equal nodes',
      (law) => void law.nodes.push(law.nodes[0]),
      `found the same as node 0, expected each node once`,
    ],
    [
      'a number that is not an f32',
      (law) => void law.nodes.push(['number', 0.1]),
      'found 0.1, expected an f32',
    ],
  ])('%s', (_, change, message) => {
    expect(refusal(changed(change))).toContain(message);
  });

  it('neighbors of two sets in one reduction', () => {
    const mixed = changed((law) => {
      const zero = law.nodes.push(['number', 2.5]) - 1;
      const cosine = law.nodes[set][2];
      const second = law.nodes.push(['neighbors', zero, cosine]) - 1;
      const far = law.nodes.push(['other', second, 'offset.x']) - 1;
      law.nodes.push(['add', other, far]);
    });
    expect(refusal(mixed)).toContain(
      '("add"): found neighbors of two sets, expected neighbors of one set',
    );
  });

  it.each([
    ['a sum', (set: number, far: number) => ['sum', set, far]],
    ['a key', (set: number, far: number, near: number) => ['lowest', set, far, near]],
    ['a value', (set: number, far: number, near: number) => ['lowest', set, near, far]],
  ])('%s of a neighbor of another set', (_, reduced) => {
    const mixed = changed((law) => {
      const radius = law.nodes.push(['number', 2.5]) - 1;
      const second = law.nodes.push(['neighbors', radius, law.nodes[set][2]]) - 1;
      const far = law.nodes.push(['other', second, 'offset.x']) - 1;
      law.nodes.push(reduced(set, far, other));
    });
    expect(refusal(mixed)).toMatch(
      /: found a value of a neighbor from the set that node \d+ makes, expected a value of a neighbor from the set that node \d+ makes\.$/,
    );
  });

  it('a key that is not an f32', () => {
    const mixed = changed((law) => {
      const id = law.nodes.push(['other', set, 'id']) - 1;
      law.nodes.push(['lowest', set, id, other]);
    });
    expect(refusal(mixed)).toMatch(
      /\("lowest"\): found node \d+: u32, expected a node of kind f32/,
    );
  });

  it.each([null, 7, 'law', [], {}, { name: 'x' }])('%j, which is not a law', (input) => {
    expect(refusal(input)).toMatch(/^(A law|Law "x"): /);
  });
});

describe('a wrong definition of a law is refused for', () => {
  const of = (force: Loose, more = {}) => ({ name: 'mine', description: 'Mine.', force, ...more });

  it.each<[string, Loose, RegExp]>([
    [
      'a number for a vector',
      of(() => 3),
      /^Law "mine": force: found a number, expected an expression of a vector/,
    ],
    [
      'no result',
      of(() => {}),
      /^Law "mine": force: found nothing, expected an expression of a vector\.$/,
    ],
    ['neither force nor velocity', of(undefined), /force and velocity: found neither/],
    [
      'an undeclared parameter',
      of((c: Loose) => vec3(c.parameters.speed, 0, 0)),
      /parameters\.speed: found no/,
    ],
    ['an undeclared aim', of((c: Loose) => c.aim.offset), /^Law "mine": aim: found none/],
    [
      'an undeclared second aim',
      of((c: Loose) => c.second.offset, { aim: 'one' }),
      /^Law "mine": second: found none, expected the key aim: "two"/,
    ],
    [
      'a vector for a number',
      of((c: Loose) => vec3(c.self.velocity, 0, 0)),
      /found an expression of a vector/,
    ],
    [
      'a comparison by <',
      of((c: Loose) => vec3(c.self.mass < 2 ? 1 : 0, 0, 0)),
      /expected a method of the expression/,
    ],
    [
      'a product by *',
      of((c: Loose) => vec3(c.self.velocity * 2, 0, 0)),
      /expected a method of the expression/,
    ],
    [
      'a value of a neighbor outside its function',
      of(letOut),
      /force: found a value of one neighbor, outside its function, expected a value of the agent/,
    ],
  ])('%s', (_, law, message) => {
    expect(() => defineLaw(law)).toThrow(message);
    expect(() => defineLaw(law)).toThrow(LawError);
  });
});

describe('a parameter', () => {
  const always = ['type', 'species', 'states'];
  const keys = {
    none: [],
    one: ['target', 'quarry', 'choose', 'sight', 'from', 'to', 'assignable'],
    two: ['target', 'quarry', 'second', 'choose', 'sight', 'from', 'to', 'assignable'],
    goal: ['from', 'to'],
    path: ['path', 'prediction', 'from', 'to'],
    waypoint: ['path', 'switchDistance', 'end', 'from', 'to'],
  };
  const all = [...new Set([...always, ...Object.values(keys).flat()])];

  it.each(Object.entries(keys))(
    'of a law with aim %s is not named like a key of its behaviors',
    (aim, own) => {
      const taken = [...always, ...own];
      const place = aim === 'none' ? '' : ` in a law with aim "${aim}"`;
      for (const name of all) {
        const renamed = changed((law) => {
          law.aim = aim;
          // In place of weight.
          law.parameters = { [name]: one, radius: law.parameters.radius };
          for (const node of law.nodes) if (node[1] === 'weight') node[1] = name;
        });
        if (!taken.includes(name)) {
          expect(Object.keys(readLaw(renamed).parameters)).toEqual([name, 'radius']);
          continue;
        }
        expect(refusal(renamed)).toBe(
          `Law "flock": parameters.${name}: found "${name}", expected a name other than ${taken.join(', ')}${place}.`,
        );
      }
    },
  );

  it('has a name of letters, digits, "-" and "_"', () => {
    const named = changed((law) => {
      law.parameters['a b'] = one;
    });
    expect(refusal(named)).toMatch(
      /^Law "flock": parameters\.a b: found "a b", expected a letter, then letters, digits, "-" or "_"; at most 64 characters in all\.$/,
    );
  });
});

function letOut({ neighbors }: Loose): unknown {
  let seen: Loose;
  neighbors.within(2).sum((other: Loose) => {
    seen = other.offset;
    return other.offset;
  });
  return seen;
}

describe('a law as mutated data', () => {
  const RUNS = runsOf(400, 1500);
  const seed = seedOf(41);

  it(`is refused by a LawError, or is evaluated fast: ${RUNS} random changes, seed ${seed}`, {
    timeout: 60_000 + 20 * RUNS,
  }, () => {
    const random = randomOf(seed);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)];
    const junk = [
      -1,
      0,
      1,
      2,
      7,
      4096,
      1e308,
      0.5,
      Number.NaN,
      '',
      'add',
      '__proto__',
      null,
      [],
      {},
    ];
    let taken = 0;
    for (let n = 0; n < RUNS; n++) {
      const input = changed((law) => {
        for (let k = 0; k <= random() * 2; k++) mutate(law, random, pick, junk);
      });
      const begin = process.cpuUsage();
      try {
        const law = readLaw(input);
        taken++;
        evaluateLaw(law, { neighbors: [{ offset: [1, 0, 0] }], aim: { offset: [1, 2, 3] } });
      } catch (error) {
        expect(error, `change ${n}`).toBeInstanceOf(LawError);
        // Not the words of the library that validates the structure.
        expect((error as LawError).message).not.toMatch(/nvalid|Too |Unrecognized|undefined/);
      }
      expect(process.cpuUsage(begin).user / 1000, 'ms').toBeLessThan(100);
    }
    expect(taken).toBeGreaterThan(RUNS / 50);
  });
});

/** Replaces one value of a law by another. */
function mutate(
  law: Loose,
  random: () => number,
  pick: <T>(from: readonly T[]) => T,
  junk: readonly unknown[],
): void {
  if (!Array.isArray(law.nodes) || !Array.isArray(law.vector)) return;
  const place = pick(['nodes', 'nodes', 'nodes', 'nodes', 'vector', 'wants', 'key', 'parameters']);
  const index = Math.floor(random() * law.nodes.length);
  if (place === 'nodes' && Array.isArray(law.nodes[index]) && random() < 0.7) {
    const node = law.nodes[index];
    node[Math.floor(random() * node.length)] =
      random() < 0.5 ? Math.floor(random() * index) : pick(junk);
  } else if (place === 'nodes') law.nodes[index] = pick([...law.nodes, ...junk]);
  else if (place === 'vector') law.vector[Math.floor(random() * 3)] = index;
  else if (place === 'wants') law.wants = [index, ...law.vector.slice(1)];
  else if (place === 'key') law[pick(Object.keys(law))] = pick(junk);
  else if (law.parameters?.weight)
    law.parameters.weight[pick(Object.keys(law.parameters.weight))] = pick(junk);
}
