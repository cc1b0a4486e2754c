import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, expect } from 'vitest';
import { long } from '../../core/test/helpers/long.ts';

const COMMAND = join(import.meta.dirname, '../scripts/compare.mjs');
const root = mkdtempSync(join(tmpdir(), 'skein-pictures-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Creates a folder of dark pictures, each with `lit` white pixels. */
function folder(name: string, pictures: Record<string, { lit: number; width?: number }>): string {
  const path = join(root, name);
  mkdirSync(path);
  for (const [file, { lit, width = 20 }] of Object.entries(pictures)) {
    const png = new PNG({ width, height: 10 });
    // Apart from each other, otherwise they would count as a smoothed edge.
    for (let i = 0; i < width * 10; i++) png.data.fill(i < lit * 5 && i % 5 === 0 ? 255 : 9, 4 * i);
    writeFileSync(join(path, `${file}.png`), PNG.sync.write(png));
  }
  return path;
}

long('compares two folders of pictures: equal, too different, of another size, missing', () => {
  const before = folder('before', { same: { lit: 1 }, near: { lit: 2 }, far: { lit: 0 } });
  const after = folder('after', { same: { lit: 1 }, near: { lit: 3 }, far: { lit: 9 } });
  const other = folder('other', { same: { lit: 1, width: 30 }, near: { lit: 2 } });
  const compare = (...rest: string[]) =>
    spawnSync(process.execPath, [COMMAND, ...rest], { encoding: 'utf8' });

  const found = compare(before, after, '--share', '0.01');
  expect(found.status).toBe(1);
  expect(found.stdout).toContain('| same | 0 | 0.000 % | 0 |  |');
  expect(found.stdout).toContain('| near | 1 | 0.500 % | 246 |  |');
  expect(found.stdout).toContain('| far | 9 | 4.500 % | 246 | differs |');
  expect(found.stdout).toContain('2 of 3 pictures are the same');
  expect(compare(before, after, '--share', '0.05').status).toBe(0);

  const lacking = compare(before, other);
  expect(lacking.status).toBe(1);
  expect(lacking.stdout).toContain('| same | | | | another size |');
  expect(lacking.stdout).toContain(`| far | | | | missing in ${other} |`);
  expect(compare(before).status).toBe(2);
});
