// Compressed copies of the files of a site. They are in a folder beside the site, so the site itself stays as it was
// built.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

/** The content types of files that are texts. All other files of the page are compressed already. */
const TEXTS = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
/** Smaller files fit into one packet of the network anyway, in bytes. */
const LEAST = 1400;

/** @param {string} folder a site */
export function compressedFolder(folder) {
  return `${folder}.gzip`;
}

/** @param {string} file @returns {string | undefined} the content type of a text, also of its compressed copy */
export function textType(file) {
  const name = file.endsWith('.gz') ? file.slice(0, -'.gz'.length) : file;
  return TEXTS[/** @type {keyof typeof TEXTS} */ (extname(name))];
}

/**
 * Writes the compressed copies of a site's files.
 *
 * @param {string} folder
 */
export function compress(folder) {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (textType(file) === undefined) continue;
    const bytes = readFileSync(join(folder, file));
    if (bytes.length < LEAST) continue;
    const copy = join(compressedFolder(folder), `${file}.gz`);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
  }
}

/**
 * Whether a request accepts compressed copies. A range of bytes is a range of the file itself.
 *
 * @param {import('node:http').IncomingHttpHeaders} headers
 */
export function acceptsCopy({ 'accept-encoding': accepted = '', range }) {
  if (range !== undefined) return false;
  return String(accepted)
    .split(',')
    .map((coding) => coding.toLowerCase().replace(/\s/g, '').split(';q='))
    .some(([name, weight = '1']) => name === 'gzip' && Number(weight) > 0);
}
