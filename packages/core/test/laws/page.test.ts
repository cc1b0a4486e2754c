import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { BoolNode, FloatNode, UintNode, Vec3Node } from '../../src/laws/expressions.ts';
import * as laws from '../../src/laws/index.ts';
import {
  AIM_COLUMNS,
  OTHER_COLUMNS,
  REDUCTIONS,
  SELF_COLUMNS,
  WORLD_VALUES,
} from '../../src/laws/node.ts';
import { type Kind, OPERATIONS } from '../../src/laws/operations.ts';
import { describeBehaviors } from '../../src/scenario/describe.ts';
import { parseScenario, parseScenarioText } from '../../src/scenario/parse.ts';
import { LIMITS } from '../../src/schema/limits.ts';
import { kernels } from '../../src/tick/choose-kernel.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { STATUS } from '../../src/world/status.ts';
import { LONG } from '../helpers/long.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const page = readFileSync(join(root, 'docs/laws.md'), 'utf8');

/** The text under a heading, up to the next one. */
function section(heading: string): string {
  const found = page.split(`\n${heading}\n`)[1]?.split(/\n##+ /)[0];
  if (found === undefined) throw new Error(`docs/laws.md has no ${heading}`);
  return found;
}

/** The cells of the rows of all tables, without their heads and rules. */
function rowsOf(text: string): string[][] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line, index) => {
    const isHead = lines[index + 1]?.startsWith('| --') ?? false;
    if (!line.startsWith('|') || line.startsWith('| --') || isHead) return [];
    return [
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    ];
  });
}

/** The names in backticks, without their arguments. */
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([\w.]+)/g)].map(([, one]) => one);

/** The lines that code should print, from the comments beside its calls of console.log. */
const printed = (code: string): string[] =>
  [...code.matchAll(/^console\.log\(.*; \/\/ (.*)$/gm)].map(([, line]) => line);

/** The text of a chapter, with its sections. */
const chapter = (heading: string): string => page.split(`\n${heading}\n`)[1].split('\n## ')[0];

/** The code blocks of a language, or those without one. */
const blocksOf = (language: string, text: string): string[] =>
  [...text.matchAll(/```(\w*)\n([\s\S]*?)```/g)].flatMap(([, of, block]) =>
    of === language ? [block] : [],
  );

/** What a module prints: in `npm run test:long` in a process of its own, else in this one, which has its imports. */
async function outputOf(file: string): Promise<string> {
  if (LONG) return execFileSync(process.execPath, [file], { encoding: 'utf8' });
  const lines: string[] = [];
  const log = vi
    .spyOn(console, 'log')
    .mockImplementation((...values) => void lines.push(format(...values)));
  try {
    await import(pathToFileURL(file).href);
  } finally {
    log.mockRestore();
  }
  return lines.join('\n');
}

/** Runs a block of the page as a file, and compares its output with its comments. */
async function expectToRun(code: string): Promise<void> {
  expect(printed(code).length).toBeGreaterThan(1);
  expect(printed(code)).toHaveLength(code.split('console.log').length - 1);
  // Below the root, so that imports find the packages as they would for a user.
  const folder = mkdtempSync(join(root, 'node_modules', '.laws-'));
  try {
    const file = join(folder, 'example.mjs');
    writeFileSync(file, code);
    const output = await outputOf(file);
    expect(output.trim().split('\n')).toEqual(printed(code));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the worked examples of docs/laws.md', () => {
  const codes = blocksOf('js', chapter('## Ten minutes'));

  it('are three', () => {
    expect(codes).toHaveLength(3);
  });

  it.each(codes.map((code) => [/export const (\w+)/.exec(code)?.[1], code]))(
    '%s runs unchanged, and prints what its comments say',
    (_, code = '') => expectToRun(code),
  );
});

describe('the chapter on scenarios in docs/laws.md', () => {
  const text = chapter('## In a scenario');
  const codes = blocksOf('js', text);
  const [json] = blocksOf('json', text);
  const lifted = JSON.parse(json);
  const [lift] = lifted.laws as laws.Law[];

  /** The problems of a scenario, in the words of the refusal. */
  const problemsOf = (input: unknown, options = {}): string => {
    try {
      parseScenario(input, options);
    } catch (error) {
      return (error as Error).message.split('\n').slice(1).join('\n').trim();
    }
    return '';
  };

  it('has a script for forces, one for wanted directions and one for velocities', () => {
    const said = codes.map((code) => /\b(wants|velocity): \(/.exec(code)?.[1]);
    expect(said).toEqual([undefined, 'wants', 'velocity']);
  });

  it.each(codes.map((code) => [/name: '(\w+)'/.exec(code)?.[1], code]))(
    'has a script of %s that runs unchanged, and prints what its comments say',
    (_, code = '') => expectToRun(code),
  );

  it.each(kernels())('has a valid scenario that flies as its law says, kernel %s', (kernel) => {
    const [command] = /\{ "type": "set".*?\}/.exec(text) ?? [];
    const set = JSON.parse(command ?? '');
    const scenario = parseScenarioText(JSON.stringify({ ...lifted, commands: [set] }));
    const world = createWorld(scenario, { kernel });
    const { status, velocity } = world.views;
    // 2 kg get 3 N for 24 ticks, then up to tick 61, as a law reads a set value one step later, then 5 N for 29.
    for (const [ticks, speed] of [
      [24, (24 * 3) / 120],
      [90, (61 * 3 + 29 * 5) / 120],
    ]) {
      tick(world, ticks - world.tick);
      for (let i = 0; i < 5; i++) {
        expect(status[i]).toBe(STATUS.alive);
        expect([velocity.x[i], velocity.z[i]]).toEqual([0, 0]);
        expect(velocity.y[i]).toBeCloseTo(speed, 5);
      }
    }
  });

  it('lists the keys of a law for each aim; a law that looks around takes species', () => {
    const keysOf = (law: laws.Law): string[] => {
      const found = describeBehaviors([law]).find(({ type }) => type === `law:${law.name}`)!;
      return [...found.parameters, ...found.settings].map(({ name }) => name).sort();
    };
    const rows = [...text.matchAll(/^ *\| `'(\w+)'` +\|[^|]+\|(.*)\|$/gm)];
    expect(rows.map(([, aim]) => aim)).toEqual(['one', 'two', 'goal', 'path', 'waypoint']);
    for (const [, aim, keys] of rows) {
      const law = laws.readLaw({ ...lift, aim });
      const said = namesIn(keys).filter((name) => name !== 'followPath');
      expect(keysOf(law), aim).toEqual([...new Set([...said, 'push'])].sort());
    }
    const looking = laws.defineLaw({
      name: 'looking',
      description: 'Of others.',
      force: ({ neighbors }) => neighbors.within(2).sum((other) => other.offset),
    });
    expect(keysOf(looking)).toEqual(['species']);
  });

  it('lists exactly the names that a parameter may not have', () => {
    const [, always = '', aimed = ''] =
      /no parameter may be named (.*) nor, in a law with an aim, (.*) or a key/.exec(
        text.replaceAll(/\n +/g, ' '),
      ) ?? [];
    const rows = [...text.matchAll(/^ *\| `'(\w+)'` +\|[^|]+\|(.*)\|$/gm)];
    const keysOf = new Map(
      rows.map(([, aim, keys]) => [aim, [...namesIn(aimed), ...namesIn(keys)]]),
    );
    const names = [...new Set([...namesIn(always), ...[...keysOf.values()].flat(), 'weight'])];
    for (const aim of ['none', ...keysOf.keys()]) {
      const taken = names.filter((name) => {
        const parameters = { ...lift.parameters, [name]: lift.parameters.push };
        try {
          laws.readLaw({ ...lift, aim, parameters });
          return false;
        } catch {
          return true;
        }
      });
      const said = [...namesIn(always), ...(keysOf.get(aim) ?? [])];
      expect(taken.sort(), aim).toEqual(
        [...new Set(said)].filter((name) => name !== 'followPath').sort(),
      );
    }
    expect(text).toContain(`at most ${LIMITS.laws} laws`);
  });

  it('gives the limits of how far a law sees', () => {
    const far = laws.defineLaw({
      name: 'far',
      description: 'Sums offsets.',
      parameters: { radius: { unit: 'm', default: 1, min: 0, max: 1e9, description: 'How far.' } },
      force: ({ neighbors, parameters }) =>
        neighbors.within(parameters.radius).sum((other) => other.offset),
    });
    const seeing = (radius: number, more = {}): string => {
      const [balloon] = lifted.species;
      const species = [{ ...balloon, behaviors: [{ type: 'law:far', radius }] }];
      return problemsOf({ name: 'far', species, ...more }, { laws: [far] });
    };
    const most = Number(/at most ([\d,]+) m, and/.exec(text)?.[1].replace(',', ''));
    expect(seeing(most)).toBe('');
    expect(seeing(most + 1)).toContain(`expected at most ${most} m`);
    const bounds = { type: 'wrap', min: [0, 0, 0], max: [40, 30, 60] };
    const [shown] = blocksOf('', section('### How far a law sees'));
    expect(seeing(15, { bounds })).toBe(shown.trim());
    expect(seeing(9.9667, { bounds })).toBe('');
    const set = { type: 'set', tick: 1, species: 'balloon', behavior: 'law:far' };
    const command = { ...set, parameter: 'radius', value: 15 };
    expect(seeing(9, { bounds, commands: [command] })).toContain('$.commands[0].value: found 15');
  });

  it('rightly says that a law which reads maxSpeed needs a species with it', () => {
    const hasty = laws.defineLaw({
      name: 'hasty',
      description: 'Flies on at full speed.',
      force: ({ self }) => self.velocity.withLength(self.maxSpeed).sub(self.velocity),
    });
    const [balloon] = lifted.species;
    const of = (more: object, ...types: string[]): string =>
      problemsOf(
        {
          name: 'a',
          species: [{ ...balloon, ...more, behaviors: types.map((type) => ({ type })) }],
        },
        { laws: [hasty, lift] },
      );
    expect(of({}, 'law:lift', 'law:hasty')).toBe(
      '$.species[0].behaviors[1]: found "law:hasty" in a species without "maxSpeed", expected a species with "maxSpeed"',
    );
    expect(of({ maxSpeed: 4 }, 'law:hasty')).toBe('');
    expect(of({}, 'law:lift')).toBe('');
  });

  it('shows the refusal of a scenario that names a missing law', () => {
    const [balloon] = lifted.species;
    const species = [{ ...balloon, behaviors: [{ type: 'law:lfit' }] }];
    const [shown] = blocksOf('', section('### On the command line'));
    expect(problemsOf({ ...lifted, species })).toBe(shown.trim());
  });
});

describe('the table of a scene for evaluateLaw in docs/laws.md', () => {
  const text = section('### A scene for `evaluateLaw`');
  /** An empty cell repeats the one above it. */
  let above = '';
  const rows = rowsOf(text).flatMap(([of, keys, kind, none]) => {
    above = of || above;
    return namesIn(keys).map((key) => ({ of: above, key, kind, none }));
  });

  /** The parts of a scene, each with the node that reads it and a scene with only what is required and `more`. */
  const at = { offset: [0, 0, 1] } as const;
  const PARTS: Record<string, [node: string, sceneOf: (more: object) => object]> = {
    'the scene': ['world', (more) => more],
    '`self`': ['self', (self) => ({ self })],
    'each of `neighbors`': ['other', (more) => ({ neighbors: [{ ...at, ...more }] })],
    '`aim`, `second`': ['second', (more) => ({ aim: at, second: { ...at, ...more } })],
  };

  const refusal = (of: string, more: object): laws.LawError => {
    try {
      laws.evaluateLaw(reading('self', 'mass', 'f32'), PARTS[of][1](more) as laws.LawScene);
    } catch (error) {
      if (error instanceof laws.LawError) return error;
    }
    throw new Error(`${of} with ${JSON.stringify(more)} is not refused`);
  };

  /** A law that yields one column, or its sum over neighbors. */
  function reading(node: string, column: string, kind: string): laws.Law {
    const nodes: unknown[][] =
      node === 'other'
        ? [
            ['number', 9],
            ['number', -1],
            ['neighbors', 0, 1],
            ['other', 2, column],
          ]
        : [[node, column]];
    if (kind === 'u32') nodes.push(['toNumber', nodes.length - 1]);
    if (node === 'other') nodes.push(['sum', 2, nodes.length - 1]);
    const last = nodes.length - 1;
    const more = { aim: node === 'second' ? 'two' : 'none', parameters: {}, result: 'force' };
    return laws.readLaw({
      ...{ law: 1, name: 'read', description: 'One column.', nodes, vector: [last, last, last] },
      ...more,
    });
  }

  it.each(Object.keys(PARTS))('lists all keys of %s', (of) => {
    const { found, expected } = refusal(of, { nothing: 1 });
    expect(found).toBe('no such key');
    const keys = rows.filter((row) => row.of === of).map(({ key }) => key);
    expect(keys.sort()).toEqual(expected.replace('one of ', '').split(', ').sort());
  });

  it.each(rows)('$of: $key is of kind $kind', ({ of, key, kind }) => {
    const words: Record<string, string> = {
      vector: 'an array of three numbers, ',
      list: 'an array',
      object: 'an object',
      number: 'a number',
      'whole number': 'a whole number from 0 to 4294967295',
      '2 or 3': '2 or 3',
    };
    const { expected } = refusal(of, { [key]: 'x' });
    if (kind === 'vector') expect(expected).toContain(words.vector);
    else expect(expected).toBe(words[kind]);
  });

  const COLUMNS: Record<string, Readonly<Record<string, Kind>>> = {
    world: WORLD_VALUES,
    self: SELF_COLUMNS,
    other: OTHER_COLUMNS,
    second: AIM_COLUMNS,
  };
  const numbers = rows.filter(({ none }) => /^(\d+|1\/60|infinite)$/.test(none));

  it.each(numbers)('$of: $key is $none when left out', ({ of, key, none }) => {
    const [node, sceneOf] = PARTS[of];
    const all = Object.entries(COLUMNS[node]).filter(([name]) => name.split('.')[0] === key);
    expect(all.length).toBeGreaterThan(0);
    for (const [column, kind] of all) {
      const [found] = laws.evaluateLaw(reading(node, column, kind), sceneOf({}));
      const [over, under = 1] = none.split('/').map(Number);
      expect(found, column).toBe(none === 'infinite' ? Infinity : Math.fround(over / under));
    }
  });

  it('describes the defaults of all other keys in words', () => {
    const others = rows.filter((row) => !numbers.includes(row));
    const named = others.map(({ key, none }) => `${key}: ${none.split(/[;,]/)[0]}`);
    expect(named).toEqual([
      'self: all of its defaults',
      'neighbors: none',
      'aim: refused where the law has that aim',
      'second: refused where the law has that aim',
      'parameters: the defaults of the law',
      'fields: 0: of each by its name',
      'heading: along the velocity',
      'up: across the heading',
      'offset: refused',
      'heading: along the velocity',
      'id: its place in the list',
      'offset: refused',
    ]);
    const places = laws.evaluateLaw(reading('other', 'id', 'u32'), { neighbors: [at, at, at] });
    expect(places[0]).toBe(1 + 2 + 3);
    for (const of of ['each of `neighbors`', '`aim`, `second`']) {
      expect(refusal(of, { offset: undefined }).found).toBe('nothing');
    }
  });

  it('shows how a scene is refused', () => {
    const [shown] = blocksOf('', text);
    const orbit = { ...reading('self', 'mass', 'f32'), name: 'orbit' };
    const scene = { aim: { offest: [1, 2, 3] } } as unknown as laws.LawScene;
    expect(() => laws.evaluateLaw(orbit, scene)).toThrow(shown.trim());
  });
});

describe('the tables of docs/laws.md match the code', () => {
  const values = new Map(rowsOf(section('### Values')).map(([name, kind]) => [name, kind]));

  it.each([
    ['self', SELF_COLUMNS, []],
    ['other', OTHER_COLUMNS, ['distance']],
    ['aim', AIM_COLUMNS, ['distance']],
  ] as const)('values of %s', (of, columns, more) => {
    const wanted = new Map<string, string>(more.map((name) => [`\`${of}.${name}\``, 'f32']));
    for (const [column, kind] of Object.entries(columns)) {
      const [name, axis] = column.split('.');
      wanted.set(`\`${of}.${name}\``, axis === undefined ? kind : 'vec3');
    }
    const found = [...values].filter(([name]) => name.startsWith(`\`${of}.`));
    expect(found.sort()).toEqual([...wanted].sort());
  });

  it('values of the world, except those that only random numbers use', () => {
    const { seed: _, behavior: __, ...shown } = WORLD_VALUES;
    const found = [...values].filter(([name]) => !name.includes('.'));
    expect(found).toEqual(Object.entries(shown).map(([name, kind]) => [`\`${name}\``, kind]));
  });

  it('reductions, and their values without neighbors', () => {
    const words: Record<string, string> = {
      0: '0',
      Infinity: 'infinite',
      '-Infinity': '-infinite',
    };
    // `nearest` of a number makes a set, whose reductions use the ranks.
    const methods = Object.entries(REDUCTIONS).filter(([name]) => !name.startsWith('rank'));
    const wanted = methods.map(([name, { operands, result, none }]) => {
      const also = ['sum', 'nearest', 'lowest'].includes(name) ? ' or vec3' : '';
      const takes = operands.length === 2 ? 'key, f' : operands.map(() => 'f').join();
      const yields = result === 'bool' ? 'false' : words[none];
      // As data they must differ from the operations min and max.
      const method = name.replace('imum', '');
      return [`\`${method}(${takes})\``, (operands.at(-1) ?? '') + also, yields];
    });
    const found = rowsOf(section('### Neighbors')).map((cells) => cells.slice(0, 3));
    expect(found.sort()).toEqual(wanted.sort());
  });

  it.each([
    ['### Numbers', FloatNode],
    ['### Whole numbers', UintNode],
    ['### Truths', BoolNode],
    ['### Vectors', Vec3Node],
  ] as const)('methods: %s', (heading, { prototype }) => {
    const methods = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
    const found = rowsOf(section(heading)).flatMap(([cell]) => namesIn(cell));
    expect(found.sort()).toEqual(methods.sort());
  });

  it('the keys of the argument of force', () => {
    const [, table] = section('### 1. An agent alone').split('what it needs:');
    let keys: string[] = [];
    laws.defineLaw({
      name: 'listed',
      description: 'Lists what it gets.',
      force(given) {
        keys = Object.keys(given);
        return laws.vec3(0, 0, 0);
      },
    });
    const found = rowsOf(table).flatMap(([cell]) => namesIn(cell));
    expect(found.sort()).toEqual(keys.sort());
  });

  it('functions: imported ones, and those of random', () => {
    const builders = Object.entries(laws).flatMap(([name, value]) =>
      // Functions with "law" in their names make, read or run laws.
      typeof value === 'function' && !/law/i.test(name) ? [name] : [],
    );
    const drawn = ['uniform', 'normal', 'direction', 'at', 'shared'].map(
      (name) => `random.${name}`,
    );
    const found = section('### Functions')
      .split('Those of `random`')
      .map((part) =>
        rowsOf(part)
          .flatMap(([cell]) => namesIn(cell))
          .sort(),
      );
    expect(found).toEqual([builders.sort(), drawn.sort()]);
  });

  it('nodes of the data, with their operands and results', () => {
    const rows = rowsOf(section('## As data')).filter((cells) => cells.length === 4);
    const found = new Map(rows.map(([name, of, yields]) => [name.slice(1, -1), [of, yields]]));
    const wanted = new Map<string, string[]>([
      ['number', ['a number', 'f32']],
      ['whole', ['a number', 'u32']],
      ['truth', ['0 or 1', 'bool']],
      ['parameter', ['a name', 'f32']],
      ['world', ['a name', 'below']],
      ['self', ['a name', 'below']],
      ['aim', ['a name', 'below']],
      ['second', ['a name', 'below']],
      ['neighbors', ['f32, f32', 'set']],
      ['other', ['set, a name', 'below']],
      ['field', ['f32, f32, f32, a name', 'f32']],
    ]);
    for (const [name, { operands, result }] of Object.entries(REDUCTIONS)) {
      wanted.set(name, [['set', ...operands].join(', '), result]);
    }
    for (const [name, { operands, result }] of Object.entries(OPERATIONS)) {
      wanted.set(name, [operands.join(', '), result]);
    }
    expect([...found]).toEqual([...wanted]);
  });

  it('columns by name, with their kinds', () => {
    const named = (columns: Readonly<Record<string, Kind>>): string =>
      Object.entries(columns)
        .map(([name, kind]) => `\`${name}\` ${kind}`)
        .join(', ');
    const items = section('## As data')
      .replaceAll(/\n {2}/g, ' ')
      .matchAll(/^- (`\w+`): (.*)$/gm);
    expect(Array.from(items, ([, node, names]) => [node, names])).toEqual([
      ['`world`', named(WORLD_VALUES)],
      ['`self`', named(SELF_COLUMNS)],
      ['`other`', named(OTHER_COLUMNS)],
      ['`aim`', named(AIM_COLUMNS)],
      ['`second`', named(AIM_COLUMNS)],
    ]);
  });

  it('bounds', () => {
    const bounds = rowsOf(section('## What is refused')).map(([, bound]) => Number(bound));
    expect(bounds).toEqual(Object.values(laws.LAW_LIMITS));
  });

  it('examples, each by its name and file', () => {
    const files = readdirSync(join(root, 'examples/laws')).sort();
    const found = rowsOf(section('## Examples')).map(([cell]) => cell);
    const wanted = files.map((file) => {
      const name = file.replace('.ts', '').replaceAll(/-(\w)/g, (_, one) => one.toUpperCase());
      return `[\`${name}\`](../examples/laws/${file})`;
    });
    expect(found.sort()).toEqual(wanted.sort());
  });
});
