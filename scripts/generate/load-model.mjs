import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const models = fileURLToPath(new URL('../../examples/models', import.meta.url));

/**
 * Imports a TypeScript file of examples/models.
 *
 * @param {string} name the name of the file without .ts; for a file in a subfolder, with that folder
 * @returns {Promise<Record<string, any>>}
 */
export async function loadModel(name) {
  // In this folder, so that its packages are found.
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
