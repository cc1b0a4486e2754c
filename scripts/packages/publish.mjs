// `npm run tool -- release-publish [--notes FILE]`: packs all packages and publishes those whose version the registry
// does not have. npm takes its options from the environment and `.npmrc`. Only the release workflow calls it, where npm
// finds the publisher and proves the commit (provenance). With --notes, it writes the section of the changelog for the
// version to FILE.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../arguments.mjs';
import { notesOf } from './changelog.mjs';
import { manifestOf, root } from './manifests.mjs';
import { packAll } from './packed.mjs';

/**
 * Publishes all packages whose version the registry does not have.
 *
 * @param {readonly string[]} options options of npm
 * @returns {string[]} the published packages, such as "@skein/core@0.1.0"
 * @throws the output of npm; packages published before the error stay published, and the next call skips them
 */
export function publishAll(options) {
  const folder = mkdtempSync(join(tmpdir(), 'skein-publish-'));
  try {
    return packAll(folder).flatMap(({ name, version, file }) => {
      const spec = `${name}@${version}`;
      if (isPublished(spec, options)) return [];
      npm(['publish', file, ...options]);
      return [spec];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} spec
 * @param {readonly string[]} options
 */
function isPublished(spec, options) {
  const done = run(['view', spec, 'version', ...options]);
  if (done.status === 0) return done.stdout.trim() !== '';
  if (/E404/.test(done.stderr)) return false;
  throw new Error(`npm view ${spec}: ${done.stderr}`);
}

/** @param {readonly string[]} parameters */
function npm(parameters) {
  const done = run(parameters);
  if (done.status !== 0) throw new Error(`npm ${parameters.join(' ')}: ${done.stderr}`);
}

/** @param {readonly string[]} parameters */
function run(parameters) {
  // `npm run -s` would silence it, and E404 with it.
  return spawnSync('npm', [...parameters, '--loglevel=error'], {
    cwd: tmpdir(),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = readArguments(import.meta.url, { options: { notes: { type: 'string' } } });
  const { version } = manifestOf('core');
  // Checked before anything is published: a version without notes is an error.
  const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  const published = publishAll(['--provenance', '--access=public']);
  for (const spec of published) console.log(spec);
  if (published.length === 0) console.log(`all packages of ${version} were published before`);
  if (values.notes !== undefined) writeFileSync(values.notes, `${notes}\n`);
}
