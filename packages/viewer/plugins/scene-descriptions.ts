import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const SUFFIX = '.json?description';

/** `import description from './scene.json?description'`: the description of a scenario alone, as text. */
export function sceneDescriptions(): Plugin {
  return {
    name: 'scene-descriptions',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(SUFFIX)) return undefined;
      const file = id.slice(0, id.lastIndexOf('?'));
      this.addWatchFile(file);
      const { description = '' } = JSON.parse(readFileSync(file, 'utf8'));
      return { code: `export default ${JSON.stringify(description)};`, moduleType: 'js' };
    },
  };
}
