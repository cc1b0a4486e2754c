// `npm run tool -- release-version`: sets the version of all packages from the changesets in .changeset, and moves
// their texts into CHANGELOG.md. CITATION.cff gets the version too. Commit the changes, tag the commit with `v` and the
// version, and push the tag; the release workflow does the rest.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import getReleasePlan from '@changesets/get-release-plan';
import { readArguments } from '../arguments.mjs';
import { problemsOf, release } from './changelog.mjs';
import { manifestOf, root } from './manifests.mjs';

readArguments(import.meta.url, {});

const { changesets, releases } = await getReleasePlan(root);
const problems = problemsOf(changesets);
if (changesets.length === 0) problems.push('.changeset: found no changeset, expected one or more');
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

const { name } = manifestOf('core');
const version = releases.find((one) => one.name === name)?.newVersion;
if (version === undefined) throw new Error(`no new version of ${name} is planned`);

const file = join(root, 'CHANGELOG.md');
const date = new Date().toISOString().slice(0, 10);
const changelog = release(readFileSync(file, 'utf8'), version, date, changesets);

const changeset = join(root, 'node_modules', '@changesets', 'cli', 'bin.js');
const done = spawnSync(process.execPath, [changeset, 'version'], { cwd: root, stdio: 'inherit' });
if (done.status !== 0) process.exit(done.status ?? 1);
writeFileSync(file, changelog);

const citation = join(root, 'CITATION.cff');
const cited = readFileSync(citation, 'utf8')
  .replace(/^version: .*$/m, `version: ${version}`)
  .replace(/^date-released: .*$/m, `date-released: ${date}`);
writeFileSync(citation, cited);
console.log(`all packages have version ${version}; CHANGELOG.md says what is in it`);
