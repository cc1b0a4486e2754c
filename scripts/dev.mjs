// `npm run dev -- [--port NUMBER] [--open]`: serves the page from its sources on 127.0.0.1, and renews it
// when they change. When the port (5174) is taken, the next free one is used. Of the packages it uses it
// takes what was built: `npx tsc -b --watch` beside it renews that. --open opens the page in a browser.
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { endWithNpm } from './end-with-npm.mjs';
import { openInBrowser, readServingOptions } from './serving/options.mjs';

const { port, open } = readServingOptions(import.meta.url, 5174);
const root = fileURLToPath(new URL('../packages/viewer/', import.meta.url));

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
