// Builds the page when it is not there, or was built from other sources. `npm run site` prints where.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VIEWER = join(ROOT, 'packages', 'viewer');
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
const DIST = join(VIEWER, 'dist');
const SITE = join(DIST, 'site');
/** Says which sources SITE was built from; beside it, as it is no part of the page. */
const STAMP = join(DIST, 'site.stamp');

/** All that decides what the built page is. */
const SOURCES = [
  'LICENSE',
  'examples/laws',
  'pnpm-lock.yaml',
  'packages/core/dist',
  'packages/three/dist',
  'packages/worker/dist',
  'packages/viewer/index.html',
  'packages/viewer/package.json',
  'packages/viewer/plugins',
  'packages/viewer/public',
  'packages/viewer/service-worker',
  'packages/viewer/src',
  'packages/viewer/vite.config.ts',
  'scenarios',
  'scripts/serving',
];
/** Of what the packages are built to, the page has the scripts alone. */
const NO_SOURCE = /\.(map|d\.ts|tsbuildinfo)$/;

/**
 * @returns {string} the folder of the built page, as its sources are now
 * @throws when Vite cannot build it
 */
export function builtSite() {
  const wanted = stateOfSources();
  const upToDate = () =>
    existsSync(SITE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted;
  if (upToDate()) return SITE;
  // Beside it, and moved when it is whole: others may be building or serving the page now.
  const draft = join(DIST, `site-${process.pid}`);
  try {
    build(draft);
    // Another process may have been faster, and may serve what it has built.
    if (upToDate()) return SITE;
    rmSync(STAMP, { force: true });
    rmSync(SITE, { recursive: true, force: true });
    renameSync(draft, SITE);
    writeFileSync(STAMP, wanted);
  } catch (error) {
    if (!upToDate()) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return SITE;
}

/** @param {string} folder */
function build(folder) {
  const parameters = ['build', VIEWER, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  const { status, error, stdout, stderr } = spawnSync(process.execPath, [VITE, ...parameters], {
    encoding: 'utf8',
    // Vite would heed what stands there, and tests have a word of their own.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error(`The page cannot be built. ${error ?? stdout + stderr}`);
}

function stateOfSources() {
  const hash = createHash('sha256')
    .update(process.version)
    .update(process.env.SKEIN_SITE_URL ?? '');
  for (const file of SOURCES.flatMap(filesOf)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} source a file or a folder
 * @returns {string[]} files, from the root
 */
function filesOf(source) {
  if (!statSync(join(ROOT, source)).isDirectory()) return [source];
  return readdirSync(join(ROOT, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NO_SOURCE.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(relative('', builtSite()));
