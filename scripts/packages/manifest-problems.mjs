// The problems that publint and Are The Types Wrong find in the packed files.
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { lintPackage } from './lint-package.mjs';

/** The packages contain only ES modules, so problems of old resolution and of `require` are ignored. */
const LEFT_OUT = new Set(['node10', 'node16-cjs']);

/**
 * @param {import('./unpacked.mjs').Unpacked} unpacked
 * @returns {Promise<string[]>}
 */
export async function checkManifests({ packages }) {
  const problems = [];
  for (const { name, file, unpacked } of packages) {
    const found = await lintPackage(unpacked);
    if (hasTypes(unpacked)) found.push(...(await typeProblems(file)));
    problems.push(...found.map((problem) => `${name}: ${problem}`));
  }
  return problems;
}

/** @param {string} folder */
function hasTypes(folder) {
  return readFileSync(`${folder}/package.json`, 'utf8').includes('"types"');
}

/** @param {string} file */
async function typeProblems(file) {
  const data = createPackageFromTarballData(new Uint8Array(readFileSync(file)));
  const options = { excludeEntrypoints: [/\.json$/] };
  const result = await checkPackage(data, options);
  if (result.types === false) return ['no types are found'];
  return result.problems
    .filter((problem) => !('resolutionKind' in problem && LEFT_OUT.has(problem.resolutionKind)))
    .map((problem) => `types: ${JSON.stringify(problem)}`);
}
