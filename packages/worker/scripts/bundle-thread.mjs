// Bundles what a thread runs into one file. Node loads it in a fifth of the time that its hundred modules take. In
// a page it needs no bundler and no import map, which do not reach workers, and can be loaded from another origin.
// For Node, what hosts the threads is one file as well, without the other packages.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import jsTokens from 'js-tokens';
// Rolldown: Vite, which the viewer is built with, already brings it.
import { rolldown } from 'rolldown';
import {
  readable,
  replace,
  sourceMapOf,
  withSourceMaps,
} from '../../../scripts/packages/bundles.mjs';
import { plainly } from './plain-thread.mjs';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');

/** The length from which a line of a minified script is broken. */
const LINE = 500;

/** Also called by vitest before the tests, as threads would else run what was built before. */
export async function setup() {
  await bundleForNode('thread');
  await bundleForNode('index', (id) => !/^[./]/.test(id));

  const script = await bundleForPage();
  replace(join(dist, 'browser', 'thread.js'), script);
  replace(join(dist, 'browser', 'thread-plain.js'), await plainly(bundleForPage));
  // The text of the script is as long as the script, so the code that throws is on lines of its own.
  const options = { ...readable, sourcemap: false };
  const [inline] = await bundle('browser', join('browser', 'inline-worker.js'), options, {
    transform: { define: { THREAD_SCRIPT: JSON.stringify(script) } },
  });
  replace(join(dist, 'browser', 'inline.js'), inline.code);
}

/** @param {import('rolldown').Plugin} [plugin] */
async function bundleForPage(plugin) {
  const input = join('browser', 'thread-modules.js');
  const [{ code }] = await bundle('browser', input, { minify: true }, { plugins: plugin });
  return broken(code);
}

/**
 * @param {string} name
 * @param {(id: string) => boolean} external
 */
async function bundleForNode(name, external = (id) => id.startsWith('node:')) {
  const dir = join(dist, 'node');
  const names = { entryFileNames: '[name].bundle.js', chunkFileNames: `${name}-[name].js` };
  const input = join('node', `${name}.js`);
  // Not `node`, for which core has a few files, each with more than a thread needs.
  for (const chunk of await bundle(
    'neutral',
    input,
    { ...readable, ...names, dir },
    { external },
  )) {
    if (chunk.type !== 'chunk') continue;
    const file = join(dir, chunk.fileName);
    const map = sourceMapOf(chunk, file);
    if (map !== undefined) replace(`${file}.map`, map);
    replace(file, chunk.code);
  }
}

/**
 * Breaks the long lines of a script, as whoever meets an error in it may be shown its line.
 *
 * @param {string} code
 */
function broken(code) {
  let length = 0;
  let text = '';
  for (const { type, value } of jsTokens(code)) {
    // A long text, the kernels, has a line of its own.
    text += value.length > LINE && /[(=]$/.test(text.at(-1) ?? '') ? `\n${value}\n` : value;
    length = type === 'LineTerminatorSequence' ? 0 : length + value.length;
    // A line may end after each of these, whatever comes next.
    if (length < LINE || type !== 'Punctuator' || !/^[,;{]$/.test(value)) continue;
    text += '\n';
    length = 0;
  }
  return text;
}

/**
 * @param {'neutral' | 'browser'} platform
 * @param {string} input
 * @param {import('rolldown').OutputOptions} options
 * @param {Pick<import('rolldown').InputOptions, 'external' | 'transform' | 'plugins'>} [how]
 */
async function bundle(platform, input, options, how = {}) {
  const made = await rolldown({
    input: join(dist, input),
    platform,
    ...how,
    plugins: [how.plugins, withSourceMaps],
  });
  const { output } = await made.generate({ ...options, format: 'esm' });
  return output;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
