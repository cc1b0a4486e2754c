import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const SUFFIX = '.json?card';

/**
 * Lets `import card from './scene.json?card'` import what the gallery says of a scenario: its title, its question or
 * the first sentence of its description, its group, its tags and its credit.
 */
export function sceneCards(): Plugin {
  return {
    name: 'scene-cards',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(SUFFIX)) return undefined;
      const file = id.slice(0, id.lastIndexOf('?'));
      this.addWatchFile(file);
      const { description = '', display = {} } = JSON.parse(readFileSync(file, 'utf8'));
      const [line = ''] = /^.*?[.](?=\s|$)/.exec(description) ?? [];
      const { title, question = line, group, tags = [], credit } = display;
      const card = { title, question, group, tags, credit: credit?.text };
      return { code: `export default ${JSON.stringify(card)};`, moduleType: 'js' };
    },
  };
}
