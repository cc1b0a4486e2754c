import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { BuiltFile } from '../service-worker/built-file.ts';

const ENTRY = join(import.meta.dirname, '../service-worker/main.ts');
const FILE = 'service-worker.js';
/** Files whose names change with their content. */
const HASHED = /^assets\//;
/** Used only by other sites, for previews of links. */
const NOT_KEPT = ['preview.jpg'];

/**
 * Builds the service worker with a list of all files of the page, and makes the page start it. `licenses` is the name
 * of the license file, to which the licenses of the service worker's packages are added.
 */
export function serviceWorker(licenses: string): Plugin {
  const page = join(import.meta.dirname, '../src/offline/service-worker.ts');
  let starter: string;
  return {
    name: 'service-worker',
    apply: 'build',
    buildStart() {
      starter = this.emitFile({ type: 'chunk', id: page, name: 'offline' });
    },
    // Placed before the page's own script, which is larger, so that this script arrives first.
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const chunk = Object.values(bundle ?? {}).find(
          (asset) => asset.type === 'chunk' && asset.facadeModuleId === page,
        );
        if (chunk === undefined) throw new Error(`${starter} was not built`);
        const attrs = { type: 'module', crossorigin: true, src: `./${chunk.fileName}` };
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
      },
    },
    // By now, the files of public/ and of other plugins have been written.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) throw new Error('The build has no output folder.');
        const worker = await builtWorker();
        const list = join(dir, licenses);
        writeFileSync(list, `${readFileSync(list, 'utf8').trim()}\n\n${worker.licenses}\n`);
        writeFileSync(join(dir, FILE), `const BUILT_FILES=${listOf(dir)};${worker.code}`);
      },
    },
  };
}

/** Builds a script instead of a module, because not every browser accepts modules as service workers. */
async function builtWorker(): Promise<{ code: string; licenses: string }> {
  const licenses = 'licenses.md';
  const [{ output }] = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      license: { fileName: licenses },
      lib: { entry: ENTRY, formats: ['iife'], name: 'worker', fileName: () => FILE },
    },
  })) as Rolldown.RolldownOutput[];
  const chunk = output.find((asset): asset is Rolldown.OutputChunk => asset.type === 'chunk');
  const list = output.find((asset) => asset.fileName === licenses);
  if (chunk === undefined || list?.type !== 'asset')
    throw new Error('The service worker was not built.');
  // Without the heading, which the page's list already has.
  return {
    code: chunk.code,
    licenses: String(list.source)
      .replace(/^[\s\S]*?(?=^## )/m, '')
      .trim(),
  };
}

/** The list of files that the service worker stores, as JSON on one line. */
export function listOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .map((path) => path.replaceAll(sep, '/'))
    .filter((url) => url !== FILE && !NOT_KEPT.includes(url))
    .sort()
    .map((url): BuiltFile => {
      const digest = createHash('sha256')
        .update(readFileSync(join(folder, url)))
        .digest('base64');
      return { url, integrity: `sha256-${digest}`, revision: HASHED.test(url) ? null : digest };
    });
  return JSON.stringify(files);
}
