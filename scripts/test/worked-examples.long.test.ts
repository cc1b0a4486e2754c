import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** For each page, the output of its first lines of JavaScript. */
const PAGES = { 'columns.md': '1\ntrue true\n', 'births.md': '1\ntrue true\n' };

test.each(Object.entries(PAGES))('the lines of docs/%s run as they stand', (name, printed) => {
  const page = readFileSync(join(root, 'docs', name), 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  // In the root of the repository, so that packages resolve as they do for a user.
  const folder = mkdtempSync(join(root, 'node_modules', '.examples-'));
  try {
    const file = join(folder, 'example.mjs');
    writeFileSync(file, code);
    const output = execFileSync(process.execPath, [file], {
      cwd: root,
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect(output).toBe(printed);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
