import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const SUFFIX = '.json?line';

/** Lets `import line from './scene.json?line'` import the first sentence of a scenario's description. */
export function sceneDescriptions(): Plugin {
  return {
    name: 'scene-descriptions',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(SUFFIX)) return undefined;
      const file = id.slice(0, id.lastIndexOf('?'));
      this.addWatchFile(file);
      const { description = '' } = JSON.parse(readFileSync(file, 'utf8'));
      const [line = ''] = /^.*?[.](?=\s|$)/.exec(description) ?? [];
      return { code: `export default ${JSON.stringify(line)};`, moduleType: 'js' };
    },
  };
}
