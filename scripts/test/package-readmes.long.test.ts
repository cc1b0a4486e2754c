import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { folderOf, manifestOf, PUBLIC } from '../packages/manifests.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const skein = join(root, 'packages/cli/bin/skein.js');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
// In the folder of a package that has all others, so that imports resolve as they do for a user.
const scratch = mkdtempSync(join(root, 'packages/cli/node_modules', '.readmes-'));
afterAll(() => rmSync(scratch, { recursive: true }));

function readme(folder: string): string {
  return readFileSync(join(folderOf(folder), 'README.md'), 'utf8');
}

/** The code blocks of a language. */
function blocks(folder: string, language: string): string[] {
  const fence = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g');
  return [...readme(folder).matchAll(fence)].map((found) => found[1]!);
}

function run(script: string, ...parameters: string[]): string {
  return execFileSync(process.execPath, [script, ...parameters], {
    cwd: scratch,
    encoding: 'utf8',
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const printed = new Map<string, string>();

/** The output of the first block of JavaScript, which is run once. */
function runFirst(folder: string): string {
  const file = join(scratch, `${folder}.mjs`);
  writeFileSync(file, blocks(folder, 'js')[0]!);
  const output = printed.get(folder) ?? run(file);
  printed.set(folder, output);
  return output;
}

describe.each(PUBLIC)('the README of packages/%s', (folder) => {
  test('has the name of the package, at most 300 words, and says how to install it', () => {
    const text = readme(folder);
    const { name } = manifestOf(folder);
    expect(text.split('\n')[0]).toBe(`# ${name}`);
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(300);
    const command = name.startsWith('create-')
      ? `npm create ${name.slice(7)} `
      : `npm install .*${name}(\\s|$)`;
    expect(text).toMatch(new RegExp(command));
  });

  test('has no relative links, which npm could not show, and links to pages that exist', () => {
    const targets = [...readme(folder).matchAll(/\]\(([^)]*)\)/g)].map((found) => found[1]!);
    const home = 'https://github.com/skein-sim/skein/blob/main/';
    for (const target of targets) {
      expect(target).toMatch(/^https:\/\//);
      if (!target.startsWith(home)) continue;
      const page = target.slice(home.length).split('#')[0]!;
      expect(existsSync(join(root, page)), target).toBe(true);
    }
  });
});

test.each(['core', 'worker'])('the code in the README of packages/%s runs', (folder) => {
  expect(runFirst(folder)).toMatch(/^100 [0-9a-f]{16} -?\d/);
});

test('the code in the READMEs of core and worker has the same hash', () => {
  expect(runFirst('core').split(' ')[1]).toBe(runFirst('worker').split(' ')[1]);
});

test('the sweep in the README of packages/sweep does all of its runs', () => {
  expect(runFirst('sweep')).toBe('4\n');
});

test('the code in the README of packages/queue has the types of the package', () => {
  const file = join(scratch, 'queue.mts');
  writeFileSync(file, blocks('queue', 'js')[0]!);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext'];
  run(tsc, '--ignoreConfig', ...options, '--types', 'node', '--skipLibCheck', file);
});

test('the commands in the README of packages/cli run as they stand', () => {
  writeFileSync(join(scratch, 'flock.json'), blocks('cli', 'json')[0]!);
  const commands = blocks('cli', 'sh')
    .flatMap((block) => block.trim().split('\n'))
    .filter((line) => line.startsWith('skein '));
  expect(commands).toHaveLength(4);
  const [check, hashes, measures, summary] = commands.map((line) =>
    run(skein, ...line.split(' ').slice(1)),
  );
  expect(check).toMatch(/flock/);
  expect(hashes).toMatch(/^50 [0-9a-f]{16}$/m);
  expect(measures).toMatch(/^tick,time,polarization\n/);
  expect(JSON.parse(summary!)).toMatchObject({ scenario: 'flock', ticks: 100 });
});

test('scenes, and the schemas of scenarios and plans, are found by the names of packages', () => {
  const fromCli = createRequire(join(folderOf('cli'), 'package.json'));
  expect(fromCli('@skein/core/scenario.schema.json').properties.species).toBeDefined();
  expect(fromCli('@skein/sweep/plan.schema.json').properties.seeds).toBeDefined();
  const scene = JSON.parse(readFileSync(join(root, 'scenarios/flock.json'), 'utf8'));
  expect(fromCli('@skein/core/scenarios/flock.json')).toEqual(scene);
});
