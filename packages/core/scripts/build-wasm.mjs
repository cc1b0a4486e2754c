// Compiles packages/core/assembly to packages/core/src/simd/bytes.ts, in hexadecimal: a module that
// every bundler and every host can load, and that compresses better than base64. For shared and for
// plain memory it differs in one byte.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const core = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(core, 'assembly');
const output = join(core, 'src', 'simd', 'bytes.ts');

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

/** @param {string[]} options @returns {Promise<Uint8Array>} */
async function compile(options) {
  const stdout = asc.createMemoryStream();
  /** @type {Uint8Array | undefined} */
  let bytes;
  const { error, stderr } = await asc.main([...common, ...options, '--outFile', 'out.wasm'], {
    stdout,
    readFile: (/** @type {string} */ name, /** @type {string} */ base) => {
      const file = join(source, base, name);
      return existsSync(file) ? readFileSync(file, 'utf8') : null;
    },
    writeFile: (/** @type {string} */ _name, /** @type {Uint8Array} */ contents) => {
      bytes = contents;
    },
    listFiles: () => [],
  });
  if (error || !bytes) throw new Error(`${stderr.toString()}${error?.message ?? 'no output'}`);
  return bytes;
}

const stamp = `// ${sourceHash()}`;
if (existsSync(output) && readFileSync(output, 'utf8').startsWith(stamp)) process.exit(0);
// Loaded only now, because the compiler takes a second to load.
const { default: asc } = await import('assemblyscript/asc');
const shared = await compile(['--enable', 'threads', '--sharedMemory']);
const plain = await compile([]);
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
console.log(`SIMD kernels: ${shared.length} bytes`);
