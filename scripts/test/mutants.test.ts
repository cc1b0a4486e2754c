import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { AREAS, sourcesOf } from '../mutants/areas.mjs';
import { summaryOf, survivorsOf } from '../mutants/report.mjs';
import { drawn } from '../mutants/sample.mjs';

const root = mkdtempSync(join(tmpdir(), 'skein-mutants-'));
afterAll(() => rmSync(root, { recursive: true }));
for (const file of ['a.ts', 'b.ts']) {
  writeFileSync(join(root, file), 'const one = 1;\nif (one > 2 &&\n  one < 3) stop();\n');
}

/** The condition in the file, which spans two lines. */
const location = { start: { line: 2, column: 5 }, end: { line: 3, column: 10 } };

function mutant(file: string, status: string, replacement = 'true') {
  const mutatorName = 'ConditionalExpression';
  return { fileName: join(root, file), status, mutatorName, replacement, location };
}

it.each(Object.entries(AREAS))('the sources of the area %s exist', (_, area) => {
  const checkout = fileURLToPath(new URL('../..', import.meta.url));
  const sources = [...sourcesOf(checkout, area), ...Object.values(area.threads ?? {}).flat()];
  expect(sources.filter((source) => !existsSync(join(checkout, source)))).toEqual([]);
});

describe('the report', () => {
  it('counts by file and in total, without mutants that were not drawn or are not code', () => {
    const statuses = ['Killed', 'RuntimeError', 'Timeout', 'Survived', 'NoCoverage'];
    const mutants = [
      ...statuses.map((status) => mutant('b.ts', status)),
      ...['Killed', 'CompileError', 'Ignored'].map((status) => mutant('a.ts', status)),
      mutant('c.ts', 'CompileError'),
    ];
    const lines = summaryOf(root, 'area', mutants).split('\n');
    expect(lines.map((line) => line.split('|').map((cell) => cell.trim()))).toEqual([
      ['', 'file', 'mutants', 'killed', 'timed out', 'survived', 'no coverage', 'score', ''],
      expect.anything(),
      ['', 'a.ts', '1', '1', '0', '0', '0', '100.0 %', ''],
      ['', 'b.ts', '5', '2', '1', '1', '1', '60.0 %', ''],
      ['', 'area', '6', '3', '1', '1', '1', '66.7 %', ''],
    ]);
  });

  it('names survivors with the code that they replace, in the order of the files', () => {
    const mutants = ['b.ts', 'a.ts'].map((file) => mutant(file, 'Survived'));
    const text = survivorsOf(root, [
      ...mutants,
      mutant('a.ts', 'Killed'),
      mutant('a.ts', 'NoCoverage', ''),
    ]);
    expect(text.split('\n')).toEqual([
      'a.ts:2:5 ConditionalExpression: one > 2 && one < 3 => true',
      'a.ts:2:5 ConditionalExpression, no coverage: one > 2 && one < 3 => ',
      'b.ts:2:5 ConditionalExpression: one > 2 && one < 3 => true',
      '',
    ]);
  });
});

describe('a sample', () => {
  const mutants = Array.from({ length: 500 }, (_, k) => ({
    ...mutant('a.ts', 'Pending', `${k}`),
    fileName: '/a.ts',
    id: `${k}`,
  }));

  it('has the requested size, is the same for a seed in any order, and differs between seeds', () => {
    const one = drawn(mutants, 40, '7');
    expect(one.size).toBe(40);
    expect(drawn([...mutants].reverse(), 40, '7')).toEqual(one);
    expect(drawn(mutants, 40, '8')).not.toEqual(one);
    expect(drawn(mutants, 1000, '7').size).toBe(500);
  });

  it('is drawn from all mutants, not only from the first', () => {
    const [low, high] = [0, 250].map(
      (from) =>
        [...drawn(mutants, 100, '3')].filter((id) => +id >= from && +id < from + 250).length,
    );
    expect(Math.min(low!, high!)).toBeGreaterThan(30);
  });
});
