// Parses the arguments of the commands in this folder, in the same way for all of them.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Parses the arguments of a command. `--help` prints the comment at the beginning of the file and exits with 0. An
 * unknown option prints one line and exits with 2.
 *
 * @template {import('node:util').ParseArgsConfig} T
 * @param {string} url the URL of the command's file
 * @param {T} config
 * @returns {ReturnType<typeof parseArgs<T>>}
 */
export function readArguments(url, config) {
  // --help works even if another option is wrong.
  if (process.argv.slice(2).some((one) => one === '--help' || one === '-h')) {
    console.log(usageOf(readFileSync(fileURLToPath(url), 'utf8')));
    process.exit(0);
  }
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

/** @param {string} source */
function usageOf(source) {
  const lines = source.split('\n');
  const comment = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('//')),
  );
  return comment.map((line) => line.replace(/^\/\/ ?/, '')).join('\n');
}
