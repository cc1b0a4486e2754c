// What the scripts that bundle a package share: source maps that lead to what ships, and files that change at once.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));

/**
 * Reads each module with the source map beside it, which the bundler would else ignore.
 *
 * @type {import('rolldown').Plugin}
 */
export const withSourceMaps = {
  name: 'with-source-maps',
  load(id) {
    if (!existsSync(`${id}.map`)) return null;
    return { code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') };
  },
};

/** @type {import('rolldown').OutputOptions} */
export const readable = {
  format: 'esm',
  // Node prints the line that threw, so there is no long line: names and lines are those of the source.
  minify: false,
  // Comments are in the source that ships. Bundlers never read these files, so no annotation is needed.
  comments: { legal: true, annotation: false, jsdoc: false },
  sourcemap: true,
};

/**
 * Returns the text of the source map of a chunk; undefined if the chunk has no code of its own. Our packages ship their sources, so the map only names them: a package
 * lies beside the others, here and where they are installed. The map contains the sources of other packages.
 *
 * @param {import('rolldown').OutputChunk} chunk made with `readable`
 * @param {string} file where the chunk will be
 */
export function sourceMapOf({ map, fileName }, file) {
  if (!map) return undefined;
  const { version, names, mappings } = map;
  const sources = map.sources.map((source) => resolve(dirname(file), source));
  const ours = sources.map((source) => source.startsWith(packages) && !isInstalled(source));
  return JSON.stringify({
    version,
    file: fileName,
    names,
    sources: sources.map((source, at) =>
      ours[at]
        ? relative(dirname(file), source).replaceAll('\\', '/')
        : source.replace(/^.*[\\/]node_modules[\\/]/, 'node_modules/').replaceAll('\\', '/'),
    ),
    sourcesContent: ours.map((own, at) => (own ? null : (map.sourcesContent?.[at] ?? null))),
    mappings,
  });
}

/** @param {string} source */
function isInstalled(source) {
  return /[\\/]node_modules[\\/]/.test(source);
}

/**
 * Writes a file at once, as processes and threads may be starting.
 *
 * @param {string} file
 * @param {string} text
 */
export function replace(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

/**
 * Writes the chunks of a bundle to a folder, with their source maps and the licenses of what they contain, and removes
 * what else is there.
 *
 * @param {string} folder
 * @param {readonly (import('rolldown').OutputChunk | import('rolldown').OutputAsset)[]} output made with `readable`
 * @param {string} licenses
 */
export function writeChunks(folder, output, licenses) {
  mkdirSync(folder, { recursive: true });
  const chunks = output.filter((one) => one.type === 'chunk');
  // Entries come last: what they import is there by then.
  chunks.sort((a, b) => Number(a.isEntry) - Number(b.isEntry));
  const files = new Map([['licenses.txt', licenses]]);
  for (const chunk of chunks) {
    const { fileName, code } = chunk;
    const map = sourceMapOf(chunk, join(folder, fileName));
    // A map comes before its code, which names it.
    if (map !== undefined) files.set(`${fileName}.map`, map);
    files.set(fileName, inAscii(code));
  }
  for (const [name, text] of files) replace(join(folder, name), text);
  for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name));
}

/**
 * Returns code with its other characters escaped, which are all in texts. One of them would make a file take twice as
 * long to load: V8 then keeps two bytes for each character of it.
 *
 * @param {string} code
 */
function inAscii(code) {
  const escaped = (/** @type {string} */ one) =>
    `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return code.replace(/[^\0-\x7f]/g, escaped);
}

/**
 * Returns the licenses of dependencies that are part of a bundle.
 *
 * @param {readonly string[]} dependencies
 * @param {string} home the folder of the package that depends on them
 */
export function licensesOf(dependencies, home) {
  const texts = dependencies.map((name) => {
    const folder = join(home, 'node_modules', name);
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one)) ?? 'LICENSE';
    return `${name} is part of these files.\n\n${readFileSync(join(folder, file), 'utf8')}`;
  });
  return texts.join('\n\n');
}
