import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Parts } from '../src/gpu/parts.ts';

it('a part that fails, hangs or comes too late leaves the others, and what it has found is saved', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'skein-parts-')), 'card.json');
  const said: string[] = [];
  const print = (text: string) => said.push(text);
  const parts = new Parts({ format: 1 }, { file, seconds: 0.5, print });
  const read = () => JSON.parse(readFileSync(file, 'utf8'));
  expect(read()).toEqual({ format: 1, parts: {} });
  await parts.run('fails', 1, async ({ save }) => {
    save('first', 1);
    expect(read().parts.fails.found).toEqual({ first: 1 });
    throw new Error('no such card');
  });
  let aborted = false;
  await parts.run('hangs', 0.05, ({ signal }) => {
    signal.addEventListener('abort', () => {
      aborted = true;
    });
    return new Promise(() => {});
  });
  await parts.run('works', 60, async ({ isLate, save }) => {
    save('late', [isLate(), isLate(1)]);
    while (!isLate()) await new Promise((resolve) => setTimeout(resolve, 10));
  });
  await parts.run('too late', 1, async () => {});
  expect(aborted).toBe(true);
  expect(read().parts).toMatchObject({
    fails: { error: 'no such card', found: { first: 1 } },
    hangs: { error: 'It took too long.' },
    works: { found: { late: [false, true] } },
    'too late': { error: 'No time was left.', found: {} },
  });
  expect(read().parts.works.error).toBeUndefined();
  expect(said).toContain('FAILED: no such card');
});
