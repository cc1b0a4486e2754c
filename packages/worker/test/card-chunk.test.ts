import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

const worker = join(import.meta.dirname, '..', 'dist', 'browser', 'index.js');

it('a page loads the code of the graphics card only when a team asks for it', async () => {
  const bundle = await rolldown({ input: worker, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm' });
  const chunks = new Map(
    output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])),
  );
  const isOfCard = (name: string): boolean =>
    chunks.get(name)!.moduleIds.some((id) => /[\\/]gpu[\\/]dist[\\/]/.test(id));
  const first = new Set<string>([output[0].fileName]);
  for (const name of first) for (const next of chunks.get(name)!.imports) first.add(next);
  expect([...first].filter(isOfCard)).toEqual([]);
  // It is there for those that ask.
  expect([...chunks.keys()].some(isOfCard)).toBe(true);
});
