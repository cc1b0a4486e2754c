// `npm run tool -- docs-dev [--port NUMBER] [--open]`: serves the documentation from its Markdown on 127.0.0.1, and
// updates it on changes. If the port (5176) is taken, it uses the next free one. Live scenes are only pictures here;
// `npm run docs` includes the viewer. --open opens the docs in a browser.

import { endWithNpm } from '../serving/end-with-npm.mjs';
import { openInBrowser, readServingOptions } from '../serving/options.mjs';
import { writeReference } from './reference.mjs';
import { DOCS, importFromDocs } from './tools.mjs';

const { port, open } = readServingOptions(import.meta.url, 5176);

await writeReference();
const { createServer } = await importFromDocs('vitepress');
const server = await createServer(DOCS, { host: '127.0.0.1', port });
await server.listen();
endWithNpm();
const [url] = server.resolvedUrls?.local ?? [];
console.log(`skein: the docs, from their sources, are at ${url} (Ctrl+C ends it)`);
if (open) openInBrowser(url);
