/**
 * What a tool needs: the installed packages, the build (which includes them), a Chromium, a Redis, or a graphics card in
 * software. With a question mark, it does less without.
 *
 * @typedef {'packages' | 'build' | 'browser' | 'browser?' | 'redis' | 'redis?' | 'lavapipe' | 'lavapipe?'} Need
 */

/**
 * @typedef Tool
 * @property {string} file relative to the root; its first comment is what `--help` prints
 * @property {readonly Need[]} needs
 * @property {string} does
 */

/** @type {Readonly<Record<string, Tool>>} */
export const TOOLS = {
  start: {
    file: 'scripts/serving/start.mjs',
    needs: ['build'],
    does: 'serves the built page',
  },
  dev: {
    file: 'scripts/serving/dev.mjs',
    needs: ['build'],
    does: 'serves the page from its sources, and reloads changes',
  },
  site: {
    file: 'scripts/serving/site.mjs',
    needs: ['build'],
    does: 'builds the page for a host',
  },
  docs: {
    file: 'scripts/docs/docs.mjs',
    needs: ['build'],
    does: 'builds the documentation, with the page beside it',
  },
  'docs-dev': {
    file: 'scripts/docs/docs-dev.mjs',
    needs: ['build'],
    does: 'serves the documentation from its Markdown, and reloads changes',
  },
  'docs-check': {
    file: 'scripts/docs/docs-check.mjs',
    needs: ['build', 'browser'],
    does: 'opens every page of the built documentation: links, errors, other hosts, width, search',
  },
  test: {
    file: 'scripts/testing/test.mjs',
    needs: ['build', 'browser?', 'redis?'],
    does: 'runs lint, types and all tests',
  },
  'test:long': {
    file: 'scripts/testing/test-long.mjs',
    needs: ['build', 'browser?', 'redis?', 'lavapipe?'],
    does: 'runs the tests with all ticks, seeds and combinations',
  },
  'test-oldest-three': {
    file: 'scripts/testing/test-oldest-three.mjs',
    needs: ['build', 'browser'],
    does: 'tests @skein/three with the oldest three.js that it supports',
  },
  properties: {
    file: 'scripts/testing/properties.mjs',
    needs: ['build'],
    does: 'checks random worlds and laws by the thousand',
  },
  fuzz: {
    file: 'scripts/testing/fuzz.mjs',
    needs: ['build'],
    does: 'mutates the input of every gate',
  },
  damage: {
    file: 'scripts/testing/damage.mjs',
    needs: ['build'],
    does: 'flips each bit of a snapshot, and kills processes that save',
  },
  faults: {
    file: 'scripts/testing/faults.mjs',
    needs: ['build'],
    does: 'makes faults of workers by the thousand',
  },
  schedules: {
    file: 'scripts/testing/schedules.mjs',
    needs: ['build'],
    does: 'runs the supervision of a team under a virtual clock, a million times',
  },
  chaos: {
    file: 'scripts/testing/chaos.mjs',
    needs: ['build', 'redis'],
    does: 'kills workers, caller and Redis of a queued sweep',
  },
  engines: {
    file: 'scripts/engines/engines.mjs',
    needs: ['build', 'lavapipe?'],
    does: 'checks the golden hashes in several engines, which it installs if it can',
  },
  mutants: {
    file: 'scripts/mutants/mutants.mjs',
    needs: ['build'],
    does: 'changes the code in one place at a time, and sees whether a test fails',
  },
  bench: {
    file: 'bench/dist/run.js',
    needs: ['build'],
    does: 'runs the benchmark',
  },
  card: {
    file: 'bench/dist/gpu/run.js',
    needs: ['build'],
    does: 'tries the graphics card of this machine: exactness, and the time of a tick beside all cores',
  },
  'card-pack': {
    file: 'bench/pack-card.mjs',
    needs: ['build'],
    does: 'packs card for a machine without Node or network',
  },
  figures: {
    file: 'scripts/figures/figures.mjs',
    needs: ['build'],
    does: 'measures the figures of the documentation that are the same everywhere, and writes them',
  },
  showpieces: {
    file: 'scripts/figures/showpieces.mjs',
    needs: ['build'],
    does: 'runs the sweeps of docs/experiments.md again',
  },
  'first-picture': {
    file: 'packages/viewer/scripts/first-picture.mjs',
    needs: ['build', 'browser'],
    does: 'measures how long the page takes to its first picture',
  },
  'frame-cost': {
    file: 'packages/viewer/scripts/frame-cost.mjs',
    needs: ['build', 'browser?'],
    does: 'measures what very many points cost the main thread',
  },
  rewind: {
    file: 'packages/viewer/scripts/rewind.mjs',
    needs: ['build', 'browser'],
    does: 'measures how long the page takes to another moment of a run',
  },
  pictures: {
    file: 'scripts/pictures/pictures.mjs',
    needs: ['build', 'browser?'],
    does: 'draws the pictures of the documentation',
  },
  thumbnails: {
    file: 'packages/viewer/scripts/thumbnails.mjs',
    needs: ['build', 'browser'],
    does: 'draws the pictures of the scenes, for the gallery or the documentation',
  },
  screenshot: {
    file: 'packages/viewer/scripts/screenshot.mjs',
    needs: ['build', 'browser'],
    does: 'takes a picture of a scene at one of its ticks',
  },
  'paper-crane': {
    file: 'packages/viewer/scripts/paper-crane.mjs',
    needs: [],
    does: 'writes the model of docs/bodies.md',
  },
  'scenes-capture': {
    file: 'packages/viewer/scripts/capture.mjs',
    needs: ['build', 'browser'],
    does: 'draws every scene of the page into a folder',
  },
  'scenes-compare': {
    file: 'packages/viewer/scripts/compare.mjs',
    needs: ['packages'],
    does: 'compares two such folders, pixel by pixel',
  },
  packages: {
    file: 'scripts/packages/pack.mjs',
    needs: ['build'],
    does: 'packs the packages as files that npm, pnpm and Yarn install',
  },
  'packages-check': {
    file: 'scripts/packages/check.mjs',
    needs: ['build'],
    does: 'checks the packed packages with the tools of users',
  },
  registry: {
    file: 'scripts/packages/registry.mjs',
    needs: ['build'],
    does: 'serves the packages on a local registry',
  },
  consumers: {
    file: 'scripts/consumers/consumers.mjs',
    needs: ['build', 'browser?'],
    does: 'tries the packages in other projects: Node, Deno, Bun, bundlers, templates',
  },
  'release-version': {
    file: 'scripts/packages/version.mjs',
    needs: ['packages'],
    does: 'turns the changesets into the next version and its part of the changelog',
  },
  'release-publish': {
    file: 'scripts/packages/publish.mjs',
    needs: ['build'],
    does: 'publishes the packages; only the release workflow calls it',
  },
};
