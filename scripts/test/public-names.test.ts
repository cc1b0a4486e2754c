import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NAMED_PACKAGES, publicNames } from '../generate/public-names.mjs';

/** Names that programs may need from the package whose name they begin with. */
const MAX_NAMES = 65;

it.each(NAMED_PACKAGES)('packages/%s/api.txt has every public name, and no other', (name) => {
  const file = new URL(`../../packages/${name}/api.txt`, import.meta.url);
  expect(readFileSync(file, 'utf8'), 'npm run generate writes it').toBe(publicNames(name));
});

it('the entry point of core has few names, each of them once', async () => {
  const [first] = publicNames('core').split('\n\n');
  const names = first
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/));
  expect(names.length).toBeLessThanOrEqual(MAX_NAMES);
  expect(new Set(names.map(([, name]) => name)).size).toBe(names.length);
  const values = names.filter(([kind]) => kind === 'value').map(([, name]) => name);
  expect(Object.keys(await import('@skein/core')).sort()).toEqual(values.sort());
});
