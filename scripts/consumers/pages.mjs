// Pages, built with bundlers and without one.
import { listenAt } from '../serving/serve-site.mjs';
import { filesOf } from './files.mjs';
import { open } from './project.mjs';
import { html, pageModule } from './scene.mjs';

/** @typedef {import('./project.mjs').Consumer} Consumer */
/** @typedef {import('./project.mjs').Project} Project */

const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * In `dev`, Vite bundles dependencies in advance. Up to version 7, it then does not find the script of the threads.
 *
 * @param {number} version
 */
function viteConfig(version) {
  const headers = JSON.stringify(HEADERS);
  const exclude = version < 8 ? "optimizeDeps: { exclude: ['@skein/core', '@skein/worker'] }," : '';
  return `export default {
  worker: { format: 'es' },
  ${exclude}
  server: { headers: ${headers} },
  preview: { headers: ${headers} },
};
`;
}

/**
 * @param {number} version
 * @param {'dev' | 'build'} mode
 * @returns {Consumer}
 */
function vite(version, mode) {
  return {
    name: `vite-${version}-${mode}`,
    how: mode === 'dev' ? `Vite ${version}, dev server` : `Vite ${version}, build`,
    tools: ['vite'],
    isPage: true,
    async run(project) {
      project.install(`vite@${version}`);
      project.write({
        'index.html': html('/main.js'),
        'main.js': pageModule(),
        'vite.config.js': viteConfig(version),
      });
      const server = ['--host', '127.0.0.1', '--port', '0'];
      if (mode === 'dev') return project.openServed('vite', ...server);
      project.tool('vite', 'build');
      return project.openServed('vite', 'preview', ...server);
    },
  };
}

/**
 * A bundler whose output is a folder.
 *
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.how
 * @param {readonly string[]} options.tools
 * @param {readonly string[]} [options.packages] the packages to install; default: the tools
 * @param {Readonly<Record<string, string>>} options.files
 * @param {(project: Project) => void} options.build
 * @param {string} [options.output] the folder to serve
 * @param {boolean} [options.isolated] whether to send the headers that threads need
 * @returns {Consumer}
 */
function bundled({
  name,
  how,
  tools,
  packages = tools,
  files,
  build,
  output = 'dist',
  isolated = true,
}) {
  return {
    name,
    how,
    tools,
    isPage: true,
    threaded: isolated,
    async run(project) {
      project.install(...packages);
      project.write(files);
      build(project);
      return project.openFolder(output, isolated);
    },
  };
}

const webpack = bundled({
  name: 'webpack',
  how: 'webpack 5, no configuration',
  tools: ['webpack'],
  packages: ['webpack@5', 'webpack-cli'],
  files: { 'src/index.js': pageModule(), 'dist/index.html': html('/main.js') },
  build: (project) => project.tool('webpack-cli', '--mode', 'production'),
});

const rollup = bundled({
  name: 'rollup',
  how: 'Rollup, with @web/rollup-plugin-import-meta-assets',
  tools: ['rollup', '@web/rollup-plugin-import-meta-assets'],
  packages: ['rollup', '@rollup/plugin-node-resolve', '@web/rollup-plugin-import-meta-assets'],
  files: {
    'main.js': pageModule(),
    'dist/index.html': html('/main.js'),
    'rollup.config.mjs': `import { nodeResolve } from '@rollup/plugin-node-resolve';
import { importMetaAssets } from '@web/rollup-plugin-import-meta-assets';
export default {
  input: 'main.js',
  output: { dir: 'dist', format: 'es' },
  plugins: [nodeResolve({ browser: true }), importMetaAssets()],
};
`,
  },
  build: (project) => project.tool('rollup', '-c'),
});

const parcel = bundled({
  name: 'parcel',
  how: 'Parcel 2, with package exports on',
  tools: ['parcel'],
  files: {
    'index.html': html('./main.js'),
    'main.js': pageModule(),
    'package.json': JSON.stringify({
      name: 'consumer',
      private: true,
      '@parcel/resolver-default': { packageExports: true },
    }),
  },
  build: (project) => project.tool('parcel', 'build', 'index.html', '--no-cache'),
});

/** @param {Project} project */
function bundleByEsbuild(project) {
  const options = ['--bundle', '--minify', '--format=esm', '--outdir=dist'];
  project.command('npx', 'esbuild', 'main.js', ...options);
}

const esbuildInline = bundled({
  name: 'esbuild',
  how: 'esbuild, the script of the threads inline',
  tools: ['esbuild'],
  files: { 'main.js': pageModule({ inline: true }), 'dist/index.html': html('/main.js') },
  build: bundleByEsbuild,
});

const esbuildBeside = bundled({
  name: 'esbuild-beside',
  how: 'esbuild, the scripts of the threads copied beside the bundle',
  tools: ['esbuild'],
  files: { 'main.js': pageModule(), 'dist/index.html': html('/main.js') },
  build: (project) => {
    bundleByEsbuild(project);
    for (const name of ['thread.js', 'thread-plain.js']) {
      const script = project.read(`node_modules/@skein/worker/dist/browser/${name}`);
      project.write({ [`dist/${name}`]: script });
    }
  },
});

const unisolated = bundled({
  name: 'no-isolation',
  how: 'esbuild, served without the headers of isolation',
  tools: ['esbuild'],
  files: { 'main.js': pageModule({ inline: true }), 'dist/index.html': html('/main.js') },
  build: bundleByEsbuild,
  isolated: false,
});

/** @type {Consumer} */
const next = {
  name: 'next',
  how: 'Next, build and start',
  tools: ['next', 'react'],
  isPage: true,
  async run(project) {
    project.install('next', 'react', 'react-dom');
    project.write({
      'next.config.mjs': `export default {
  headers: async () => [
    {
      source: '/:path*',
      headers: ${JSON.stringify(Object.entries(HEADERS).map(([key, value]) => ({ key, value })))},
    },
  ],
};
`,
      'app/layout.jsx': `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
      'app/page.jsx': `'use client';
import { useEffect } from 'react';
export default function Page() {
  useEffect(() => void import('../main.js'), []);
  return <p>consumer</p>;
}
`,
      'main.js': pageModule(),
    });
    project.tool('next', 'build');
    return project.openServed('next', 'start', '--hostname', '127.0.0.1', '--port', '0');
  },
};

/** An import map for the packages, relative to the address that they are served at. */
function importMap(base = '') {
  const at = (/** @type {string} */ path) => `${base}/node_modules/${path}`;
  const imports = {
    '@skein/core': at('@skein/core/dist/index.js'),
    '@skein/core/describe': at('@skein/core/dist/describe.js'),
    '@skein/core/internal': at('@skein/core/dist/internal.js'),
    '@skein/core/read': at('@skein/core/dist/read.js'),
    '@skein/core/thread': at('@skein/core/dist/thread.js'),
    '@skein/worker': at('@skein/worker/dist/browser/index.js'),
    comlink: at('comlink/dist/esm/comlink.mjs'),
    'fastest-levenshtein': at('fastest-levenshtein/esm/mod.js'),
    'zod/mini': at('zod/mini/index.js'),
  };
  return `<script type="importmap">${JSON.stringify({ imports })}</script>\n`;
}

/** @type {Consumer} */
const plain = {
  name: 'import-map',
  how: 'an import map, no bundler',
  tools: [],
  isPage: true,
  async run(project) {
    project.install();
    project.write({ 'index.html': html('/main.js', importMap()), 'main.js': pageModule() });
    return project.openFolder('.');
  },
};

/** @type {Consumer} */
const network = {
  name: 'cdn',
  how: 'an import map to another origin, such as a CDN',
  tools: [],
  isPage: true,
  async run(project) {
    project.install();
    const packages = await listenAt(filesOf(project.folder), 0);
    try {
      const map = importMap(packages.url.replace(/\/$/, ''));
      project.write({ 'page/index.html': html('/main.js', map), 'page/main.js': pageModule() });
      const page = await listenAt(filesOf(`${project.folder}/page`), 0);
      try {
        return await open(page.url);
      } finally {
        await page.close();
      }
    } finally {
      await packages.close();
    }
  },
};

export const PAGES = [
  ...[8, 7, 6, 5].flatMap((version) => [vite(version, 'dev'), vite(version, 'build')]),
  webpack,
  rollup,
  parcel,
  esbuildInline,
  esbuildBeside,
  unisolated,
  next,
  plain,
  network,
];
