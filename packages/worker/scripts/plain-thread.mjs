// What the plain script of a thread lacks: the code that no thread runs in worlds for which `isPlain` says yes. The
// functions of these modules throw LACKING instead. A test steps such worlds with what is left.
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LACKING } from '../dist/protocol.js';

const core = join(dirname(fileURLToPath(import.meta.url)), '../../core');

/** Modules of core, by the beginnings of their names. */
const LACKED = [
  // Paths, meshes and ground with heights.
  ...['path/', 'world/find-path', 'world/grid-map', 'world/heights', 'world/mesh'],
  ...['world/open-cells', 'world/path-finders', 'phases/keep-on-mesh', 'phases/keep-off-ground'],
  ...['phases/effects/cells'],
  ...['steering/paths/flow-field', 'steering/paths/navigating', 'steering/paths/over-mesh'],
  ...['steering/paths/toward', 'tick/path-thread'],
  // Behaviors that are more than a law.
  ...['steering/context/', 'simd/context-twin', 'steering/orca/', 'simd/orca-twin'],
  // Scalar fields, births by laws, states, reports, particles, and what watches flights around targets.
  ...['phases/hash-fields', 'phases/step-fields', 'phases/deposits', 'simd/field-twin'],
  ...['phases/parents', 'phases/offspring'],
  ...['phases/transit', 'phases/report.', 'phases/emit', 'phases/orbits'],
  ...['phases/particles', 'phases/living-particles', 'tick/particle-thread'],
  // Launchers, assigned aims, and rare shapes of obstacles.
  ...[
    'phases/effects/fire',
    'phases/effects/assign',
    'math/ballistics',
    'shapes/capsule',
    'shapes/polygon',
  ],
  // Side tasks.
  ...['query/', 'tick/query-thread', 'simd/nearest-query-twin'],
  ...['measure/', 'tick/measure-thread'],
  // What SIMD replaces.
  ...[
    'phases/plant-trees',
    'phases/integrate',
    'phases/bin',
    'phases/prefix-sum',
    'phases/scatter',
  ],
  ...['steering/index', 'grid/tree', 'grid/nearest', 'grid/places-in-tree', 'phases/quarantine'],
];

/**
 * Bundles the plain half of what a thread runs: once to see which SIMD kernels it calls, then with those alone.
 *
 * @param {(plugin: import('rolldown').Plugin) => Promise<string>} bundle
 */
export async function plainly(bundle) {
  const code = await bundle(withKernels(''));
  return bundle(withKernels(await kernelsIn(code)));
}

/**
 * @param {string} kernels the module of the kernels, in hexadecimal
 * @returns {import('rolldown').Plugin}
 */
function withKernels(kernels) {
  return {
    name: 'plain',
    resolveId: (id) => (id === THROWER ? id : null),
    async load(id) {
      if (id === THROWER) return THROWING;
      const name = relative(join(core, 'dist'), id).replaceAll('\\', '/');
      if (name === 'simd/bytes.js') {
        const flags = kernels.indexOf(MEMORY) + MEMORY.length;
        return `export const KERNEL_BYTES = '${kernels}', MEMORY_FLAGS_AT = ${flags / 2};`;
      }
      if (!LACKED.some((beginning) => name.startsWith(beginning))) return null;
      const exported = Object.entries(await import(pathToFileURL(id).href));
      return exported.map(([key, value]) => standIn(key, value)).join('\n');
    },
  };
}

/** The module of what stands in for the functions and the objects that the script lacks. */
const THROWER = '\0lacking';
const THROWING = `
export function lacking() { throw new Error(${JSON.stringify(LACKING)}); }
export const absent = new Proxy({}, { get: lacking, has: lacking, ownKeys: lacking });
`;

/** The import of the memory in a WebAssembly module. The flags of the memory follow. */
const MEMORY = Buffer.from('\x03env\x06memory\x02').toString('hex');

/**
 * Returns the code of an export: of the same number or text, or of what throws when it is used.
 *
 * @param {string} key
 * @param {unknown} value
 */
function standIn(key, value) {
  if (/number|string/.test(typeof value)) return `export const ${key} = ${JSON.stringify(value)};`;
  const name = typeof value === 'function' ? 'lacking' : 'absent';
  return `export { ${name} as ${key} } from ${JSON.stringify(THROWER)};`;
}

/**
 * Returns the module of the SIMD kernels that a script calls, in hexadecimal.
 *
 * @param {string} code
 */
async function kernelsIn(code) {
  const { KERNEL_BYTES } = await import('../../core/dist/simd/bytes.js');
  const { resolve } = createRequire(join(core, 'package.json'));
  // Loaded only now, because it takes long.
  const { default: binaryen } = await import(
    pathToFileURL(resolve('assemblyscript/lib/binaryen.js')).href
  );
  const module = binaryen.readBinary(Buffer.from(KERNEL_BYTES, 'hex'));
  module.setFeatures(binaryen.Features.All);
  const names = Array.from({ length: module.getNumExports() }, (_, at) => {
    return binaryen.getExportInfo(module.getExportByIndex(at)).name;
  });
  for (const name of names) {
    if (!new RegExp(`\\.${name}\\b`).test(code)) module.removeExport(name);
  }
  module.runPasses(['remove-unused-module-elements']);
  return Buffer.from(module.emitBinary()).toString('hex');
}
