// `npm run tool -- packages-check`: checks the published packages with the tools of users. It packs the packages,
// unpacks them side by side, and runs these checks:
//
//   publint            manifests, exports and files
//   types resolved     each entry point, for modules and bundlers (Are The Types Wrong, without `require`)
//   declarations       with the oldest supported TypeScript, 5.7, and the current one, without skipLibCheck
//   sizes              of what pages load; see .size-limit.js
//
// The last line is the number of problems. Exits with 1 if there are any.
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
