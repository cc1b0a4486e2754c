import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { behaviorsPage } from './behaviors-page.mjs';
import { behaviorsSource } from './behaviors-source.mjs';
import { scenarioInputSource } from './scenario-input.mjs';
import { scenarioPage } from './scenario-page.mjs';

const CORE = 'packages/core/src';

/** None of these modules imports a file that is generated from it. */
const MODULES = {
  describe: `${CORE}/describe.ts`,
  slots: `${CORE}/scenario/slot-source.ts`,
  columns: `${CORE}/world/columns-source.ts`,
};

/**
 * The generated files with their texts. A file must be written before the next one is made.
 *
 * @param {string} root
 * @returns {AsyncGenerator<[file: string, text: string]>}
 */
export async function* texts(root) {
  // The modules import this list.
  yield [`${CORE}/behaviors/index.ts`, behaviorsSource(readdirSync(join(root, CORE, 'behaviors')))];
  const { describe, slots, columns } = await load(root);
  const schema = describe.scenarioJsonSchema();
  yield [`${CORE}/scenario/slot-table.ts`, slots.slotSource()];
  yield [`${CORE}/scenario/scenario-input.ts`, await scenarioInputSource(schema)];
  yield ['packages/core/assembly/columns.ts', columns.columnsSource()];
  yield ['scenarios/scenario.schema.json', `${JSON.stringify(schema, null, 2)}\n`];
  yield ['docs/behaviors.md', behaviorsPage(describe.describeBehaviors())];
  yield ['docs/scenario.md', scenarioPage(schema)];
}

/**
 * Imports MODULES from their TypeScript, as nothing is compiled yet.
 *
 * @param {string} root
 * @returns {Promise<Record<keyof typeof MODULES, any>>}
 */
async function load(root) {
  const folder = mkdtempSync(join(tmpdir(), 'skein-generate-'));
  try {
    const bundle = await rolldown({
      input: MODULES,
      cwd: root,
      platform: 'node',
    });
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
    await bundle.close();
    const loaded = Object.keys(MODULES).map(async (name) => [
      name,
      await import(pathToFileURL(join(folder, `${name}.mjs`)).href),
    ]);
    return Object.fromEntries(await Promise.all(loaded));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
