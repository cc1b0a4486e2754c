import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(`${folder}README.md`, 'utf8');
/** The numbered files that are run. A page represents the script next to it. */
const files = readdirSync(folder)
  .filter((name) => /^\d\d-.*\.(mjs|html)$/.test(name))
  .sort();
const rows = [...readme.matchAll(/^\| \[(\d\d-[\w-]+)\]\(([\w.-]+)\) +\| .+ \| `(.+)` +\|$/gm)];

it('the README has each numbered example once, in order, with the command in its first lines', () => {
  expect(rows.map(([, name]) => name)).toEqual(files.map((file) => file.replace(/\.\w+$/, '')));
  for (const [at, [, , source, command]] of rows.entries()) {
    const file = files[at]!;
    const first = file.endsWith('.mjs')
      ? `node examples/${file}`
      : `npx vite examples --open /${file}`;
    expect(command!.startsWith(first)).toBe(true);
    const head = readFileSync(`${folder}${source}`, 'utf8').split('\n').slice(0, 8).join('\n');
    expect(head).toContain(command);
  }
});

it('its links, and those of the list of pages, lead to files', () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link!);
  const index = readFileSync(`${folder}index.html`, 'utf8');
  const pages = [...index.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link!);
  expect(pages).toEqual(files.filter((file) => file.endsWith('.html')));
  for (const link of [...links, ...pages]) expect(existsSync(`${folder}${link}`), link).toBe(true);
});
