// `npm run docs -- [--base PATH] [--serve] [--port NUMBER] [--open]`: builds the documentation into
// docs/.vitepress/dist, with the viewer in its folder viewer/. Any static host can serve the result; --base is its path
// on the host (default /). --serve serves it on 127.0.0.1; if the port (5175) is taken, it uses the next free one.
// --open opens it in a browser.
import { cpSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readArguments, refuse } from '../arguments.mjs';
import { endWithNpm } from '../serving/end-with-npm.mjs';
import { DOCS_HEADERS } from '../serving/headers.mjs';
import { openInBrowser, readPort } from '../serving/options.mjs';
import { fileServer, listenFrom } from '../serving/serve-site.mjs';
import { builtSite } from '../serving/site.mjs';
import { writeReference } from './reference.mjs';
import { DOCS, importFromDocs } from './tools.mjs';

const DIST = join(DOCS, '.vitepress', 'dist');
/** The JSON Schema for editors, at the address that it names. */
const SCHEMA = 'scenario.schema.json';

const { values } = readArguments(import.meta.url, {
  options: {
    base: { type: 'string', default: '/' },
    serve: { type: 'boolean', default: false },
    port: { type: 'string' },
    open: { type: 'boolean', default: false },
  },
});
const { base, open } = values;
const serve = values.serve || open || values.port !== undefined;
const port = readPort(import.meta.url, values.port, 5175);
if (!/^\/(.*\/)?$/.test(base)) {
  refuse(import.meta.url, `--base: found ${base}, expected a path from / to /, such as /skein/`);
}
if (serve && base !== '/') {
  refuse(
    import.meta.url,
    '--serve: found together with --base, expected only one: --serve uses the path /',
  );
}

try {
  await writeReference();
  const { build } = await importFromDocs('vitepress');
  await build(DOCS, { base });
  cpSync(builtSite(), join(DIST, 'viewer'), { recursive: true });
  cpSync(join(DOCS, '../scenarios', SCHEMA), join(DIST, SCHEMA));
  console.log(`skein: the docs are in ${relative('', DIST)}`);
  if (serve) {
    const { url } = await listenFrom(port, fileServer(DIST, DOCS_HEADERS));
    endWithNpm();
    console.log(`skein: the docs are at ${url} (Ctrl+C ends it)`);
    if (open) openInBrowser(url);
  }
} catch (error) {
  console.error(`docs: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
}
