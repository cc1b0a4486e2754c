import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command, createWorld, parseScenario, snapshot, tick } from '@skein/core';
import { expect, test } from 'vitest';
import { long } from '../../packages/core/test/helpers/long.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/snapshots.md'), 'utf8');

long('the lines of docs/snapshots.md run as they stand', () => {
  const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  // In the root of the repository, so that packages resolve as they do for a user.
  const folder = mkdtempSync(join(root, 'node_modules', '.snapshots-'));
  try {
    const file = join(folder, 'example.mjs');
    writeFileSync(file, code);
    const output = execFileSync(process.execPath, [file], {
      cwd: root,
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect(output).toBe('200 true\n112 undefined\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('its tables have the sections of a snapshot, in order, and the version', () => {
  const world = createWorld(
    parseScenario({ name: 'a', species: [{ name: 'b', count: 1, spawn: { type: 'pool' } }] }),
  );
  // A command that was carried out and is not kept.
  command(world, { type: 'spawn', species: 'b', position: [0, 0, 0] });
  tick(world);
  const bytes = snapshot(world);
  const view = new DataView(bytes.buffer);
  expect(page).toContain(`Version ${view.getUint16(8, true)}.${view.getUint16(10, true)}.`);
  const listed = [...page.matchAll(/^\| `([A-Z]{4})` +\| (?:both|snapshots) /gm)].map(
    ([, id]) => id,
  );
  const found: string[] = [];
  for (let at = 64; at < bytes.length - 8; at += 16 + view.getUint32(at + 8, true)) {
    found.push(Buffer.from(bytes.subarray(at, at + 4)).toString());
  }
  expect(found).toEqual(listed);
});
