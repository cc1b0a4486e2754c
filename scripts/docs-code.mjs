// A plugin of Vite: `import { App } from 'docs-code:react.md'` gives what the first two blocks of JSX of docs/react.md
// declare, as they stand there.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const docs = join(dirname(fileURLToPath(import.meta.url)), '..', 'docs');
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
      // What looks for dependencies takes only files.
      if (/** @type {{ scan?: boolean }} */ (options).scan) return { id, external: true };
      const page = id.slice(PREFIX.length);
      // Beside what imports it: the packages that it imports are found from there.
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
