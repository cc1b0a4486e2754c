// Which modules of the built page share a file. The page has few files until its first picture, and none of them holds
// much that it does not need by then.
import { dirname, join } from 'node:path';
import type { ChunkingContext, ModuleInfo } from 'rolldown';
import type { Plugin } from 'vite';

/** The threads of the page, by the address of the script in the code that starts them. */
const THREADS: Readonly<Record<string, { readonly name: string; readonly module: string }>> = {
  './thread.js': { name: 'thread', module: 'thread-modules.js' },
  // With shared files, the whole script costs little more.
  './thread-plain.js': { name: 'thread', module: 'thread-modules.js' },
  './drawing-thread.ts': { name: 'drawing-thread', module: 'drawing-thread.ts' },
};

/**
 * Threads share much of their code with the page, but Vite would bundle that code again for each of them. So their
 * modules are entries of the same build, and share its files.
 */
export function threadsShareFiles(): Plugin {
  return {
    name: 'threads-share-files',
    apply: 'build',
    // Before Vite, which looks for the same expression.
    enforce: 'pre',
    transform(code, id) {
      let changed = code;
      for (const [script, { name, module }] of Object.entries(THREADS)) {
        const written = `new URL('${script}', import.meta.url)`;
        if (!code.includes(`new Worker(${written}`)) continue;
        const entry = join(dirname(id), module);
        threadEntries.add(entry);
        const file = this.emitFile({ type: 'chunk', id: entry, name });
        changed = changed.replace(written, `import.meta.ROLLUP_FILE_URL_${file}`);
      }
      return changed === code ? undefined : changed;
    },
  };
}

/** The modules with which the threads of the page begin. */
const threadEntries = new Set<string>();

/** The module with which the page begins. */
const MAIN = join(import.meta.dirname, '../src/main.ts');

/** Whether modules import another one, directly or not. */
function leadTo(
  id: string,
  entries: Iterable<string>,
  context: ChunkingContext,
  nextOf: (info: ModuleInfo) => readonly string[],
): boolean {
  const reached = new Set(entries);
  for (const one of reached) {
    // Null if another page is built, which does not have the entry.
    const info = context.getModuleInfo(one);
    for (const next of info === null ? [] : nextOf(info)) reached.add(next);
  }
  return reached.has(id);
}

/**
 * Whether `main` needs a module for the first picture. It is not one of these modules itself: it waits for what it loads
 * later, which would wait for its file.
 */
function isEarly(id: string, context: ChunkingContext): boolean {
  return id !== MAIN && leadTo(id, [MAIN], context, ({ importedIds }) => importedIds);
}

/** Whether another thread may need a module. */
function isOfThreads(id: string, context: ChunkingContext): boolean {
  return leadTo(id, threadEntries, context, ({ importedIds, dynamicallyImportedIds }) => [
    ...importedIds,
    ...dynamicallyImportedIds,
  ]);
}

/**
 * Groups of modules, by priority. An `entriesAware` group has a file for each set of parts of the page that need the same
 * modules, but for small ones, in bytes. If too many of them are merged, files import each other, and the page may not
 * start: a test looks for it.
 */
export const FILES = [
  {
    name: 'core',
    test: /packages.core.dist|node_modules.zod/,
    entriesAware: true,
    entriesAwareMergeThreshold: 10_000,
  },
  {
    name: 'three',
    test: /node_modules.three/,
    entriesAware: true,
    entriesAwareMergeThreshold: 12_000,
  },
  {
    name: (id: string, context: ChunkingContext) =>
      isEarly(id, context) && isOfThreads(id, context) ? 'shared' : null,
    entriesAware: true,
    entriesAwareMergeThreshold: 3_000,
  },
  // No thread may load this file, whose modules need a document.
  {
    name: (id: string, context: ChunkingContext) => (isEarly(id, context) ? 'page' : null),
    test: /packages.viewer.src/,
  },
];

/** three in its modules, of which the page needs few. Its built files hold all that its threads need. */
export const THREE_MODULES = Object.entries({
  three: 'Three.js',
  'three/webgpu': 'Three.WebGPU.js',
  'three/tsl': 'Three.TSL.js',
}).map(([name, file]) => ({ find: new RegExp(`^${name}$`), replacement: `three/src/${file}` }));
