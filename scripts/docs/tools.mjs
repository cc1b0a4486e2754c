// VitePress and typedoc are installed only for docs/, because they need their own versions of Vite and TypeScript.
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));

/** @param {string} name of a package */
export function pathFromDocs(name) {
  return createRequire(`${DOCS}package.json`).resolve(name);
}

/** @param {string} name of a package */
export function importFromDocs(name) {
  return import(pathToFileURL(pathFromDocs(name)).href);
}
