import { readdirSync, readFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';
import { expect, test } from 'vitest';

const folder = new URL('../../assembly/', import.meta.url);

/** The kernels as WebAssembly text. */
async function text(): Promise<string> {
  let wat = '';
  const { error, stderr } = await asc.main(
    [
      'index.ts',
      '--runtime',
      'stub',
      '--importMemory',
      '--enable',
      'simd,bulk-memory',
      '-O3',
      '--noAssert',
      '--textFile',
      'out.wat',
    ],
    {
      readFile: (name: string) =>
        readdirSync(folder).includes(name) ? readFileSync(new URL(name, folder), 'utf8') : null,
      writeFile: (_name: string, contents: Uint8Array | string) => {
        wat = String(contents);
      },
      listFiles: () => [],
    },
  );
  expect(error, stderr.toString()).toBeNull();
  return wat;
}

test('the kernels use SIMD, and no instruction whose result depends on the machine', async () => {
  const wat = await text();
  expect(wat.match(/f32x4\.mul/g)?.length).toBeGreaterThan(50);
  expect(wat).toMatch(/v128\.load32_splat/);
  expect(wat).not.toMatch(/relaxed/);
  // No data: each thread that starts would write an active segment again.
  expect(wat).not.toMatch(/\(data /);
});
