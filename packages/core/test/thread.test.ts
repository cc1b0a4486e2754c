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

it('threads load all that steps a world, but no schema and no other package', () => {
  const loaded = loadedBy(sourceOf('thread.ts'));
  expect(loaded).toContain(sourceOf('steering/orca/steer-orca.ts'));
  expect(loaded).not.toContain(sourceOf('scenario/schema.ts'));
  const others = [...loaded];
  expect(others.filter((name) => name.startsWith(sourceOf('behaviors')))).toEqual([]);
  expect(others.filter((name) => !name.endsWith('.ts'))).toEqual([]);
});

it('what plans a world loads nothing that steps one', () => {
  const loaded = loadedBy(sourceOf('make-world.ts'));
  // The check can fail: this is how it names what is loaded.
  expect(loaded).toContain(sourceOf('world/populate.ts'));
  expect(loaded).toContain('zod/mini');
  for (const name of [
    'steering/index.ts',
    'simd/bytes.ts',
    'laws/compile.ts',
    'tick/phase-kernels.ts',
  ]) {
    expect(loaded).not.toContain(sourceOf(name));
  }
});
