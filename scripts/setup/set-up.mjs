// Prepares a fresh clone for a tool: the right Node, the packages, the build, and if needed a browser or a Redis. First
// it says what it is going to install, where, and how to skip it. Finished steps are skipped.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BROWSER } from './browser.mjs';
import { pnpm } from './pnpm.mjs';
import { REDIS } from './redis.mjs';
import { LAVAPIPE } from './vulkan.mjs';

const oldestNode = [20, 19];

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
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
 * Runs a command in the root without input. Its output is shown only if it fails.
 * @param {string} what the name of the step, such as "build"
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
    // CI: otherwise pnpm may ask before it rebuilds node_modules, and would wait for an answer forever.
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
    `Node ${oldestNode.join('.')} or newer is needed, found ${process.versions.node}. Get Node from https://nodejs.org.`,
  );
}

/** The files that determine what is installed. */
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

function packagesAreThere() {
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  return stamp === installedState() && existsSync(join(root, 'node_modules/typescript'));
}

function installPackages() {
  if (packagesAreThere()) return;
  rmSync(stampFile, { force: true });
  run('packages', 'npx', ['--yes', pnpm, 'install', '--frozen-lockfile']);
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, installedState());
}

function build() {
  run('sources', process.execPath, [join('scripts', 'generate', 'sources.mjs')]);
  // The SIMD kernels come before TypeScript, which includes their bytes. Nothing is done if they are up to date.
  run('kernels', process.execPath, [join('packages', 'core', 'scripts', 'build-wasm.mjs')]);
  // tsc -b itself compares times and hashes, and takes 0.2 s if nothing has changed.
  run('build', process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc'), '-b']);
  run('bundle', process.execPath, [join('packages', 'core', 'scripts', 'bundle-node.mjs')]);
  run('scenes', process.execPath, [join('packages', 'core', 'scripts', 'copy-scenes.mjs')]);
  run('threads', process.execPath, [join('packages', 'worker', 'scripts', 'bundle-thread.mjs')]);
  run('command', process.execPath, [join('packages', 'cli', 'scripts', 'bundle-cli.mjs')]);
}

/**
 * A program that some tools need.
 *
 * @typedef Part
 * @property {'browser' | 'redis' | 'lavapipe'} name
 * @property {boolean} skipped whether the environment says to do without it
 * @property {() => string | undefined} find its path, if it is there
 * @property {() => string | undefined} plan what `install` is going to do; undefined if it cannot do anything
 * @property {() => string | undefined} install finds or installs it, and returns its path
 * @property {() => string | undefined} leftOut why tools have to do without it; undefined if it is there
 */

/**
 * Prepares the clone for a tool. Ends the process if it cannot.
 *
 * @param {readonly import('../tools.mjs').Need[]} needs
 */
export function setUp(needs) {
  checkNode();
  /** @param {Part['name']} part */
  const isWanted = (part) => needs.includes(part) || needs.includes(`${part}?`);
  const parts = [BROWSER, REDIS, LAVAPIPE].filter(({ name }) => isWanted(name));
  try {
    if (needs.length > 0 && !packagesAreThere()) {
      say(
        `will install packages: npx ${pnpm} puts them into node_modules, about 1 GB. ` +
          'Nothing runs without them; Ctrl+C ends this.',
      );
    }
    for (const { find, skipped, plan } of parts) {
      const planned = skipped || find() !== undefined ? undefined : plan();
      if (planned !== undefined) say(planned);
    }
    if (needs.length > 0) installPackages();
    if (needs.some((need) => need !== 'packages')) build();
    for (const part of parts) {
      const path = part.skipped ? undefined : part.install();
      const why = part.leftOut();
      if (why === undefined) say(`${part.name}: ${path}`);
      else if (needs.includes(part.name)) fail(why);
      else say(why);
    }
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}
