// What the scripts that bundle a package share: source maps that lead to what ships, and files that change at once.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
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
