// Checks the sizes of the packages for pages, as configured in .size-limit.js.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './manifests.mjs';

/** @returns {string[]} */
export function checkSizes() {
  const script = join(root, 'node_modules', 'size-limit', 'bin.js');
  const done = spawnSync(process.execPath, [script, '--json'], { cwd: root, encoding: 'utf8' });
  if (done.status === 0) return [];
  try {
    /** @type {{ name: string, size: number, sizeLimit: number, passed: boolean }[]} */
    const sizes = JSON.parse(done.stdout);
    return sizes
      .filter(({ passed }) => !passed)
      .map(({ name, size, sizeLimit }) => `${name}: ${size} bytes, expected at most ${sizeLimit}`);
  } catch {
    return [`${done.stdout}${done.stderr}`.trim()];
  }
}
