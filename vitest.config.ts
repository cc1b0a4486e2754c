import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { docsCode } from './scripts/docs/docs-code.mjs';
import { ISOLATION } from './scripts/serving/headers.mjs';
import {
  browserArguments,
  requireBrowser,
  skipBrowser,
  softwareWebGPU,
} from './scripts/setup/browser.mjs';
import { softwareVulkan } from './scripts/setup/vulkan.mjs';
import { builtSources } from './scripts/testing/built-sources.mjs';
import { isOtherThree, otherThree } from './scripts/testing/other-three.mjs';

/** Whether the set-up has just built everything, see `builtSources`. */
const isBuilt = process.env.SKEIN_BUILT === '1';

/** What Node and its threads run is bundles of what was built. */
const bundled = {
  globalSetup: isBuilt
    ? []
    : [
        'packages/core/scripts/bundle-node.mjs',
        'packages/worker/scripts/bundle-thread.mjs',
        'packages/cli/scripts/bundle-cli.mjs',
      ],
};

/** Only `npm run test:long` runs these. */
const long = process.env.SKEIN_LONG === '1' ? [] : ['**/*.long.*'];

const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A page that is drawn in software, beside other tests, may take longer than the usual second.
  expect: { poll: { timeout: 10_000 } },
};

/** Returns a project whose tests run in Node. */
function inNode(test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    plugins: isBuilt ? [builtSources()] : [],
    test: {
      environment: 'node',
      pool: 'forks',
      // Loading what is tested takes as long as most of the tests: once in a process, not once in a file.
      isolate: false,
      // A quarter of the time went into optimizing code that runs once.
      execArgv: ['--interrupt-budget=200000'],
      server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
      ...patience,
      ...test,
    },
  };
}

const node: TestProjectInlineConfiguration = {
  resolve: { alias: otherThree() },
  ...inNode({
    name: 'node',
    include: [
      'packages/*/test/**/*.test.ts',
      'bench/test/**/*.test.ts',
      'examples/{*/,}test/**/*.test.ts',
      'scripts/test/**/*.test.ts',
    ],
    exclude: [
      ...['**/node_modules/**', '**/*.browser.test.ts', '**/*.page.test.ts', '**/*.gpu.test.ts'],
      ...['packages/worker/**', 'packages/gpu/**', '**/*.threads.test.ts', ...long],
    ],
    // Most files keep one core busy: two of them at a time, also on two cores.
    maxWorkers: 2,
    sequence: { groupOrder: 0 },
    ...bundled,
  }),
};

/** Of the tests that start teams of threads, one at a time. */
const threads = inNode({
  name: 'threads',
  include: ['packages/worker/test/**/*.test.ts', 'packages/*/test/**/*.threads.test.ts'],
  exclude: ['**/node_modules/**', '**/*.browser.test.ts', '**/*.gpu.test.ts', ...long],
  maxWorkers: 1,
  sequence: { groupOrder: 1 },
  ...bundled,
});

/** Of what runs on a graphics card in software: by default that of a Chromium, in long tests that of Mesa. */
const gpu = inNode({
  name: 'gpu',
  include: ['packages/gpu/test/**/*.test.ts', 'packages/*/test/**/*.gpu.test.ts'],
  exclude: ['**/node_modules/**', '**/*.browser.test.ts', ...long],
  env: softwareVulkan(process.env.SKEIN_LONG ? 'lavapipe' : 'swiftshader'),
  maxWorkers: 1,
  sequence: { groupOrder: 1 },
});

function browserProjects(): TestProjectInlineConfiguration[] {
  const args = [...browserArguments(), ...softwareWebGPU];
  const launchOptions = { executablePath: requireBrowser(), args };
  return [
    {
      plugins: [docsCode()],
      server: { headers: ISOLATION },
      resolve: { alias: otherThree() },
      // Found late, a dependency would reload the page in the middle of a test.
      optimizeDeps: {
        include: [
          ...['@skein/core > zod', '@skein/worker > comlink', '@skein/three > three'],
          '@skein/core > navcat/blocks',
          ...(isOtherThree()
            ? []
            : ['webgpu', 'tsl', 'addons/tsl/display/BloomNode.js'].map(
                (name) => `@skein/three > three/${name}`,
              )),
          ...['EffectComposer', 'OutputPass', 'RenderPass'].map(
            (name) => `@skein/three > three/addons/postprocessing/${name}.js`,
          ),
          ...['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom/client'].map(
            (name) => `@skein/react > ${name}`,
          ),
          ...['@react-three/fiber', 'three'].map((name) => `@skein/react > ${name}`),
        ],
      },
      test: {
        name: 'browser',
        include: ['packages/*/test/**/*.browser.test.{ts,tsx}'],
        exclude: ['**/node_modules/**', ...long],
        env: { SKEIN_LONG: process.env.SKEIN_LONG ?? '' },
        // As in Node: the modules of three.js and React take as long to load as most tests.
        isolate: false,
        browser: {
          enabled: true,
          provider: playwright({ launchOptions }),
          headless: true,
          screenshotFailures: false,
          instances: [{ browser: 'chromium' }],
        },
        // Last: its pages go on drawing until the browser is closed, with all others.
        sequence: { groupOrder: 3 },
        ...bundled,
        ...patience,
      },
    },
    // The whole viewer: built, served, and shown by a Chromium driven from Node (test/open-page.ts).
    inNode({
      name: 'page',
      globalSetup: ['packages/viewer/test/built-site.ts'],
      include: ['packages/viewer/test/**/*.page.test.ts', 'examples/test/**/*.page.test.ts'],
      exclude: ['**/node_modules/**', ...long],
      maxWorkers: 1,
      // A page that is drawn in software may be late, and is given a second try, which `npm test`
      // tells of; what says anything about a hash is not.
      retry: { count: 1, condition: /^(?![\s\S]*(?:hash|[0-9a-f]{16}))/i },
      sequence: { groupOrder: 2 },
    }),
  ];
}

export default defineConfig({
  test: {
    projects: skipBrowser ? [node, threads, gpu] : [node, threads, gpu, ...browserProjects()],
  },
});
