// `npm run site`: builds the page if it does not exist or its sources have changed, and prints its folder.
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
import { compress, compressedFolder } from './compressed.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VIEWER = join(ROOT, 'packages', 'viewer');
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
const DIST = join(VIEWER, 'dist');
const SITE = join(DIST, 'site');
/** Identifies the sources that SITE was built from. The file is next to it, since it is not a part of the page. */
const STAMP = join(DIST, 'site.stamp');

/** All files that the built page depends on. */
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
/** The page uses only the scripts among the built files of the packages. */
const NO_SOURCE = /\.(map|d\.ts|tsbuildinfo)$/;

/**
 * @returns {string} the folder of the page, built from the current sources
 * @throws when Vite cannot build it
 */
export function builtSite() {
  const wanted = stateOfSources();
  const upToDate = () =>
    existsSync(SITE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted;
  if (upToDate()) return SITE;
  // Built in another folder and moved when complete, because other processes may be building or serving the page.
  const draft = join(DIST, `site-${process.pid}`);
  try {
    build(draft);
    compress(draft);
    // Another process may have been faster, and may already serve its build.
    if (upToDate()) return SITE;
    rmSync(STAMP, { force: true });
    for (const [from, to] of [
      [compressedFolder(draft), compressedFolder(SITE)],
      [draft, SITE],
    ]) {
      rmSync(to, { recursive: true, force: true });
      renameSync(from, to);
    }
    writeFileSync(STAMP, wanted);
  } catch (error) {
    if (!upToDate()) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(compressedFolder(draft), { recursive: true, force: true });
  }
  return SITE;
}

/** @param {string} folder */
function build(folder) {
  const parameters = ['build', VIEWER, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  const { status, error, stdout, stderr } = spawnSync(process.execPath, [VITE, ...parameters], {
    encoding: 'utf8',
    // Vite would use NODE_ENV, which tests set to a value of their own.
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
 * @returns {string[]} files, relative to the root
 */
function filesOf(source) {
  if (!statSync(join(ROOT, source)).isDirectory()) return [source];
  return readdirSync(join(ROOT, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NO_SOURCE.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(relative('', builtSite()));
