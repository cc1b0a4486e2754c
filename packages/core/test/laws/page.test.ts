import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
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

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const page = readFileSync(join(root, 'docs/laws.md'), 'utf8');

/** What stands under a heading, up to the next one. */
function section(heading: string): string {
  const found = page.split(`\n${heading}\n`)[1]?.split(/\n##+ /)[0];
  if (found === undefined) throw new Error(`docs/laws.md has no ${heading}`);
  return found;
}

/** The cells of the rows of all tables, their heads and rules left out. */
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

/** The names in code, up to what they take. */
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([\w.]+)/g)].map(([, one]) => one);

/** Lines that a piece of code prints, by the comments beside what prints them. */
const printed = (code: string): string[] =>
  [...code.matchAll(/^console\.log\(.*; \/\/ (.*)$/gm)].map(([, line]) => line);

describe('the worked examples of docs/laws.md', () => {
  const examples = page.split('\n## Ten minutes\n')[1].split('\n## ')[0];
  const codes = [...examples.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);

  it('are three', () => {
    expect(codes).toHaveLength(3);
  });

  it.each(codes.map((code) => [/export const (\w+)/.exec(code)?.[1], code]))(
    '%s runs as it stands, and prints what stands beside it',
    (_, code = '') => {
      expect(printed(code).length).toBeGreaterThan(1);
      expect(printed(code)).toHaveLength(code.split('console.log').length - 1);
      // Below the root, so that the packages are found as a user's would be.
      const folder = mkdtempSync(join(root, 'node_modules', '.laws-'));
      try {
        const file = join(folder, 'example.mjs');
        writeFileSync(file, code);
        const output = execFileSync(process.execPath, [file], { encoding: 'utf8' });
        expect(output.trim().split('\n')).toEqual(printed(code));
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

describe('the tables of docs/laws.md are those of the code', () => {
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

  it('values of the world: those that a law is not given, random takes', () => {
    const { seed: _, behavior: __, ...shown } = WORLD_VALUES;
    const found = [...values].filter(([name]) => !name.includes('.'));
    expect(found).toEqual(Object.entries(shown).map(([name, kind]) => [`\`${name}\``, kind]));
  });

  it('reductions, and what they are of none', () => {
    const words: Record<string, string> = {
      0: '0',
      Infinity: 'infinite',
      '-Infinity': '-infinite',
    };
    const wanted = Object.entries(REDUCTIONS).map(([name, { operand, none }]) => {
      const also = name === 'sum' || name === 'nearest' ? ' or vec3' : '';
      return [`\`${name}(f)\``, operand + also, operand === 'bool' ? 'false' : words[none]];
    });
    const found = rowsOf(section('### Neighbors')).map((cells) => cells.slice(0, 3));
    expect(found.sort()).toEqual([...wanted, ['`count()`', '', '0']].sort());
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

  it('functions', () => {
    const builders = Object.entries(laws).flatMap(([name, value]) =>
      // What has "law" in its name makes, reads or runs laws.
      typeof value === 'function' && !/law/i.test(name) ? [name] : [],
    );
    const drawn = ['random.uniform', 'random.normal', 'random.direction'];
    const found = rowsOf(section('### Functions')).flatMap(([cell]) => namesIn(cell));
    expect(found.sort()).toEqual([...builders, ...drawn].sort());
  });

  it('nodes of the data, what they take and yield', () => {
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
      ['neighbors', ['f32, f32', 'set']],
      ['other', ['set, a name', 'below']],
      ['count', ['set', 'f32']],
    ]);
    for (const [name, { operand }] of Object.entries(REDUCTIONS)) {
      wanted.set(name, [`set, ${operand}`, operand]);
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
    const rows = rowsOf(section('## As data')).filter((cells) => cells.length === 2);
    expect(rows).toEqual([
      ['`world`', named(WORLD_VALUES)],
      ['`self`', named(SELF_COLUMNS)],
      ['`other`', named(OTHER_COLUMNS)],
      ['`aim`', named(AIM_COLUMNS)],
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
