import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Models that are scenes of the page, too; each file exports a function of its own name. */
export const MODELS = ['physarum'];

/**
 * The files of scenarios/ that models make, by name.
 *
 * @returns {Promise<[name: string, text: string][]>}
 */
export async function modelScenes() {
  // Beside the packages that it imports.
  const folder = mkdtempSync(join(root, 'examples/models/.built-'));
  try {
    return await Promise.all(
      MODELS.map(async (name) => {
        const bundle = await rolldown({
          input: join(root, `examples/models/${name}.ts`),
          external: [/^@skein\//],
          platform: 'node',
        });
        const { output } = await bundle.generate({ format: 'esm' });
        await bundle.close();
        const file = join(folder, `${name}.mjs`);
        writeFileSync(file, output[0].code);
        const { [name]: make } = await import(pathToFileURL(file).href);
        const scene = { $schema: './scenario.schema.json', ...make() };
        return /** @type {[string, string]} */ ([name, `${JSON.stringify(scene, null, 2)}\n`]);
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
