import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseScenario } from '@skein/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LONG, long, someOf } from '../../core/test/helpers/long.ts';
import { refusal } from '../src/make-project.ts';
import { packageManager, scriptLine } from '../src/package-manager.ts';
import { projectName } from '../src/project-name.ts';
import { TEMPLATES } from '../src/templates.ts';

const own = fileURLToPath(new URL('..', import.meta.url));
const program = join(own, 'bin/create-skein.js');
const vite = join(own, '../../node_modules/vite/bin/vite.js');

// Below this package, so that the dependencies of a project are found without an installation.
let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(own, 'node_modules', '.projects-'));
});
afterEach(() => rmSync(scratch, { recursive: true }));

function create(...parameters: string[]) {
  const env = { ...process.env, npm_config_user_agent: 'npm/11.0.0 node/v22.0.0' };
  return spawnSync(process.execPath, [program, ...parameters], {
    cwd: scratch,
    encoding: 'utf8',
    env,
  });
}

function read(...path: string[]): string {
  return readFileSync(join(scratch, ...path), 'utf8');
}

/** The version of a package that is installed here. */
function installedVersion(name: string): string {
  for (const folder of [own, join(own, '../..')]) {
    const file = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')).version;
  }
  throw new Error(`found no ${name}, expected it to be installed`);
}

describe.each(someOf(TEMPLATES, 4))('the template $name', ({ name, script }) => {
  test('makes a project of this version with a valid scenario and its schema, and prints how to run it', () => {
    const { stdout, stderr, status } = create('My Flock!', '--template', name);
    expect([stderr, status]).toEqual(['', 0]);
    const run = script === 'start' ? 'npm start' : `npm run ${script}`;
    expect(stdout).toBe(
      `Created a project in My Flock!. Next:\n\n  cd "My Flock!"\n  npm install\n  ${run}\n\n`,
    );
    const manifest = JSON.parse(read('My Flock!', 'package.json'));
    const { version } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    expect(manifest.name).toBe('my-flock');
    expect(manifest.dependencies).toMatchObject({
      '@skein/core': `^${version}`,
      '@skein/worker': `^${version}`,
    });
    // What is tested here is what a user gets.
    for (const [one, range] of Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
    })) {
      expect(range, one).toBe(`^${installedVersion(one)}`);
    }
    expect(manifest.scripts[script]).toEqual(expect.any(String));
    expect(read('My Flock!', '.gitignore')).toContain('node_modules/');
    for (const file of readdirSync(join(scratch, 'My Flock!'))) {
      expect(file).not.toMatch(/^_/);
      expect(read('My Flock!', file), file).not.toMatch(/{{[A-Z]+}}/);
    }

    const { $schema, ...scenario } = JSON.parse(read('My Flock!', 'flock.json'));
    expect(parseScenario(scenario).species[0]!.count).toBe(1000);
    const inCore = $schema.replace('./node_modules/@skein/core/', '../core/');
    expect(existsSync(join(own, inCore)), $schema).toBe(true);
  });
});

test('the Node project runs', () => {
  create('.', '-t', 'node');
  const main = join(scratch, 'main.js');
  const output = execFileSync(process.execPath, [main], { encoding: 'utf8', timeout: 60_000 });
  expect(output.match(/^tick \d+: order \d\.\d{3}, hash [0-9a-f]{16}$/gm)).toHaveLength(5);
  expect(output).toMatch(/^tick 300: /m);
  expect(output).toMatch(/^one boid is at /m);
});

// `npm run tool -- consumers` builds them all, and opens them.
long.each(['page', 'three', 'react'])(
  'the page of %s can be built, with a script for its threads',
  (name) => {
    create('.', '-t', name);
    execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: scratch });
    expect(read('dist', 'index.html')).toContain(`<title>${projectName(scratch)}</title>`);
    const scripts = readdirSync(join(scratch, 'dist/assets'));
    expect(scripts).toContainEqual(expect.stringMatching(/^index-.*\.js$/));
    expect(scripts).toContainEqual(expect.stringMatching(/^thread-.*\.js$/));
  },
);

describe('refuses, and writes nothing', () => {
  test('a folder that is not empty', () => {
    mkdirSync(join(scratch, 'full'));
    for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(scratch, 'full', name), name);
    const { stderr, status } = create('full', '-t', 'node');
    expect(stderr).toBe('create-skein: found a, b, c, ... in full, expected an empty folder\n');
    expect(status).toBe(1);
    expect(readdirSync(join(scratch, 'full'))).toEqual(['a', 'b', 'c', 'd']);
  });

  long('a file in place of the folder, and a folder below a file', () => {
    writeFileSync(join(scratch, 'file'), 'mine');
    expect(create('file', '-t', 'node')).toMatchObject({ status: 1 });
    const below = create('file/below', '-t', 'node');
    expect(below.status).toBe(1);
    expect(below.stderr).toMatch(/^create-skein: .*ENOTDIR/);
    expect(read('file')).toBe('mine');
  });

  test('wrong arguments, all at once, if it cannot ask', () => {
    const none = create();
    expect(none.status).toBe(2);
    expect(none.stderr).toBe(
      'create-skein: folder: found none, expected the name of a folder\n' +
        'create-skein: --template: found none, expected one of node, page, three, react\n',
    );
    if (LONG) {
      const unknown = create('flock', '-t', 'vue');
      expect(unknown.status).toBe(2);
      expect(unknown.stderr).toBe(
        'create-skein: --template: found "vue", expected one of node, page, three, react\n',
      );
      expect(create('a', 'b', '-t', 'node')).toMatchObject({ status: 2 });
      expect(create('a', '--typescript')).toMatchObject({ status: 2 });
    }
    expect(readdirSync(scratch)).toEqual([]);
  });
});

test('a folder that holds only a new repository counts as empty', () => {
  mkdirSync(join(scratch, '.git'));
  expect(refusal(scratch)).toBeUndefined();
});

test.each([
  ['flock', 'flock'],
  ['My Flock!', 'my-flock'],
  ['a/b/Crowd_2', 'crowd_2'],
  ['.hidden', 'hidden'],
  ['Schwärme', 'schw-rme'],
  ['日本', 'my-flock'],
])('the folder %s becomes the package %s', (folder, name) => {
  expect(projectName(folder)).toBe(name);
});

test.each([
  ['pnpm/12.21.0 npm/? node/v22.0.0 linux x64', 'pnpm'],
  ['yarn/1.22.22 npm/? node/v20.0.0 linux x64', 'yarn'],
  ['bun/1.3.0', 'bun'],
  ['npm/11.0.0 node/v22.0.0', 'npm'],
  ['evil; rm -rf /', 'npm'],
  [undefined, 'npm'],
])('the user agent %s is recognized as %s', (userAgent, manager) => {
  expect(packageManager(userAgent)).toBe(manager);
  expect(scriptLine(manager, 'dev')).toBe(`${manager} run dev`);
});
