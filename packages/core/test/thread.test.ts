import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const IMPORT = /^(?:import|export)(?! type)[^;]*? from '([^']+)';|^import '([^']+)';/gm;

/** Every file that `file` loads, itself included, and the imports from other packages. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const [, from, alone] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const name = from ?? alone;
    if (name.startsWith('.')) loadedBy(resolve(dirname(file), name), loaded);
    else loaded.add(name);
  }
  return loaded;
}

const sourceOf = (name: string) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));

it('threads load all kernels, but no schema, no compiler and no other package', () => {
  const loaded = [...loadedBy(sourceOf('thread.ts'))];
  expect(loaded).toContain(sourceOf('steering/orca/steer-orca.ts'));
  expect(loaded).not.toContain(sourceOf('scenario/schema.ts'));
  // Threads receive laws as data, already compiled.
  expect(loaded).not.toContain(sourceOf('laws/compile.ts'));
  expect(loaded.filter((name) => name.startsWith(sourceOf('behaviors')))).toEqual([]);
  expect(loaded.filter((name) => !name.endsWith('.ts'))).toEqual([]);
  // The check can fail: the package as a whole loads both.
  expect([...loadedBy(sourceOf('index.ts'))]).toContain('zod/mini');
});
