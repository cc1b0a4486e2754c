import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// What core may not use, since engines and hosts differ in it. Each snippet becomes a file of
// packages/core/src in a scratch project with this project's own Biome configuration.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');

const inexact = [
  ...['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sinh', 'cosh', 'tanh', 'asinh'],
  ...['acosh', 'atanh', 'exp', 'expm1', 'log', 'log10', 'log1p', 'log2', 'pow', 'cbrt', 'hypot'],
  ...['random', 'round'],
];
const exact = [
  ...['abs', 'ceil', 'clz32', 'floor', 'fround', 'imul', 'max', 'min', 'sign', 'sqrt', 'trunc'],
  ...['E', 'LN10', 'LN2', 'LOG10E', 'LOG2E', 'PI', 'SQRT1_2', 'SQRT2'],
];

const banned = [
  ...inexact.map((name) => `export const a = Math.${name};`),
  'export const a = Math.sin(1);',
  'export const a = Math.max(1, Math.exp(2));',
  'export const a = Math.abs(Math.abs(Math.log(2)));',
  'const { sin } = Math;\nexport const a = sin(1);',
  'const { sin: s } = Math;\nexport const a = s(1);',
  "export const a = Math['sin'](1);",
  'export const a = (name: "sin") => Math[name](1);',
  'const M = Math;\nexport const a = M.sin(1);',
  'export const a = (m = Math) => m.sin(1);',
  'export const a = { Math };',
  'export const a = (Math).sin(1);',
  'export const a = (Math as { sin(x: number): number }).sin(1);',
  'export const a = Math!.sin(1);',
  'export const a = Math?.sin(1);',
  'export const a = Reflect.get(Math, "sin");',
  'export const a = globalThis.Math.sin(1);',
  'const { Math: M } = globalThis;\nexport const a = M.sin(1);',
  'export const a = 2 ** 3;',
  'export const a = (x: number) => 1 + x ** 0.5;',
  'let a = 2;\na **= 0.5;\nexport { a };',
  'export const a = { b: 2 };\na.b **= 0.5;',
  'export const a = Date.now();',
  'export const a = new Date();',
  'export const a = performance.now();',
  'setTimeout(() => {}, 1);\nexport {};',
  'setInterval(() => {}, 1);\nexport {};',
  'export const a = process.env;',
  'export const a = navigator.hardwareConcurrency;',
  'export const a = crypto.randomUUID();',
  'export const a = new Function("return Math.sin(1)");',
];

const allowed = [
  ...exact.map((name) => `export const a = Math.${name};`),
  'export const a = Math.max(Math.abs(-1), Math.min(2, Math.fround(0.1)));',
  'export const a = Math\n  // with a comment in between\n  .floor(1.5);',
  'export const a = (x: number) => x * x * 2;',
  'let a = 2;\na *= 2;\na += 1;\nexport { a };',
  "export const a = 'Math.sin, Date and 2 ** 3 in a string';",
  '/** Math.sin, Date and 2 ** 3 in a comment. */\nexport const a = 1;',
  'export const a = typeof SharedArrayBuffer === "function";',
  'export const a = { sin: 1, Date: 2 };\nexport const b = a.sin + a.Date;',
];

interface Report {
  summary: { unchanged: number };
  diagnostics: {
    severity: string;
    category: string;
    message: string;
    location: { path: string };
  }[];
}

const categories = ['plugin', 'lint/style/noRestrictedGlobals'];

const scratch = mkdtempSync(join(tmpdir(), 'skein-lint-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Lints all snippets under one folder and returns what was found, by index of the snippet. */
function lint(name: string, folder: string, configuration: object): Map<string, string[]> {
  const project = join(scratch, name);
  const source = join(project, folder);
  mkdirSync(source, { recursive: true });
  writeFileSync(join(project, 'biome.json'), JSON.stringify(configuration));
  cpSync(join(root, 'scripts', 'lint'), join(project, 'scripts', 'lint'), { recursive: true });
  const snippets = [...banned, ...allowed];
  for (const [index, snippet] of snippets.entries()) {
    writeFileSync(join(source, `snippet-${index}.ts`), `${snippet}\n`);
  }
  const { stdout } = spawnSync(
    process.execPath,
    [biome, 'lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', 'packages'],
    { cwd: project, encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  const report: Report = JSON.parse(stdout);
  expect(report.summary.unchanged).toBe(snippets.length);
  const found = new Map<string, string[]>();
  for (const { severity, category, location, message } of report.diagnostics) {
    // Other rules report the snippets too (unused names, literal keys).
    if (severity !== 'error' || !categories.includes(category)) continue;
    const file = basename(location.path, '.ts');
    found.set(file, [...(found.get(file) ?? []), message]);
  }
  return found;
}

const configuration = JSON.parse(readFileSync(join(root, '.biome.json'), 'utf8'));

describe('packages/core/src', () => {
  let found: Map<string, string[]>;
  beforeAll(() => {
    found = lint('core', 'packages/core/src/phases', configuration);
  });

  it.each(banned.map((code, index) => [code, index] as const))('reports %s', (_, index) => {
    expect(found.get(`snippet-${index}`)).toBeDefined();
    // A rule that does not compile reports every file, which must not count as a report.
    expect(found.get(`snippet-${index}`)?.join()).not.toMatch(/errored|compile/);
  });

  it.each(allowed.map((code, index) => [code, index] as const))('lets %s pass', (_, index) => {
    expect(found.get(`snippet-${banned.length + index}`)).toBeUndefined();
  });
});

describe('the rules', () => {
  it('apply to core only', () => {
    expect(lint('viewer', 'packages/viewer/src', configuration)).toEqual(new Map());
  });

  it('come from the overrides, and nothing else reports the snippets', () => {
    const without = { ...configuration, overrides: [] };
    expect(lint('without', 'packages/core/src/phases', without)).toEqual(new Map());
  });

  it('are part of `npm run lint`', () => {
    const file = 'packages/core/src/index.ts';
    const parameters = [biome, 'lint', '--only=plugin', '--reporter=json', file];
    const report: Report = JSON.parse(
      execFileSync(process.execPath, parameters, { cwd: root, encoding: 'utf8', stdio: 'pipe' }),
    );
    expect(report.summary.unchanged).toBe(1);
  });
});

it.each([
  ['a value', "import { b } from './b.ts';\nexport const a = b;"],
  ['a type', "import type { B } from './b.ts';\nexport type A = B;"],
  ['a type among values', "import { type B } from './b.ts';\nexport type A = B;"],
  ['a type that is exported again', "export type { B as A } from './b.ts';"],
  ['a module that is loaded later', "export const a = () => import('./b.ts');\nexport type A = 1;"],
])('a circle of files is reported if it is closed by %s', (name, closing) => {
  const project = join(scratch, name.replaceAll(' ', '-'));
  mkdirSync(join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'biome.json'), JSON.stringify({ ...configuration, overrides: [] }));
  const open = 'export type A = 1;\nexport const a = 1;';
  const b = "import type { A } from './a.ts';\nexport type B = A;\nexport const b = 1;";
  writeFileSync(join(project, 'src', 'b.ts'), `${b}\n`);
  const circlesWith = (a: string): string[] => {
    writeFileSync(join(project, 'src', 'a.ts'), `${a}\n`);
    const rule = '--only=suspicious/noImportCycles';
    const { stdout } = spawnSync(
      process.execPath,
      [biome, 'lint', '--vcs-enabled=false', '--reporter=json', rule, 'src'],
      { cwd: project, encoding: 'utf8' },
    );
    const { summary, diagnostics }: Report = JSON.parse(stdout);
    expect(summary.unchanged).toBe(2);
    return diagnostics.map(({ severity, location }) => `${severity} ${basename(location.path)}`);
  };
  expect(circlesWith(open)).toEqual([]);
  expect(circlesWith(closing).sort()).toEqual(['error a.ts', 'error b.ts']);
});
