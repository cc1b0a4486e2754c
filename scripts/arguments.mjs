// Parses the arguments of all tools in the same way.
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Parses the arguments of a command. An unknown option prints one line and exits with 2.
 *
 * @template {import('node:util').ParseArgsConfig} T
 * @param {string} url the URL of the command's file
 * @param {T} config
 * @returns {ReturnType<typeof parseArgs<T>>}
 */
export function readArguments(url, config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const [reason] = /** @type {Error} */ (error).message.split(
      /\.?\s+(?:To specify|Did you forget)/,
    );
    return refuse(url, `${reason}; see --help`);
  }
}

/**
 * Exits with 2 because of invalid arguments.
 *
 * @param {string} url the URL of the command's file
 * @param {string} reason
 * @returns {never}
 */
export function refuse(url, reason) {
  console.error(`${basename(fileURLToPath(url), '.mjs')}: ${reason}`);
  process.exit(2);
}

/**
 * The comment at the beginning of a command's file, which `--help` prints.
 *
 * @param {string} source
 */
export function usageOf(source) {
  const lines = source.split('\n');
  const comment = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('//')),
  );
  return comment.map((line) => line.replace(/^\/\/ ?/, '')).join('\n');
}
