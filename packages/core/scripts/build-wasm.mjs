// Compiles packages/core/assembly to packages/core/src/simd/bytes.ts, in hexadecimal: a module that
// every bundler and every host can load, and that compresses better than base64. For shared and for
// plain memory it differs in one byte. Writes the types of its functions to exports.ts beside it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const core = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(core, 'assembly');
const output = join(core, 'src', 'simd', 'bytes.ts');
const types = join(core, 'src', 'simd', 'exports.ts');

const common = [
  'index.ts',
  '--runtime',
  'stub',
  '--importMemory',
  '--noExportMemory',
  '--initialMemory',
  '1',
  '--maximumMemory',
  '65536',
  '--zeroFilledMemory',
  '--exportTable',
  '--enable',
  'simd',
  '--enable',
  'bulk-memory',
  '-O3',
  '--noAssert',
  '--converge',
];

/** @returns {string} a hash of all that decides the bytes */
function sourceHash() {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
  for (const file of readdirSync(source).sort()) hash.update(readFileSync(join(source, file)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * @param {string[]} options
 * @returns {Promise<{ bytes: Uint8Array, declarations: string }>} the module, and its functions in TypeScript
 */
async function compile(options) {
  const stdout = asc.createMemoryStream();
  /** @type {Map<string, string | Uint8Array>} */
  const files = new Map();
  const output = ['--bindings', 'raw', '--outFile', 'out.wasm'];
  const { error, stderr } = await asc.main([...common, ...options, ...output], {
    stdout,
    readFile: (/** @type {string} */ name, /** @type {string} */ base) => {
      const file = join(source, base, name);
      return existsSync(file) ? readFileSync(file, 'utf8') : null;
    },
    writeFile: (/** @type {string} */ name, /** @type {string | Uint8Array} */ contents) => {
      files.set(name, contents);
    },
    listFiles: () => [],
  });
  const [bytes, declarations] = [files.get('out.wasm'), files.get('out.d.ts')];
  if (error || !(bytes instanceof Uint8Array) || typeof declarations !== 'string') {
    throw new Error(`${stderr.toString()}${error?.message ?? 'no output'}`);
  }
  return { bytes, declarations };
}

const stamp = `// ${sourceHash()}`;
const isUpToDate = [output, types].every(
  (file) => existsSync(file) && readFileSync(file, 'utf8').startsWith(stamp),
);
if (isUpToDate) process.exit(0);
// Loaded only now, because the compiler takes a second to load.
const { default: asc } = await import('assemblyscript/asc');
const { bytes: shared, declarations } = await compile(['--enable', 'threads', '--sharedMemory']);
const { bytes: plain } = await compile([]);
const differing = [...shared.keys()].filter((at) => shared[at] !== plain[at]);
const [flags] = differing;
if (shared.length !== plain.length || differing.length !== 1 || shared[flags] !== 3) {
  throw new Error(
    `the modules differ in ${differing.length} bytes, expected the flags of the memory`,
  );
}
writeFileSync(
  output,
  `${stamp}
// Written by scripts/build-wasm.mjs from assembly/.

/** The SIMD kernels for shared memory, in hexadecimal. */
export const KERNEL_BYTES =
  '${Buffer.from(shared).toString('hex')}';

/** The byte offset of the flags of the imported memory. The flags are 3 if the memory is shared, else 1. */
export const MEMORY_FLAGS_AT = ${flags};
`,
);
// At the border of a module, truth is a number.
const functions = [...declarations.matchAll(/export function (.*;)$/gm)].map(([, one]) =>
  one.replaceAll(': boolean', ': number'),
);
writeFileSync(
  types,
  `${stamp}
// Written by scripts/build-wasm.mjs from assembly/.

/** The functions that assembly/index.ts exports. Addresses and lengths are in bytes. */
export interface Exports {
  /** The function table through which passes of laws are called. */
  readonly table: WebAssembly.Table;
${functions.map((one) => `  ${one}\n`).join('')}}
`,
);
console.log(`SIMD kernels: ${shared.length} bytes`);
