// What the packages cost a page, minified and gzipped. A limit is what it came to when it was last looked at and
// two percent: a change that goes over it is made smaller, or raises it in the commit that says why.

/** @param {import('esbuild').BuildOptions} config */
function asPage(config) {
  config.format = 'esm';
  // Vite 5 and 6 build for browsers without it, and refuse a package that has it.
  config.supported = { 'top-level-await': false };
  return config;
}

const core = 'packages/core/dist/index.js';
const path = 'packages/core/dist/path/index.js';
const worker = 'packages/worker/dist/browser/index.js';
const three = 'packages/three/dist/index.js';
const react = 'packages/react/dist/index.js';

/** What pages that draw have anyway. */
const ignore = ['three', 'react', 'react/jsx-runtime', '@react-three/fiber'];

/** @type {import('size-limit').SizeLimitConfig} */
const entries = [
  { name: 'PathFinder alone', path, import: '{ PathFinder }', limit: '5.1 kB' },
  { name: 'flowField alone', path, import: '{ flowField }', limit: '2.1 kB' },
  {
    name: 'core on the thread of the page',
    path: core,
    import: '{ parseScenario, createWorld, tick }',
    limit: '216 kB',
  },
  {
    name: 'core and worker',
    path: worker,
    import: { [core]: '{ parseScenario, createWorld }', [worker]: '{ createTeam }' },
    limit: '252 kB',
  },
  {
    name: 'core, worker and three, without three.js',
    path: three,
    import: {
      [core]: '{ parseScenario, createWorld }',
      [worker]: '{ createTeam }',
      [three]: '{ createDriver, createAgents }',
    },
    ignore,
    limit: '259 kB',
  },
  {
    name: 'all of react, without React and three.js',
    path: react,
    import: '*',
    ignore,
    limit: '270 kB',
  },
  { name: 'all of core', path: core, import: '*', limit: '255 kB' },
  { name: 'a thread', path: 'packages/worker/dist/browser/thread.js', limit: '119 kB' },
];

export default entries.map((entry) => ({ ...entry, gzip: true, modifyEsbuildConfig: asPage }));
