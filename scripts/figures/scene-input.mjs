import { readFileSync } from 'node:fs';

/**
 * The JSON of a scene of the repository.
 *
 * @param {string} name
 */
export function sceneInput(name) {
  return JSON.parse(readFileSync(new URL(`../../scenarios/${name}.json`, import.meta.url), 'utf8'));
}
