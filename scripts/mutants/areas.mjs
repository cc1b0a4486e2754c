// The areas: parts of the code to mutate, with their tests. All but `laws` and the last are small enough to be tried completely.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Tests that take seconds each and detect few mutants, in code that fast tests also cover. */
const SLOW = [
  // Whole scenes, random scenes, or fuzzing.
  'packages/core/test/fuzz/**',
  'packages/core/test/scenes/**',
  'packages/core/test/scenes.test.ts',
  'packages/core/test/tick/determinism.test.ts',
  'packages/core/test/tick/invariants.test.ts',
  'packages/core/test/tick/{moved-scenes,one-hash}.test.ts',
  'packages/core/test/tick/pipeline.test.ts',
  // Runs the linter on the sources, which are instrumented here.
  'packages/core/test/lint.test.ts',
];

const TICK = [
  'barrier',
  'run-thread',
  'pipeline',
  'renew-memory',
  'balance',
  'worker-time',
  'tick',
];
const BARRIER = [
  ...TICK.map((name) => `packages/core/src/tick/${name}.ts`),
  ...['packages/core/src/tick/attach-world.ts', 'packages/core/src/world/slice.ts'],
];
const DECODER = [
  ...['scenario/parse', 'scenario/sections', 'schema/guard', 'scenario/known-keys'],
  ...['schema/unwrap', 'scenario/zeros', 'scenario/grid-map', 'scenario/parameters'],
  ...['scenario/neighbor-ranges', 'slip'],
];

/**
 * @typedef Area
 * @property {readonly string[]} mutate the sources: files and folders
 * @property {readonly string[]} tests patterns of the tests, in the order in which they are tried
 * @property {readonly string[]} [exclude] patterns of tests to exclude
 * @property {readonly RegExp[]} [skip] names of tests to skip: they measure times, which instrumented code changes, or
 * take seconds for what other tests also check
 * @property {Readonly<Record<string, readonly string[]>>} [threads] for each test file, the sources that its threads
 * run. Coverage in threads is not recorded, so its tests are tried on every mutant of these sources
 */

/**
 * The sources of an area, as paths relative to the root.
 * @param {string} root
 * @param {Area} area
 */
export function sourcesOf(root, { mutate }) {
  return mutate.flatMap((path) => {
    if (path.endsWith('.ts')) return [path];
    const names = readdirSync(join(root, path), { encoding: 'utf8', recursive: true });
    return names
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => `${path}/${name}`);
  });
}

/** @type {Record<string, Area>} */
export const AREAS = {
  barrier: {
    mutate: BARRIER,
    tests: [
      ...[
        'tick/worker-time',
        'tick/alone',
        'world/layout',
        'phases/sort',
        'tick/tick',
        'tick/barrier',
      ],
      ...['tick/renew-memory', 'tick/balance', 'tick/thread'],
    ].map((name) => `packages/core/test/${name}.test.ts`),
    skip: [
      // One team of several, and poison in some phases instead of all.
      /^with (?:4 threads that spin 200|8 threads that)/,
      /^(?:hash|integrate|launch|countBirths|bin|prefixSum|writeBirths)$/,
      /^(?!beams).* continues with the same hashes and events, renewed/,
    ],
    threads: {
      'packages/core/test/tick/barrier.test.ts': ['packages/core/src/tick/barrier.ts'],
      'packages/core/test/tick/thread.test.ts': BARRIER,
    },
  },
  decoder: {
    // The tables of the schema are compared with generated files, so every change in them is detected.
    mutate: [
      ...DECODER.map((name) => `packages/core/src/${name}.ts`),
      'packages/core/src/json-text.ts',
    ],
    tests: [
      ...['scenario/parse', 'scenario/schema', 'json-text', 'path/map', 'world/commands'],
      ...['scenario/describe', 'scenario/guard'],
    ].map((name) => `packages/core/test/${name}.test.ts`),
    skip: [
      ...[/^are refused in 5 ms/, /^is refused unread when it is too long/],
      ...[/^are counted up to the limit of a million lists/, /^accepts what parseScenario accepts/],
      /^of 65 keys, or of 33 levels/,
    ],
  },
  snapshot: {
    mutate: ['packages/core/src/snapshot'],
    tests: [
      ...['checksum', 'state-difference', 'births', 'old-files', 'container', 'corruption'],
      ...['check-step', 'hostile', 'replay', 'snapshot'],
    ].map((name) => `packages/core/test/snapshot/${name}.test.ts`),
    skip: [
      ...[/^of tick \d+ continues with other workers/, /^a file has at most 1,048,576 sections/],
      /^of 6,291,456 commands is/,
    ],
  },
  grid: {
    mutate: ['packages/core/src/grid'],
    tests: ['packages/core/test/tick/golden.test.ts', 'packages/core/test/grid/**/*.test.ts'],
  },
  laws: {
    mutate: ['packages/core/src/laws'],
    tests: ['packages/core/test/laws/**/*.test.ts'],
    // Runs scripts of the page in processes of their own, which have no mutants.
    exclude: ['packages/core/test/laws/page.test.ts'],
  },
  life: {
    mutate: [
      ...['births', 'ended', 'kinship', 'newborn-columns', 'obstacle-motion', 'offspring'].map(
        (name) => `packages/core/src/phases/${name}.ts`,
      ),
      ...['phases/effects', 'phases/reports', 'commands'].map(
        (folder) => `packages/core/src/${folder}`,
      ),
      ...['world/ids.ts', 'world/life-plan.ts', 'world/life.ts'].map(
        (file) => `packages/core/src/${file}`,
      ),
    ],
    tests: [
      ...['tick/thousand-commands', 'phases/offspring', 'phases/reports', 'phases/reports-again'],
      ...['world/agent-commands', 'world/commands', 'world/limits'],
      ...['world/spawn', 'world/assign', 'world/lives', 'behaviors/moving-obstacles'],
    ].map((name) => `packages/core/test/${name}.test.ts`),
  },
  core: {
    mutate: [
      'commands',
      'grid',
      'insight',
      'math',
      'path',
      'phases',
      'query',
      'steering',
      'world',
    ].map((folder) => `packages/core/src/${folder}`),
    // The scenes come first: mutants that their hashes do not detect are left to the tests of each part.
    tests: ['packages/core/test/tick/golden.test.ts', 'packages/core/test/**/*.test.ts'],
    exclude: [
      ...SLOW,
      ...['json-text', 'tick/{alone,b*,r*,s*,t*,w*}', '{scenario,snapshot}/**/*'].map(
        (name) => `packages/core/test/${name}.test.ts`,
      ),
      // Whole runs that are compared with others. The golden hashes detect as much.
      'packages/core/test/behaviors/*/{scenes,dogfight}.test.ts',
      'packages/core/test/simd/{assembly,crowds}.test.ts',
    ],
    skip: [
      ...[
        /^acts on free bees in the share of seconds/,
        /same hashes for any number of workers and both kernels/,
        /^swarm-100k/,
      ],
      ...[/^of 65 keys, or of 33 levels/, /spread 500000$/],
    ],
  },
};
