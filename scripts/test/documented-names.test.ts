import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the entry points export that programs may call. Those of other packages have pages of their own. */
const ENTRIES: Readonly<Record<string, object>> = {
  '@skein/core': await import('@skein/core'),
  '@skein/core/laws': await import('@skein/core/laws'),
  '@skein/core/path': await import('@skein/core/path'),
  '@skein/core/describe': await import('@skein/core/describe'),
  '@skein/core/read': await import('@skein/core/read'),
  '@skein/core/internal': await import('@skein/core/internal'),
  '@skein/worker': await import('@skein/worker'),
};

/** The entry points that export a name. */
function entriesOf(name: string): string[] {
  return Object.keys(ENTRIES).filter(
    (entry) => typeof (ENTRIES[entry] as Record<string, unknown>)[name] === 'function',
  );
}

/** The items of lists, rows of tables and paragraphs of a page, without its blocks of code. */
function passagesOf(text: string): string[] {
  return text
    .replace(/```[\s\S]*?```/g, '')
    .split(/\n(?:\s*\n|(?=- |\d+\. |\| |#))/)
    .map((passage) => passage.trim());
}

/** The functions that a passage calls: `name(...)`. Methods, such as `world.name(...)`, are left out. */
function callsIn(passage: string): string[] {
  return [...passage.matchAll(/`(?:await )?([A-Za-z]\w*)\([^`]*`/g)].map(([, name]) => name);
}

/** The functions that a passage only names. On other pages than docs/api.md, such a word is often a behavior or a key. */
function namesIn(passage: string): string[] {
  return [...passage.matchAll(/`([A-Za-z]\w*)`/g)]
    .map(([, name]) => name)
    .filter((name) => entriesOf(name).length > 0);
}

const api = readFileSync(join(root, 'docs/api.md'), 'utf8');

it('every function that docs/api.md names is where the page says: in @skein/core, or in the entry point beside it', () => {
  const found = passagesOf(api).flatMap((passage) =>
    [...callsIn(passage), ...namesIn(passage)].map((name) => {
      const named = Object.keys(ENTRIES).filter((entry) => passage.includes(`\`${entry}\``));
      const from = named.length === 0 ? ['@skein/core'] : [...named, '@skein/core'];
      return { name, isThere: from.some((entry) => name in ENTRIES[entry]) };
    }),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter(({ isThere }) => !isThere)).toEqual([]);
});

const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));

it.each(['README.md', ...pages.map((name) => `docs/${name}`)])(
  '%s names an entry point for every function that is not in @skein/core',
  (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const names = passagesOf(text).flatMap(callsIn);
    const lost = [...new Set(names)].filter((name) => {
      const entries = entriesOf(name);
      if (entries.length === 0 || entries.includes('@skein/core')) return false;
      return !entries.some((entry) => new RegExp(`${entry}['\`"]`).test(text));
    });
    expect(lost).toEqual([]);
  },
);
