import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { defineConfig, type Plugin } from 'vite';
import { ISOLATION, POLICY } from '../../scripts/serving/headers.mjs';
import { answer, refuseForeign } from '../../scripts/serving/refuse-foreign.mjs';
import { linkPreview } from './plugins/link-preview.ts';
import { sceneDescriptions } from './plugins/scene-descriptions.ts';
import { serviceWorker } from './plugins/service-worker.ts';

/** Name of the file in the built page; as text, which browsers show. */
const LICENSES = 'licenses.txt';

/**
 * Ahead of all that Vite serves: other pages get no answer, and Vite's way to start the editor, which
 * takes any file of this machine, is shut for our own pages too.
 *
 * Vite leaves its headers out where a file has not changed (304), and WebKit then refuses the script of
 * the next thread: the page could start threads once, and no others. Here each answer has them.
 */
function closedToOthers(): Plugin {
  return {
    name: 'closed-to-others',
    configureServer({ config, middlewares }) {
      middlewares.use((_, response, next) => {
        for (const [name, value] of Object.entries(config.server.headers)) {
          if (value !== undefined) response.setHeader(name, value);
        }
        next();
      });
      middlewares.use(refuseForeign);
      middlewares.use('/__open-in-editor', (_, response) => {
        answer(response, 404, 'There is no such file.');
      });
    },
  };
}

/** For hosts whose headers cannot be set. */
function policyInPage(): Plugin {
  return {
    name: 'policy-in-page',
    apply: 'build',
    // Ahead of every script, or they would be free of it.
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

/** Vite lists the licenses of all packages whose modules are in the page; ours comes before them. */
function ownLicense(): Plugin {
  return {
    name: 'own-license',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const list = bundle[LICENSES];
        if (list?.type !== 'asset') throw new Error(`Vite has written no ${LICENSES}`);
        const own = readFileSync(join(import.meta.dirname, '../../LICENSE'), 'utf8').trim();
        list.source = `${own}\n\n${String(list.source).trim()}\n`;
      },
    },
  };
}

/** Threads of the page, by how the code that starts them names their script: the module of each. */
const THREADS: Readonly<Record<string, { readonly name: string; readonly module: string }>> = {
  './thread.js': { name: 'thread', module: 'thread-modules.js' },
  './drawing-thread.ts': { name: 'drawing-thread', module: 'drawing-thread.ts' },
};

/**
 * Threads run much of the code that the page runs, too. Vite would bundle it once more for each of them: their modules,
 * as entries of the same build, share its files.
 */
function threadsShareFiles(): Plugin {
  return {
    name: 'threads-share-files',
    apply: 'build',
    // Before Vite looks for exactly what is written there.
    enforce: 'pre',
    transform(code, id) {
      for (const [script, { name, module }] of Object.entries(THREADS)) {
        const written = `new URL('${script}', import.meta.url)`;
        if (!code.includes(`new Worker(${written}`)) continue;
        const file = this.emitFile({ type: 'chunk', id: join(dirname(id), module), name });
        return code.replace(written, `import.meta.ROLLUP_FILE_URL_${file}`);
      }
      return undefined;
    },
  };
}

/**
 * `import text from './module.ts?script'`: the module and all that it imports as the text of one script, for a worker that
 * can load nothing by itself.
 */
function scriptAsText(): Plugin {
  const SUFFIX = '?script';
  return {
    name: 'script-as-text',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(SUFFIX)) return undefined;
      const input = id.slice(0, -SUFFIX.length);
      this.addWatchFile(input);
      const bundle = await rolldown({ input, platform: 'browser' });
      const { output } = await bundle.generate({
        format: 'iife',
        name: 'lab',
        exports: 'default',
        minify: true,
      });
      await bundle.close();
      return `export default ${JSON.stringify(output[0].code)};`;
    },
  };
}

/**
 * What is loaded later shares many modules with what is loaded first. Cut by all of it, the first load would come in
 * more and smaller files, which compress less.
 */
const CORE_AT_FIRST = {
  name: 'core',
  tags: ['$initial' as const],
  test: /packages.core.dist|node_modules.zod/,
};

export default defineConfig({
  plugins: [
    closedToOthers(),
    serviceWorker(LICENSES),
    policyInPage(),
    threadsShareFiles(),
    ownLicense(),
    linkPreview(process.env.SKEIN_SITE_URL),
    scriptAsText(),
    sceneDescriptions(),
  ],
  base: './',
  // A missing file is a 404, not the page again.
  appType: 'mpa',
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: 'dist/site',
    license: { fileName: LICENSES },
    modulePreload: {
      // What draws loads parts of itself on a thread, where there is no document to put links into.
      resolveDependencies: (_, files, { hostId }) => (/\/painter-/.test(hostId) ? [] : files),
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [CORE_AT_FIRST] },
      },
    },
  },
  // Named here, so that none is found late and reloads the page.
  optimizeDeps: {
    include: [
      ...['@skein/core > zod', '@skein/core > fastest-levenshtein', '@skein/worker > comlink'],
      ...['three/webgpu', 'three/tsl', 'three/addons/tsl/display/BloomNode.js'],
    ],
  },
  server: { host: '127.0.0.1', strictPort: false, headers: ISOLATION, cors: false },
});
