// Scripts that run in Node and in other runtimes for the same packages.
import { join } from 'node:path';
import { packAll } from '../packages/packed.mjs';
import { pnpm as pnpmPackage } from '../setup/pnpm.mjs';
import { lastLine, Skipped } from './project.mjs';
import { COMMONJS, SCRIPT } from './scene.mjs';

/** @typedef {import('./project.mjs').Consumer} Consumer */
/** @typedef {import('./project.mjs').Project} Project */

/** @type {Consumer} */
const modules = {
  name: 'node',
  how: 'Node, ES modules',
  tools: [],
  async run(project) {
    project.install();
    project.write({ 'main.mjs': SCRIPT });
    return project.script('main.mjs');
  },
};

/** @type {Consumer} */
const commonJs = {
  name: 'node-cjs',
  how: 'Node, CommonJS',
  tools: [],
  async run(project) {
    project.install();
    project.write({ 'main.cjs': COMMONJS });
    return project.script('main.cjs');
  },
};

/** Options of the compiler with all checks, including those of libraries. */
const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: 'es2022',
  module: 'nodenext',
  outDir: 'out',
  types: ['node'],
};

/**
 * @param {string} name
 * @param {string} version
 * @returns {Consumer}
 */
function typescript(name, version) {
  return {
    name,
    how: 'Node, strict TypeScript that checks its libraries',
    tools: ['typescript'],
    async run(project) {
      project.install(`typescript@${version}`, '@types/node@20');
      project.write({
        'main.mts': SCRIPT,
        'tsconfig.json': JSON.stringify({ compilerOptions: STRICT, files: ['main.mts'] }),
      });
      project.tool('typescript/tsc', '-p', '.');
      return project.script(join('out', 'main.mjs'));
    },
  };
}

/**
 * A script whose packages another package manager installs from packed files, which depend on each other.
 *
 * @param {string} name
 * @param {string} how
 * @param {(project: Project, files: Readonly<Record<string, string>>) => void} install
 * @returns {Consumer}
 */
function packed(name, how, install) {
  return {
    name,
    how,
    tools: [],
    async run(project) {
      const files = Object.fromEntries(
        packAll(project.folder)
          .filter((one) => ['core', 'gpu', 'worker'].includes(one.folder))
          .map((one) => [one.name, `file:${one.file}`]),
      );
      install(project, files);
      project.write({ 'main.mjs': SCRIPT });
      return project.script('main.mjs');
    },
  };
}

/** @param {object} manifest */
function manifestText(manifest) {
  return JSON.stringify({ name: 'consumer', private: true, type: 'module', ...manifest });
}

const npm = packed('npm-files', 'Node, packed files by npm', (project, files) => {
  const paths = Object.values(files);
  project.command('npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...paths);
});

const pnpm = packed('pnpm-files', 'Node, packed files by pnpm', (project, files) => {
  const core = files['@skein/core'];
  project.write({
    'package.json': manifestText({ dependencies: files }),
    'pnpm-workspace.yaml': `overrides:\n  "@skein/core": ${core}\n`,
  });
  project.command('npx', '--yes', pnpmPackage, 'install');
});

/**
 * @param {string} name
 * @param {string} version
 */
function yarn(name, version) {
  return packed(name, `Node, packed files by Yarn ${version}`, (project, files) => {
    project.write({
      'package.json': manifestText({ dependencies: files, resolutions: files }),
      // Yarn 4 does not read npm's settings.
      '.yarnrc.yml': `nodeLinker: node-modules\nenableImmutableInstalls: false\nnpmRegistryServer: "${project.registry}"\nunsafeHttpWhitelist: ["127.0.0.1"]\n`,
      'yarn.lock': '',
    });
    const which = version.startsWith('1') ? `yarn@${version}` : `@yarnpkg/cli-dist@${version}`;
    project.command('npx', '--yes', '-p', which, 'yarn', 'install');
  });
}

/**
 * A runtime other than Node that npm can install.
 *
 * @param {string} name
 * @param {string} how
 * @param {readonly string[]} parameters
 * @returns {Consumer}
 */
function runtime(name, how, parameters) {
  return {
    name,
    how,
    tools: [name],
    async run(project) {
      try {
        project.install(name);
        project.command(...binary(name), '--version');
      } catch (error) {
        throw new Skipped(`npm could not install ${name} here: ${firstLine(error)}`);
      }
      project.write({ 'main.mjs': SCRIPT });
      return lastLine(project.command(...binary(name), ...parameters, 'main.mjs'));
    },
  };
}

/** @param {string} name @returns {[string, ...string[]]} */
function binary(name) {
  return ['npx', name];
}

/** @param {unknown} error */
function firstLine(error) {
  return error instanceof Error ? error.message.split('\n')[0] : String(error);
}

export const SCRIPTS = [
  modules,
  commonJs,
  typescript('typescript-5.7', '5.7.3'),
  typescript('typescript', 'latest'),
  npm,
  pnpm,
  yarn('yarn-1', '1'),
  yarn('yarn-4', '4'),
  runtime('deno', 'Deno', ['run', '--allow-all']),
  runtime('bun', 'Bun', ['run']),
];
