import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/queries.md'), 'utf8');

test('the lines of docs/queries.md run as they stand', () => {
  const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  // In the root of the repository, so that packages resolve as they do for a user.
  const folder = mkdtempSync(join(root, 'node_modules', '.queries-'));
  try {
    const file = join(folder, 'example.mjs');
    writeFileSync(file, code);
    const output = execFileSync(process.execPath, [file], {
      cwd: root,
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect(output).toBe('4 4 4 12\ntrue 4.70\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
