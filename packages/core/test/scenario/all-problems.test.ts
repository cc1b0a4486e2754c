import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Problem, ScenarioError } from '../../src/errors.ts';
import { defineLaw } from '../../src/laws/define-law.ts';
import { parseScenario, parseScenarioText } from '../../src/scenario/parse.ts';
import { someOf } from '../helpers/long.ts';

const SCENES = new URL('../../../../scenarios/', import.meta.url);

type Json = { [key: string]: Json } & Json[];

function problemsOf(input: unknown): readonly Problem[] {
  try {
    parseScenario(input);
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems;
  }
}

function lines(problems: readonly Problem[]): string[] {
  return problems.map(({ path, found, expected }) => `${path}: ${found}, ${expected}`);
}

const NESTED = {
  name: 'geese',
  targets: [{ name: 'nest', position: [0, 0, 0] }],
  species: [
    {
      name: 'goose',
      count: 7,
      maxSpeed: 9,
      spawn: { type: 'sphere', center: [0, 0, 0], radius: 5 },
      behaviors: [
        { type: 'cohesion', weight: 2 },
        { type: 'seek', target: 'nest' },
      ],
    },
  ],
};

/** The scene with other values at some paths of its species. */
function changed(change: (species: Json) => void): Json {
  const scene = structuredClone(NESTED) as unknown as Json;
  change(scene.species[0]);
  return scene;
}

const NOBODY = '$.species[0].behaviors[1].target: "nobody", a target: "nest"';

describe('a wrong part of a species hides no wrong name in the rest of it', () => {
  it.each<[what: string, change: (species: Json) => void, problem: string]>([
    [
      'a count',
      (one) => Object.assign(one, { count: 1.5 }),
      '$.species[0].count: 1.5, a whole number',
    ],
    [
      'no count',
      (one) => Reflect.deleteProperty(one, 'count'),
      '$.species[0].count: nothing, a finite number',
    ],
    ['a spawn', (one) => Object.assign(one, { spawn: 3 }), '$.species[0].spawn: 3, an object'],
    [
      'a key',
      (one) => Object.assign(one, { mas: 3 }),
      '$.species[0].mas: an unknown key (did you mean "mass"?), one of "mass", "name", ',
    ],
    [
      'a mass',
      (one) => Object.assign(one, { mass: '3' }),
      '$.species[0].mass: "3", a finite number',
    ],
    [
      'a parameter',
      (one) => Object.assign(one.behaviors[1], { weight: '3' }),
      '$.species[0].behaviors[1].weight: "3", a finite number',
    ],
    [
      'the type of another behavior',
      (one) => Object.assign(one.behaviors[0], { type: 'xyz' }),
      '$.species[0].behaviors[0].type: "xyz"',
    ],
    [
      'another behavior',
      (one) => Object.assign(one.behaviors, { 0: null }),
      '$.species[0].behaviors[0]: null, an object',
    ],
  ])('%s', (_, change, problem) => {
    expect(lines(problemsOf(changed(change)))).toEqual([expect.stringContaining(problem)]);
    const both = changed((one) => {
      change(one);
      Object.assign(one.behaviors[1], { target: 'nobody' });
    });
    const found = lines(problemsOf(both));
    expect(found).toHaveLength(2);
    expect(found[0]).toContain(problem);
    expect(found[1]).toBe(NOBODY);
  });
});

it.each(['sparks', 'trail', 'spawn', 'goals', 'mass', 'compose'])(
  'a wrong value and an unknown key in %s hide no wrong name',
  (key) => {
    const wrong = { type: 'sphere', count: 'x', speed: 'x', radius: 'x', wrong: 1 };
    const scene = changed((one) => {
      Object.assign(one, { [key]: wrong });
      Object.assign(one.behaviors[0], { weight: 'x', wrong: 1, species: { wrong: 1 } });
      Object.assign(one.behaviors[1], { target: 'nobody', second: { wrong: 1, target: 7 } });
    });
    expect(lines(problemsOf(scene))).toContain(NOBODY);
  },
);

it('a duplicate key hides no other problem', () => {
  const text = JSON.stringify(changed((one) => Object.assign(one, { mass: '3' })));
  const twice = text.replace('"name":"geese"', '"name":"geese","name":"ducks"');
  try {
    parseScenarioText(twice);
    expect.fail();
  } catch (error) {
    expect(lines((error as ScenarioError).problems)).toEqual([
      '$.name: the key a second time, in line 1, column 17, each key once',
      '$.species[0].mass: "3", a finite number',
    ]);
  }
});

const haste = defineLaw({
  name: 'haste',
  description: 'Force ahead.',
  parameters: { most: { unit: 'N', default: 1, min: 0, max: 9, description: 'The force.' } },
  force: ({ self, parameters: { most } }) => self.velocity.mul(most),
});

it('an unknown key of a law hides no problem of its nodes and behaviors, and makes none', () => {
  const law = { ...haste, wrong: 1 };
  const change = (behavior: object) =>
    changed((one) => Object.assign(one.behaviors, { 0: { type: 'law:haste', ...behavior } }));
  const key = '$.laws[0].wrong: an unknown key';
  const found = (scene: object, laws: unknown) => lines(problemsOf({ ...scene, laws }));
  expect(found(change({}), [law])).toEqual([expect.stringContaining(key)]);
  expect(found(change({ most: 'x' }), [law])).toEqual([
    expect.stringContaining(key),
    '$.species[0].behaviors[0].most: "x", a finite number',
  ]);
  expect(found(change({}), [{ ...law, nodes: [...law.nodes, ['self', 'x']] }])).toEqual([
    expect.stringContaining(key),
    expect.stringContaining('$.laws[0].nodes'),
  ]);
});

it.each(['targets', 'paths', 'regions', 'fields', 'species', 'obstacles'])(
  'a list of %s that is no list makes no name wrong',
  (list) => {
    const scene = changed((one) => {
      const more = [
        { type: 'followPath', path: 'way' },
        { type: 'climb', field: 'scent' },
      ];
      Object.assign(one, { behaviors: [...one.behaviors, ...more] });
      Object.assign(one, { reports: [{ type: 'entered', region: 'pond' }] });
    });
    const lists = {
      bounds: { type: 'wrap', min: [-32, -32, -32], max: [32, 32, 32] },
      paths: [
        {
          name: 'way',
          points: [
            [1, 1],
            [2, 2],
          ],
        },
      ],
      regions: [{ name: 'pond', type: 'sphere', center: [0, 0], radius: 1 }],
      fields: [{ name: 'scent', cells: [4, 4, 4], min: 0, max: 1 }],
      obstacles: [{ name: 'rock', type: 'sphere', center: [9, 9], radius: 1 }],
      obstacleCapacity: 1,
      commands: [{ tick: 1, type: 'obstacle', do: 'remove', name: 'rock' }],
    };
    expect(lines(problemsOf({ ...scene, ...lists }))).toEqual([]);
    expect(lines(problemsOf({ ...scene, ...lists, [list]: 7 }))).toEqual([
      `$.${list}: 7, an array`,
    ]);
  },
);

it.each<[what: string, wrong: object, path: string]>([
  ['time step', { dt: 5 }, '$.dt'],
  ['capacity of obstacles', { obstacleCapacity: 1e9 }, '$.obstacleCapacity'],
])('a wrong %s makes nothing wrong that is checked against it', (_, wrong, path) => {
  const bounds = { type: 'wrap', min: [-90, -90], max: [90, 90] };
  const fields = [{ name: 'scent', cells: [18, 18], diffusion: 100 }];
  const flat = { ...NESTED, dimensions: 2, bounds, fields };
  expect(problemsOf(flat).map((problem) => problem.path)).toEqual([]);
  expect(problemsOf({ ...flat, ...wrong }).map((problem) => problem.path)).toEqual([path]);
});

it('a wrong species makes no column wrong that it declares', () => {
  const scene = changed((one) =>
    Object.assign(one, { columns: { fat: { type: 'f32' } }, mass: '' }),
  );
  const next = [{ type: 'above', column: 'fat', value: 1, to: 'full' }];
  const states = [
    { name: 'hungry', next },
    { name: 'full', next: [] },
  ];
  scene.species.push({ ...NESTED.species[0], name: 'duck', states } as never);
  expect(lines(problemsOf(scene))).toEqual(['$.species[0].mass: "", a finite number']);
});

describe('a behavior of a refused law may have anything for keys that the law decides', () => {
  it.each<[what: string, behavior: object, problems: string[]]>([
    ['names', { target: 5, choose: 'x', second: null, field: 7, from: {}, radius: 1e9 }, []],
    ['states', { states: 5 }, ['$.species[0].behaviors[0].states: 5, an array']],
    ['species', { species: 5 }, ['$.species[0].behaviors[0].species: 5, an array']],
  ])('%s', (_, behavior, problems) => {
    const law = { ...haste, vector: 'x' };
    const scene = changed((one) => {
      Object.assign(one.behaviors, { 0: { type: 'law:haste', ...behavior } });
    });
    const [refused, ...others] = lines(problemsOf({ ...scene, laws: [law] }));
    expect(refused).toContain('$.laws[0].vector: "x"');
    expect(others).toEqual(problems);
  });
});

it.each([
  ['null', null],
  ['a number', 7],
  ['an object', {}],
  ['too many', Array(999).fill(haste)],
])('laws that are no list of laws are refused: %s', (_, laws) => {
  const found = lines(problemsOf({ ...changed(() => {}), laws }));
  expect(found).toEqual([expect.stringContaining('$.laws: ')]);
});

/** Each path of a value in a species. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (value === null || typeof value !== 'object') return [path];
  const inner = Object.entries(value).flatMap(([key, one]) => pathsIn(one, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

describe('a wrong part of a species makes no other part wrong', () => {
  const names = readdirSync(SCENES).filter((name) => /^[\w-]+[.]json$/.test(name));

  it.each(someOf(names, 4))('%s', (name) => {
    const scene = JSON.parse(readFileSync(new URL(name, SCENES), 'utf8')) as Json;
    for (const [index, species] of scene.species.entries()) {
      const paths = pathsIn(species).filter(
        (path) => path.length < 5 && !/\d{3}/.test(path.join()),
      );
      for (const path of paths) {
        const broken = structuredClone(scene);
        let holder = broken.species[index];
        for (const key of path.slice(0, -1)) holder = holder[key];
        Object.assign(holder, { [path.at(-1)!]: { wrong: null } });
        const at = `$.species[${index}].${path[0]}`;
        const others = problemsOf(broken).filter((problem) => !problem.path.startsWith(at));
        expect(lines(others), `${at} ${path}`).toEqual([]);
      }
    }
  });
});
