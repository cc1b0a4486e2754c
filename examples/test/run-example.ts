import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Runs an example in a separate process and returns its output. Rejects if it fails. */
export function runExample(
  name: string,
  ...parameters: string[]
): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(process.execPath, [`${folder}${name}`, ...parameters], {
    timeout: 50_000,
    maxBuffer: 16 * 1024 * 1024,
  });
}
