import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SITE } from '../../docs/.vitepress/markdown.mjs';
import { long } from '../../packages/core/test/helpers/long.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

long('the lines of API in the README run as they stand', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(12);
  // In the root of the repository, so that packages resolve as they do for a user.
  const folder = mkdtempSync(join(root, 'node_modules', '.readme-'));
  try {
    const file = join(folder, 'readme.mjs');
    writeFileSync(file, code);
    const output = execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 30_000 });
    expect(output).toMatch(/^100 [0-9a-f]{16} -?\d/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the diagram in docs/life-of-a-tick.md has the phases of the code, in order', async () => {
  const { PIPELINE } = await import('@skein/core/internal');
  const names: string[] = PIPELINE.map((phase) => phase.name).filter(
    (name) => !name.startsWith('hash'),
  );
  const text = readFileSync(join(root, 'docs/life-of-a-tick.md'), 'utf8');
  const diagram = /```mermaid\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  const found = diagram.match(new RegExp(`\\b(${names.join('|')})\\b`, 'g')) ?? [];
  expect([...new Set(found)]).toEqual(names);
});

test('the README has at most 700 words, and docs/README.md links to every page', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8').split(/\s+/).length).toBeLessThanOrEqual(
    700,
  );
  const index = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const addresses = (name: string) => [name, `${SITE}${name.replace('.md', '.html')}`];
  const missing = pages.filter(
    (name) =>
      name !== 'README.md' && !addresses(name).some((address) => index.includes(`](${address})`)),
  );
  expect(missing).toEqual([]);
});

test('no page of Markdown has a line over 200 characters', () => {
  const tracked = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' });
  // Notes on changes are one line each, which becomes an item of a list.
  const pages = tracked
    .split('\n')
    .filter((page) => page !== '' && !page.startsWith('.changeset/'));
  expect(pages.length).toBeGreaterThan(60);
  const long = pages.flatMap((page) =>
    readFileSync(join(root, page), 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.length > 200 ? [`${page}:${index + 1}`] : [])),
  );
  expect(long).toEqual([]);
});
