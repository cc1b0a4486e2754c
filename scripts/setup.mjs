// Everything `npm start` and `npm test` need, from a fresh clone: the right Node, the packages, the
// build and, with --browser, a Chromium, with --redis a Redis. What is already there is not done again.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installBrowser, skipBrowser } from './browser.mjs';
import { pnpm } from './pnpm.mjs';
import { installRedis, redisLeftOut, skipRedis } from './redis.mjs';

const oldestNode = [20, 19];

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = join(root, 'node_modules', '.skein-setup');

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(`skein: ${message}`);
  process.exit(1);
}

/** @param {string} message */
function say(message) {
  console.log(`skein: ${message}`);
}

/**
 * Runs a command at the root without input and shows its output only when it fails.
 * @param {string} what what is being done, as "build"
 * @param {string} command
 * @param {string[]} parameters
 */
function run(what, command, parameters) {
  const started = Date.now();
  const done = spawnSync(command, parameters, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
    // CI: pnpm may ask before it rebuilds node_modules, and there is no one to answer.
    env: { ...process.env, CI: 'true' },
  });
  if (done.status !== 0) {
    process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`);
    const how = done.error ? done.error.message : `exit ${done.status ?? done.signal}`;
    fail(`${what} failed (${how}): ${command} ${parameters.join(' ')}`);
  }
  say(`${what}: done (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  fail(
    `Node ${oldestNode.join('.')} or newer is needed, this is ${process.versions.node}. Get one from https://nodejs.org.`,
  );
}

/** Files that decide what is installed. */
function manifests() {
  const packages = readdirSync(join(root, 'packages'))
    .sort()
    .map((name) => join('packages', name, 'package.json'));
  return [
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'bench/package.json',
    'examples/package.json',
    'docs/package.json',
    ...packages,
  ].filter((file) => existsSync(join(root, file)));
}

function installedState() {
  const hash = createHash('sha256').update(`${pnpm} ${process.platform} ${process.arch}`);
  for (const file of manifests()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function installPackages() {
  const wanted = installedState();
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if (stamp === wanted && existsSync(join(root, 'node_modules/typescript'))) return;
  rmSync(stampFile, { force: true });
  say('install packages ...');
  run('install packages', 'npx', ['--yes', pnpm, 'install', '--frozen-lockfile']);
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, wanted);
}

function build() {
  // The SIMD kernels first: TypeScript compiles their bytes in. Nothing is done when they are new.
  run('kernels', process.execPath, [join('packages', 'core', 'scripts', 'build-wasm.mjs')]);
  // tsc -b compares times and hashes itself and needs 0.2 s to find that nothing changed.
  run('build', process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc'), '-b']);
  run('bundle', process.execPath, [join('packages', 'core', 'scripts', 'bundle-node.mjs')]);
  run('scenes', process.execPath, [join('packages', 'core', 'scripts', 'copy-scenes.mjs')]);
  run('threads', process.execPath, [join('packages', 'worker', 'scripts', 'bundle-thread.mjs')]);
}

checkNode();
installPackages();
build();
if (process.argv.includes('--browser')) {
  if (skipBrowser) {
    say('SKEIN_SKIP_BROWSER is set: the browser tests are left out.');
  } else {
    try {
      say(`browser: ${installBrowser()}`);
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  }
}
if (process.argv.includes('--redis')) {
  // Without one only the tests of queues are left out: it is not to be had everywhere.
  try {
    const path = skipRedis ? undefined : installRedis();
    say(path === undefined ? (redisLeftOut() ?? '') : `redis: ${path}`);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}
