import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', ...docs.map((name) => `docs/${name}`)];

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** A page without its blocks and spans of code. */
function proseOf(page: string): string {
  return textOf(page)
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');
}

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(page: string): string[] {
  const text = textOf(page).replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
  const counts = new Map<string, number>();
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => {
    const plain = heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

describe.each(pages)('%s', (page) => {
  it('has no line over 200 characters', () => {
    const long = textOf(page)
      .split('\n')
      .flatMap((line, index) => (line.length > 200 ? [index + 1] : []));
    expect(long).toEqual([]);
  });

  it('has links that lead somewhere', () => {
    const prose = proseOf(page);
    const inline = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((found) => found[1]!);
    const named = [...prose.matchAll(/^\[[^\]]+\]: (\S+)$/gm)].map((found) => found[1]!);
    const lost = [...inline, ...named].filter((target) => {
      if (/^https?:/.test(target)) return false;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), decodeURI(path));
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor);
    });
    expect(lost).toEqual([]);
  });
});
