import { loadModel } from './load-model.mjs';

/** Models that are scenes of the page, too; each file exports a function of its own name. */
export const MODELS = ['physarum'];

/**
 * The files of scenarios/ that models make, by name.
 *
 * @returns {Promise<[name: string, text: string][]>}
 */
export async function modelScenes() {
  return await Promise.all(
    MODELS.map(async (name) => {
      const { [name]: make } = await loadModel(name);
      const scene = { $schema: './scenario.schema.json', ...make() };
      return /** @type {[string, string]} */ ([name, `${JSON.stringify(scene, null, 2)}\n`]);
    }),
  );
}
