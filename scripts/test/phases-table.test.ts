import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withPhasesTable } from '../generate/phases-table.mjs';

const file = new URL('../../docs/life-of-a-tick.md', import.meta.url);

/** Ignores the widths of columns, which the formatter sets. */
function plain(text: string): string {
  return text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
}

test('docs/life-of-a-tick.md has the tables of the pipeline (written by `npm run generate`)', () => {
  const page = readFileSync(file, 'utf8');
  expect(plain(page)).toBe(plain(withPhasesTable(page)));
  // Makes sure that the table is not empty: each phase has a line.
  expect(
    page.match(/^\| `\w+`( \((when wanted|with \w+)\))? +\| (slice|range|parts|once)/gm),
  ).toHaveLength(19);
});
