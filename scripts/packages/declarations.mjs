// Compiles the declarations of the packed packages in strict projects that check their libraries.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './manifests.mjs';

/** The compilers in `node_modules`. The oldest is the version that the READMEs and docs name. */
const COMPILERS = ['typescript-oldest', 'typescript'];

/** The projects: a page has no types of Node, and a Node project may not have the types of the DOM. */
const PROJECTS = [
  { name: 'page', packages: ['@skein/core', '@skein/worker'], lib: ['es2022', 'dom'], types: [] },
  { name: 'node', packages: ['@skein/core', '@skein/worker'], lib: ['es2022'], types: ['node'] },
  {
    name: 'scene',
    packages: ['@skein/three', '@skein/react'],
    lib: ['es2022', 'dom'],
    types: [],
  },
  { name: 'rooms', packages: ['@skein/rooms'], lib: ['es2022', 'dom'], types: [] },
  // Errors in the declarations of AWS, Arrow and other packages are ignored.
  { name: 'sweeps', packages: ['@skein/sweep', '@skein/queue'], lib: ['es2022'], types: ['node'] },
];

/**
 * @param {import('./unpacked.mjs').Unpacked} unpacked
 * @returns {string[]}
 */
export function checkDeclarations({ folder }) {
  return PROJECTS.flatMap(({ name, packages, lib, types }) => {
    const project = join(folder, name);
    mkdirSync(project);
    const lines = packages.map((one, i) => `export * as p${i} from '${one}';\n`);
    writeFileSync(join(project, 'index.mts'), lines.join(''));
    const page = lib.includes('dom');
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      target: 'es2022',
      module: page ? 'esnext' : 'nodenext',
      moduleResolution: page ? 'bundler' : 'nodenext',
      lib,
      types,
    };
    const config = { compilerOptions, files: ['index.mts'] };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
    return COMPILERS.flatMap((compiler) => compile(compiler, project, name));
  });
}

/**
 * @param {string} compiler
 * @param {string} project
 * @param {string} name
 */
function compile(compiler, project, name) {
  const script = join(root, 'node_modules', compiler, 'bin', 'tsc');
  const done = spawnSync(process.execPath, [script, '-p', project], { encoding: 'utf8' });
  if (done.status === 0) return [];
  // Each error of the compiler is one line, followed by indented lines.
  const errors = `${done.stdout}${done.stderr}`.trim().split(/\n(?!\s)/);
  return errors
    .filter((error) => !isForeign(error))
    .map((error) => `${name}, ${compiler}: ${error}`);
}

/**
 * Whether an error is in the declarations of a package from another project.
 *
 * @param {string} error
 */
function isForeign(error) {
  const [file] = /^.*?(?=\(\d+,\d+\): error)/.exec(error) ?? [''];
  return /node_modules\/\.pnpm\//.test(file);
}
