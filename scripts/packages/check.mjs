// `npm run packages:check`: what is published, as a user's tools see it. The packages are packed, unpacked side by
// side, and looked at:
//
//   publint            manifests, exports and files
//   types resolved     each entry, from modules and by bundlers (Are The Types Wrong; CommonJS by require is left out)
//   declarations       all of them in TypeScript 5.7, the oldest, and in the present one, without skipLibCheck
//   sizes              what pages load, see .size-limit.js
//
// The last line says how many problems there are; with any it ends with 1.
import { readArguments } from '../arguments.mjs';
import { checkDeclarations } from './declarations.mjs';
import { checkManifests } from './manifest-problems.mjs';
import { checkSizes } from './sizes.mjs';
import { unpackAll } from './unpacked.mjs';

readArguments(import.meta.url, {});

/** @type {readonly [string, (unpacked: import('./unpacked.mjs').Unpacked) => Promise<string[]> | string[]][]} */
const CHECKS = [
  ['manifests and entries', checkManifests],
  ['declarations', checkDeclarations],
  ['sizes', checkSizes],
];

const unpacked = unpackAll();
let found = 0;
try {
  for (const [name, check] of CHECKS) {
    const started = performance.now();
    const problems = await check(unpacked);
    found += problems.length;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${name}: ${problems.length === 0 ? 'ok' : 'FAILED'} (${seconds} s)`);
    for (const problem of problems) console.log(`  ${problem.replaceAll('\n', '\n  ')}`);
  }
} finally {
  unpacked.remove();
}
console.log(`${found} problems`);
process.exit(found === 0 ? 0 : 1);
