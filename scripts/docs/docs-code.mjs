// A Vite plugin: `import { App } from 'docs-code:react.md'` imports the declarations in the first two JSX blocks of
// docs/react.md, unchanged.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const docs = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs');
const PREFIX = 'docs-code:';

/** @returns {import('vite').Plugin} */
export function docsCode() {
  /** @type {Map<string, string>} */
  const pages = new Map();
  return {
    name: 'docs-code',
    enforce: 'pre',
    resolveId(id, importer, options) {
      if (!id.startsWith(PREFIX) || importer === undefined) return undefined;
      // The scan for dependencies only accepts real files.
      if (/** @type {{ scan?: boolean }} */ (options).scan) return { id, external: true };
      const page = id.slice(PREFIX.length);
      // In the folder of the importing file, so that its imports are resolved from there.
      const file = `${dirname(importer)}/${page}.jsx`;
      pages.set(file, page);
      return file;
    },
    load(id) {
      const page = pages.get(id);
      return page === undefined ? undefined : codeOf(page);
    },
  };
}

/** @param {string} page */
function codeOf(page) {
  const text = readFileSync(join(docs, page), 'utf8');
  const blocks = [...text.matchAll(/```jsx\n([\s\S]*?)```/g)].map((found) => found[1]);
  return blocks.slice(0, 2).join('\n');
}
