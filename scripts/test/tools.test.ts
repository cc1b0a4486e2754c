import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LONG } from '../../packages/core/test/helpers/long.ts';
import { usageOf } from '../arguments.mjs';
import { TOOLS } from '../tools.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(text('package.json')).scripts;

function tool(...args: string[]) {
  return spawnSync(process.execPath, ['scripts/tool.mjs', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
}

it('without a name, every tool is listed in one line', () => {
  const lines = tool().stdout.split('\n');
  for (const [name, { does }] of Object.entries(TOOLS)) {
    const own = lines.filter((line) => line.startsWith(`  ${name} `));
    expect(own.map((line) => line.endsWith(`  ${does}`))).toEqual([true]);
  }
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

it('a wrong name is answered with what was found, and how to list all', () => {
  const { status, stdout, stderr } = tool('fuz', '--seed', '1');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toBe('tool: found "fuz", expected the name of a tool; npm run tool lists them\n');
  if (LONG) expect(tool('toString').stderr).toMatch(/^tool: found "toString", expected/);
});

describe.each(Object.entries(TOOLS))('the tool %s', (name, { file }) => {
  it('has a file that begins with how to call it', () => {
    // The benchmark is compiled, and describes itself.
    if (name === 'bench') return expect(existsSync(join(ROOT, 'bench/src/run.ts'))).toBe(true);
    const script = name === 'test' || name === 'start' ? `npm ${name}` : `npm run ${name}`;
    const call = SCRIPTS[name] === undefined ? `npm run tool -- ${name}` : script;
    expect(usageOf(text(file))).toMatch(new RegExp(`${call}(?![\\w-])`));
  });
});

describe('the scripts of the root', () => {
  it('are few, and none runs before or after another', () => {
    const names = Object.keys(SCRIPTS);
    expect(names.length).toBeLessThanOrEqual(20);
    expect(names.filter((name) => /^(pre|post)/.test(name))).toEqual([]);
  });

  it('run files that there are, and tools under their own names', () => {
    for (const [name, command] of Object.entries(SCRIPTS)) {
      const [, tool] = /^node scripts\/tool\.mjs (\S+)$/.exec(command) ?? [];
      if (tool !== undefined)
        expect({ name, isTool: Object.hasOwn(TOOLS, tool) }).toEqual({ name: tool, isTool: true });
      for (const [, file] of command.matchAll(/node (\S+)/g))
        expect(existsSync(join(ROOT, file!)), file).toBe(true);
    }
  });
});

/** All texts that name commands. The templates of create-skein have scripts of their own. */
const TEXTS = execFileSync(
  'git',
  [
    'ls-files',
    '*.md',
    '*.mjs',
    '*.js',
    '*.ts',
    '*.tsx',
    '*.yml',
    '.ci/run',
    ':!CHANGELOG.md',
    ':!packages/create-skein',
    ':!scripts/test/tools.test.ts',
  ],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));

/** The commands in a text that there are not. */
function lostIn(source: string): string[] {
  // Commands are broken over lines of comments, too.
  const found = source
    .replace(/\n *(\/\/|\*|#)? */g, ' ')
    .matchAll(/npm run ([a-z][\w:-]*)(?: -- ([a-z][\w:-]*))?/g);
  return [...found].flatMap(([call, script, name]) => {
    if (script === 'tool' && name !== undefined) return Object.hasOwn(TOOLS, name) ? [] : [call];
    return Object.hasOwn(SCRIPTS, script!) ? [] : [call];
  });
}

it('every command that a text names is there', () => {
  expect(TEXTS.length).toBeGreaterThan(500);
  expect(TEXTS.flatMap((file) => lostIn(text(file)).map((call) => `${file}: ${call}`))).toEqual([]);
});

it('a command that is not there is found, also when a comment breaks it', () => {
  expect(
    lostIn(
      '`npm run nothing`, `npm run test:long`, npm run\n // wrong and `npm run tool -- no-such`',
    ),
  ).toEqual(['npm run nothing', 'npm run wrong', 'npm run tool -- no-such']);
});
