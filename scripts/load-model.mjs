import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const models = fileURLToPath(new URL('../examples/models', import.meta.url));

/**
 * What a file of examples/models exports, which is TypeScript.
 *
 * @param {string} name of the file, without .ts; of one in its folder of tests with that folder
 * @returns {Promise<Record<string, any>>}
 */
export async function loadModel(name) {
  // Beside the packages that it imports.
  const folder = mkdtempSync(join(models, '.built-'));
  try {
    const bundle = await rolldown({
      input: join(models, `${name}.ts`),
      external: [/^@skein\//],
      platform: 'node',
    });
    const { output } = await bundle.generate({ format: 'esm' });
    await bundle.close();
    const file = join(folder, `${basename(name)}.mjs`);
    writeFileSync(file, output[0].code);
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
