// `npm run dev -- [--port NUMBER] [--open]`: serves the page from its sources on 127.0.0.1, and updates it when they
// change. If the port (5174) is taken, it uses the next free one. Packages are used as built; run `npx tsc -b --watch`
// in another terminal to rebuild them on changes. --open opens the page in a browser.
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { endWithNpm } from './end-with-npm.mjs';
import { openInBrowser, readServingOptions } from './options.mjs';

const { port, open } = readServingOptions(import.meta.url, 5174);
const root = fileURLToPath(new URL('../../packages/viewer/', import.meta.url));

const server = await createServer({
  root,
  configFile: `${root}vite.config.ts`,
  logLevel: 'warn',
  server: { port },
});
await server.listen();
endWithNpm();
const [url] = server.resolvedUrls?.local ?? [];
console.log(`skein: the viewer, from its sources, is at ${url} (Ctrl+C ends it)`);
if (open) openInBrowser(url);
