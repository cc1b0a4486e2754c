// What the packages cost a page, minified and gzipped. A limit is what it came to when it was last looked at and
// two percent: a change that goes over it is made smaller, or raises it in the commit that says why.

/** @param {import('esbuild').BuildOptions} config */
function asPage(config) {
  config.format = 'esm';
  // Vite 5 and 6 build for browsers without it, and refuse a package that has it.
  config.supported = { 'top-level-await': false };
  // What a page loads only when it needs it: it measures, has no threads, or uses the graphics card.
  config.external = [
    ...(config.external ?? []),
    './measure/measure-in-turns.js',
    './thread.js',
    './thread-plain.js',
    '@skein/gpu',
  ];
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
    limit: '244 kB',
  },
  {
    name: 'core and worker',
    path: worker,
    import: { [core]: '{ parseScenario, createWorld }', [worker]: '{ createTeam }' },
    limit: '137 kB',
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
    limit: '144 kB',
  },
  {
    name: 'all of react, without React and three.js',
    path: react,
    import: '*',
    ignore,
    limit: '157 kB',
  },
  { name: 'all of core', path: core, import: '*', limit: '289 kB' },
  // Of a flock: with SIMD, by laws and avoidance, in open space. Query and measure load the whole script.
  {
    name: 'a plain thread',
    path: 'packages/worker/dist/browser/thread-plain.js',
    limit: '81.6 kB',
  },
  { name: 'a thread', path: 'packages/worker/dist/browser/thread.js', limit: '178 kB' },
];

export default entries.map((entry) => ({ ...entry, gzip: true, modifyEsbuildConfig: asPage }));
