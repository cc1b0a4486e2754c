// The arguments of the commands in this folder, in the same manner for all of them.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Reads what stands behind a command. `--help` prints the comment that its file begins with and ends the
 * process with 0; an unknown option is reported in one line, and ends it with 2.
 *
 * @template {import('node:util').ParseArgsConfig} T
 * @param {string} url of the command's file
 * @param {T} config
 * @returns {ReturnType<typeof parseArgs<T>>}
 */
export function readArguments(url, config) {
  // Also beside an option that is wrong.
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
    return refuse(url, `${reason}; --help says what there is`);
  }
}

/**
 * Ends the process with 2, for arguments that make no sense.
 *
 * @param {string} url of the command's file
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
