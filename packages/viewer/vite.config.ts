import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { defineConfig, type Plugin } from 'vite';
import { ISOLATION, POLICY } from '../../scripts/serving/headers.mjs';
import { answer, refuseForeign } from '../../scripts/serving/refuse-foreign.mjs';
import { FILES, THREE_MODULES, threadsShareFiles } from './plugins/files.ts';
import { linkPreview } from './plugins/link-preview.ts';
import { sceneCards } from './plugins/scene-cards.ts';
import { serviceWorker } from './plugins/service-worker.ts';

/** The name of the license file in the built page; a text file, because browsers show those. */
const LICENSES = 'licenses.txt';

/**
 * Comes before everything that Vite serves. Requests from other sites are refused. Vite's address for opening the
 * editor, which accepts any file of the machine, is closed for the page itself as well.
 *
 * Vite omits its headers from responses for unchanged files (304), and WebKit then refuses the script of the next
 * thread. The page could start threads only once. Here every response gets the headers.
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

/** Writes the policy into the page, for hosts whose headers cannot be set. */
function policyInPage(): Plugin {
  return {
    name: 'policy-in-page',
    apply: 'build',
    // Before every script, because earlier scripts would not be subject to the policy.
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

/** The folders of packages in scripts that Vite bundles by themselves, which its list of licenses leaves out. */
const aside = new Set<string>();

function notePackages(): Plugin {
  return {
    name: 'note-packages',
    generateBundle(_, bundle) {
      const ids = Object.values(bundle).flatMap((one) =>
        one.type === 'chunk' ? one.moduleIds : [],
      );
      for (const id of ids) {
        const [folder] = /^.*node_modules.(?:@[^/]+.)?[^/]+/.exec(id) ?? [];
        if (folder !== undefined) aside.add(folder);
      }
    },
  };
}

/** Adds Skein's own license before the licenses of all packages in the page, which Vite lists, and those it leaves out. */
function allLicenses(): Plugin {
  return {
    name: 'all-licenses',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const list = bundle[LICENSES];
        if (list?.type !== 'asset') throw new Error(`Vite has written no ${LICENSES}`);
        const own = readFileSync(join(import.meta.dirname, '../../LICENSE'), 'utf8').trim();
        const texts = [own, String(list.source).trim()];
        for (const folder of aside) {
          const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
          const title = `## ${name} - ${version}`;
          if (texts[1].includes(title)) continue;
          texts.push(`${title}\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8').trim()}`);
        }
        list.source = `${texts.join('\n\n')}\n`;
      },
    },
  };
}

/**
 * Lets `import text from './module.ts?script'` import the text of one script that bundles the module with all its
 * imports, for a worker that can load nothing itself.
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

export default defineConfig({
  plugins: [
    closedToOthers(),
    serviceWorker(LICENSES),
    policyInPage(),
    threadsShareFiles(),
    allLicenses(),
    linkPreview(process.env.SKEIN_SITE_URL),
    scriptAsText(),
    sceneCards(),
  ],
  resolve: { alias: THREE_MODULES },
  base: './',
  // A missing file gives a 404 response instead of the page.
  appType: 'mpa',
  worker: { format: 'es', plugins: () => [notePackages()] },
  build: {
    target: 'es2022',
    outDir: 'dist/site',
    license: { fileName: LICENSES },
    modulePreload: {
      // The renderer loads parts of itself on a thread, which has no document for preload links.
      resolveDependencies: (_, files, { hostId }) => (/\/painter-/.test(hostId) ? [] : files),
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: FILES },
      },
    },
  },
  // Listed here, because dependencies that Vite finds late reload the page.
  optimizeDeps: {
    include: [
      ...['@skein/core > zod', '@skein/core > fastest-levenshtein', '@skein/worker > comlink'],
      '@skein/core > navcat/blocks',
      ...['three/webgpu', 'three/tsl', 'three/addons/tsl/display/BloomNode.js'],
    ],
  },
  server: { host: '127.0.0.1', strictPort: false, headers: ISOLATION, cors: false },
});
