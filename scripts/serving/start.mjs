// `npm start -- [--port NUMBER] [--open]`: serves the built page on 127.0.0.1. It builds the page first if it does not
// exist or its sources have changed. If the port (5173) is taken, it uses the next free one. --open opens the page in a
// browser.
import { endWithNpm } from './end-with-npm.mjs';
import { openInBrowser, readServingOptions } from './options.mjs';
import { fileServer, listenFrom } from './serve-site.mjs';
import { builtSite } from './site.mjs';

const { port, open } = readServingOptions(import.meta.url, 5173);

try {
  const { url } = await listenFrom(port, fileServer(builtSite()));
  endWithNpm();
  console.log(`skein: the viewer is at ${url} (Ctrl+C ends it)`);
  if (open) openInBrowser(url);
} catch (error) {
  console.error(`start: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
}
