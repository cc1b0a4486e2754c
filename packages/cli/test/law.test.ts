import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  defineLaw,
  evaluateLaw,
  type Law,
  type LawScene,
  lawCode,
  lawsText,
  vec3,
} from '@skein/core/laws';
import { describe, expect, it } from 'vitest';
import { long, someOf } from '../../core/test/helpers/long.ts';
import { flock } from './scenes.ts';
import { skein, startSkein, testFolder, write } from './skein.ts';

const IMPORT = "import { defineLaw, vec3 } from '@skein/core/laws';\n";

/** A law as the text of a module: up or down, with the given strength. */
const liftText = (name: string, force: number): string =>
  `defineLaw({ name: '${name}', description: 'Upward.', force: () => vec3(0, ${force}, 0) })`;

const lift = (name: string, force: number): Law =>
  defineLaw({ name, description: 'Upward.', force: () => vec3(0, force, 0) });

const push = defineLaw({
  name: 'push',
  description: 'Away from all within 5 m.',
  parameters: { weight: { unit: 'N', default: 1, min: 0, max: 8, description: 'How strongly.' } },
  force: ({ neighbors, parameters }) =>
    neighbors
      .within(5)
      .sum((other) => other.offset.div(other.distanceSquared))
      .mul(parameters.weight),
});

describe('skein law build', () => {
  it('writes each law once, exported alone or in a list, sorted by name, and nothing else', async () => {
    const module = `${IMPORT}
      console.log('built');
      process.emitWarning('old');
      export const b = ${liftText('Z', 1)};
      export const a = [${liftText('b', 2)}, 7, b, null];
      export default ${liftText('a', 3)};
      export const other = { name: 'c' };
      export function laws() {}
      setInterval(() => {}, 1000);`;
    const file = write(testFolder(), 'a.js', module);
    const { code, stdout, stderr } = await skein(['law', 'build', file]);
    expect(code).toBe(0);
    expect(stdout).toBe(lawsText([lift('Z', 1), lift('a', 3), lift('b', 2)]));
    expect(stderr).toMatch(/^built$/m);
    expect(stderr).toMatch(/Warning: old$/m);
    // No warning about a missing package.json.
    expect(stderr).not.toContain('MODULE_TYPELESS');
  });

  long('prefers the packages of a project to its own', async () => {
    const folder = testFolder();
    const fake = 'export const vec3 = 0; export const defineLaw = () => 0; export const own = 1;';
    write(folder, 'package.json', '{"type": "module"}');
    const module = `import { own } from '@skein/core/laws';\n${IMPORT}export const x = [own];`;
    const file = write(folder, 'a.js', module);
    expect((await skein(['law', 'build', file])).stderr).toContain("named 'own'");
    mkdirSync(join(folder, 'node_modules', '@skein', 'core'), { recursive: true });
    const pack = join(folder, 'node_modules', '@skein', 'core');
    write(pack, 'package.json', '{"type": "module", "exports": {"./laws": "./laws.js"}}');
    write(pack, 'laws.js', fake);
    expect((await skein(['law', 'build', file])).stderr).toContain(
      'found no law among its exports',
    );
  });

  it('saves to a file, which it replaces only if it holds laws', async () => {
    const folder = testFolder();
    const file = write(folder, 'a.mjs', `${IMPORT}export const a = ${liftText('a', 1)};`);
    const out = join(folder, 'laws.json');
    const text = lawsText([lift('a', 1)]);
    const old = JSON.stringify([lift('old', 2), lift('older', 2)]);
    for (const before of someOf([undefined, '', old], 3, 2)) {
      if (before !== undefined) write(folder, 'laws.json', before);
      const { code, stdout, stderr } = await skein(['law', 'build', file, '--out', out]);
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(readFileSync(out, 'utf8')).toBe(text);
    }
    symlinkSync('a.mjs', join(folder, 'link'));
    write(folder, 'scene.json', { ...flock(), laws: [lift('a', 1)] });
    write(folder, 'notes.txt', 'notes');
    for (const name of someOf(['a.mjs', 'link', 'scene.json', 'notes.txt'], 4, 2)) {
      const precious = join(folder, name);
      const before = readFileSync(precious, 'utf8');
      const { code, stderr } = await skein(['law', 'build', file, '--out', precious]);
      expect(code).toBe(2);
      expect(stderr).toBe(
        `skein: --out: found ${precious}, which is no list of laws and would be lost; expected a new file, or one that law build wrote\n`,
      );
      expect(readFileSync(precious, 'utf8')).toBe(before);
    }
    expect(readdirSync(folder).sort()).toEqual([
      'a.mjs',
      'laws.json',
      'link',
      'notes.txt',
      'scene.json',
    ]);
  });

  it('writes no file for a module that is refused, and keeps an old one', async () => {
    const folder = testFolder();
    const file = write(folder, 'a.mjs', 'export const a = 1;');
    const old = write(folder, 'old.json', lawsText([lift('a', 1)]));
    for (const out of [old, join(folder, 'new.json')]) {
      expect((await skein(['law', 'build', file, '--out', out])).code).toBe(1);
    }
    expect(readFileSync(old, 'utf8')).toBe(lawsText([lift('a', 1)]));
    expect(existsSync(join(folder, 'new.json'))).toBe(false);
    const nowhere = join(folder, 'no', 'new.json');
    const { code, stderr } = await skein(['law', 'build', file, '--out', nowhere]);
    expect([code, stderr]).toEqual([
      3,
      `skein: cannot write ${nowhere}: no such file or directory\n`,
    ]);
  });

  long('reports after a while that a module is still running', async () => {
    const file = write(testFolder(), 'forever.mjs', 'while (true) {}');
    const child = startSkein(['law', 'build', file]);
    const [said] = await once(child.stderr!, 'data');
    expect(String(said)).toBe(`skein: ${file} is still running after 5 s; Ctrl-C ends it\n`);
    child.kill('SIGKILL');
  });

  const refused: readonly [string, string, string | RegExp][] = [
    [
      'has no law',
      'export const a = { name: "a" };',
      ': found no law among its exports, expected a law made with defineLaw',
    ],
    [
      'has two laws of one name',
      `${IMPORT}export const a = [${liftText('x', 1)}];\nexport const b = ${liftText('x', 2)};`,
      ': found two laws "x", exported as a[0] and b; expected each name once',
    ],
    [
      'has a syntax error',
      'const a = 1;\nexport const b = ;',
      ":2: SyntaxError: Unexpected token ';'",
    ],
    ['throws', 'const a = 1;\n\n  throw new TypeError("boom");', ':3:9: TypeError: boom'],
    [
      'throws a value that is not an error',
      'throw "boom";',
      ': a thrown value that is not an Error: boom',
    ],
    [
      'defines a law wrongly',
      `${IMPORT}\nexport const a = defineLaw({ name: 'a', description: 'b',\n  force: ({ parameters }) => parameters.wieght });`,
      ':4:41: Law "a": parameters.wieght: found no such parameter, expected no parameters; the law declares none.',
    ],
    [
      'makes an expression of a wrong kind of value',
      `${IMPORT}export const a = defineLaw({ name: 'a', description: 'b',\n  force: ({ self }) =>\n    self.velocity.mul(self.velocity) });`,
      ':4:19: Law "a": force: mul: found an expression of a vector, expected a number.',
    ],
    [
      'makes a pair of neighbors',
      `${IMPORT}export const a = defineLaw({ name: 'a', description: 'b', force: ({ neighbors }) => {\n  const set = neighbors.within(3);\n  return set.sum((o) =>\n    set.sum((q) => o.offset.sub(q.offset))); } });`,
      /:5:29: Law "a": force: found values of two neighbors, expected .+/,
    ],
    [
      'throws where a force is made',
      `${IMPORT}const none = {};\nexport const a = defineLaw({ name: 'a', description: 'b',\n  force: () =>\n    none.speed.mul(2) });`,
      `:5:16: Law "a": force: threw "Cannot read properties of undefined (reading 'mul')".`,
    ],
    [
      'reads a value that agents do not have',
      `${IMPORT}export const a = defineLaw({ name: 'a', description: 'b',\n  force: ({ self }) =>\n    self.speed.mul(2) });`,
      /:4:10: Law "a": force: self\.speed: found no such value or column, expected one of position, .+/,
    ],
    [
      'has a law of a newer version',
      'export const a = { law: 2, name: "a" };',
      /: the export a: Law "a": law: found 2, expected .+/,
    ],
    [
      'has a law that is not plain data',
      'const a = { law: 1 };\na.a = a;\nexport { a };',
      /: TypeError: Converting circular structure to JSON/,
    ],
    [
      'imports a missing module',
      'import "./none.js";',
      /: Cannot find module '.+none\.js' imported from .+/,
    ],
    [
      'imports a name that is not exported',
      `import { defineLaws } from '@skein/core/laws';`,
      /:1: SyntaxError: The requested module '@skein\/core\/laws' does not provide an export named 'defineLaws'/,
    ],
    [
      'never ends loading',
      'await new Promise(() => {});',
      ': found an await that never ends, expected a module that exports laws',
    ],
    [
      'ends the process',
      'process.exit(0);',
      ': found a call that ends the process (exit code 0), expected a module that exports laws',
    ],
    [
      'fails later',
      'setTimeout(() => { throw new Error("late"); }, 0); await new Promise(() => {});',
      ': Error: late',
    ],
  ];

  it.each(someOf(refused, 9, 3))('refuses a module that %s', async (_, text, message) => {
    const file = write(testFolder(), 'a.mjs', text);
    const { code, stdout, stderr } = await skein(['law', 'build', file]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.startsWith(`skein: ${file}:`)).toBe(true);
    const said = stderr.slice(`skein: ${file}`.length).trimEnd();
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(new RegExp(`^${message.source}`));
  });

  long('names the line of an imported module if no line of its own led there', async () => {
    const folder = testFolder();
    write(folder, 'fail.mjs', 'export const fail = () => { throw new Error("boom"); };');
    const caller = write(folder, 'b.mjs', 'import { fail } from "./fail.mjs";\nfail();');
    expect((await skein(['law', 'build', caller])).stderr).toBe(`skein: ${caller}:2:1: boom\n`);
    const helper = write(folder, 'helper.mjs', 'export const a = 1;\nthrow new Error("boom");');
    const file = write(folder, 'a.mjs', 'import "./helper.mjs";');
    const { code, stderr } = await skein(['law', 'build', file]);
    expect([code, stderr]).toEqual([1, `skein: ${helper}:2:7: boom\n`]);
  });

  long('reads TypeScript if Node does, and otherwise says which Node version does', async () => {
    const folder = testFolder();
    const law = `${IMPORT}const force: number = 1;\nexport const a = ${liftText('a', 1)};`;
    const file = write(folder, 'a.ts', law);
    const outer = write(folder, 'outer.mjs', "export * from './a.ts';");
    const { typescript } = process.features as { typescript?: string | false };
    for (const path of [file, outer]) {
      const { code, stdout, stderr } = await skein(['law', 'build', path]);
      if (typescript)
        expect({ code, stdout }).toEqual({ code: 0, stdout: lawsText([lift('a', 1)]) });
      else {
        const found = `found TypeScript, which Node ${process.versions.node} does not read`;
        expect([code, stdout]).toEqual([2, '']);
        expect(stderr).toBe(
          `skein: ${file}: ${found}; expected Node 22.18 or newer, or a module in JavaScript\n`,
        );
      }
    }
  });

  it.each([
    [
      ['law', 'build', 'scene.json'],
      2,
      'skein: found scene.json, expected a module: .js, .mjs, .ts or .mts\n',
    ],
    [['law', 'build', '-'], 2, 'skein: found -, expected a module: .js, .mjs, .ts or .mts\n'],
    [
      ['law', 'build', '/none/laws.js'],
      3,
      'skein: cannot read /none/laws.js: no such file or directory\n',
    ],
    [['law', 'build', 'a.js', '--out', '-'], 2, 'Expected a path; it cannot go to a stream.'],
    [['law', 'build'], 2, "missing required argument 'file'"],
    [['law', 'biuld', 'a.js'], 2, "unknown command 'biuld'\n(Did you mean build?)"],
    [['law', 'check', 'a.js', '--worlds', '0'], 2, 'Expected a whole number from 1 to 1000000.'],
    [['law', 'check', 'a.js', '--seed', '-1'], 2, 'Expected a whole number from 0 to 4294967295.'],
    [
      ['law', 'check', '/none/laws.json'],
      3,
      'skein: cannot read /none/laws.json: no such file or directory\n',
    ],
    [['law'], 2, 'Usage: skein law'],
  ])('%j ends with %i', async (args, wanted, message) => {
    const { code, stdout, stderr } = await skein(args);
    expect({ code, stdout }).toEqual({ code: wanted, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('skein law check', () => {
  it('reports what laws cost, and that their results are finite', async () => {
    const file = write(testFolder(), 'laws.json', [push, lift('lift', 2)]);
    const { code, stdout, stderr } = await skein(['law', 'check', file, '--worlds', '1']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [head, first, second, empty, ...verdicts] = stdout.trimEnd().split('\n');
    expect(head.split(/ {2,}/)).toEqual([
      ...['law', 'nodes', 'per agent', 'per neighbor', 'reductions', 'sets', 'JSON', 'code', 'ms'],
    ]);
    const rowOf = (law: Law, ...cost: number[]): RegExp => {
      const bytes = [Buffer.byteLength(JSON.stringify(law)), lawCode(law).length];
      return new RegExp(
        `^${[law.name, law.nodes.length, ...cost, ...bytes].join(' +')} +\\d+\\.\\d\\d$`,
      );
    };
    // Three products with the weight; a squared length of five, and three divisions.
    expect(first).toMatch(rowOf(push, 3, 8, 3, 1));
    expect(second).toMatch(rowOf(lift('lift', 2), 0, 0, 0, 0));
    expect([head.length, first.length, second.length]).toEqual(Array(3).fill(head.length));
    expect(empty).toBe('');
    expect(verdicts).toEqual([
      'push: finite in 1 random worlds of seed 1',
      'lift: finite in 1 random worlds of seed 1',
    ]);
  });

  long('shows a case in which a law is not finite, with code 1', async () => {
    const scene = { ...flock(), laws: [push] };
    const { code, stdout, stderr } = await skein(
      ['law', 'check', '-', '--seed', '9'],
      JSON.stringify(scene),
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const verdict = stdout.slice(stdout.indexOf('\n\n') + 2);
    const match =
      /^push: not finite in (\d+) of 1000 random worlds of seed 9\n {2}world (\d+): force\.x is NaN\n {2}parameters: weight \S+\n {2}agent: position \(.+\), .+\n {2}neighbors: (\d+), including (\d+) at the position of the agent\n {2}dt .+\n {2}to repeat: skein law check - --seed 9 --worlds (\d+)\n$/.exec(
        verdict,
      );
    expect(match).not.toBeNull();
    const [failed, world, neighbors, onSpot, worlds] = match!.slice(1).map(Number);
    expect(failed).toBeGreaterThan(100);
    expect(worlds).toBe(world + 1);
    expect(onSpot).toBeGreaterThan(0);
    expect(onSpot).toBeLessThanOrEqual(neighbors);
  });

  it('shows both aims of a law that has two', async () => {
    const law = defineLaw({
      name: 'between',
      description: 'Between two.',
      aim: 'two',
      force: ({ aim, second }) => aim.offset.add(second.offset).div(0),
    });
    const file = write(testFolder(), 'law.json', law);
    const args = ['law', 'check', file, '--worlds', '1'];
    const [{ stdout }, { stdout: json }] = await Promise.all([
      skein(args),
      skein([...args, '--json']),
    ]);
    const { aim, second } = JSON.parse(json)[0].check.failure.scene as Required<LawScene>;
    expect(aim.radius).not.toBe(second.radius);
    for (const [name, { radius }] of Object.entries({ aim, second })) {
      const [, shown] = new RegExp(`^  ${name}: offset \\(.+\\), .*radius (\\S+)$`, 'm').exec(
        stdout,
      )!;
      expect(Math.fround(Number(shown))).toBe(radius);
    }
  });

  it('prints the case as JSON, which can be evaluated again', async () => {
    const file = write(testFolder(), 'law.json', push);
    const args = ['law', 'check', file, '--seed', '9', '--worlds', '50', '--json'];
    const [{ code, stdout }, again] = await Promise.all([skein(args), skein(args)]);
    expect(code).toBe(1);
    const [report, ...others] = JSON.parse(stdout) as {
      name: string;
      compileMs: number;
      check: { failed: number; failure: { component: string; value: string; scene: LawScene } };
    }[];
    expect(others).toEqual([]);
    expect(report).toMatchObject({
      name: 'push',
      operationsPerNeighbor: 8,
      reductions: 3,
      sets: 1,
    });
    expect(report.compileMs).toBeGreaterThan(0);
    expect(report.check.failure).toMatchObject({ component: 'force.x', value: 'NaN' });
    expect(evaluateLaw(push, report.check.failure.scene)[0]).toBeNaN();
    const withoutTime = (text: string): string => text.replace(/"compileMs":[\d.]+/, '');
    expect(withoutTime(again.stdout)).toBe(withoutTime(stdout));
  });

  it.each([
    ['[]', ':1:1: $: found an empty list, expected at least one law.'],
    ['{', ':1:1: found the end of the text, expected } for the { of line 1\n'],
    [JSON.stringify(flock()), ':1:1: $.laws: found nothing, expected a list of laws.'],
    [
      JSON.stringify([{ ...push, nodes: [['boom']] }]),
      `:1:${JSON.stringify([push]).indexOf('"nodes":[') + 10}: Law "push": nodes.0 ("boom"): found "boom", expected an operation`,
    ],
  ])('refuses %.20j', async (text, message) => {
    const file = write(testFolder(), 'laws.json', text);
    const { code, stdout, stderr } = await skein(['law', 'check', file]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`skein: ${file}${message}`);
  });
});
