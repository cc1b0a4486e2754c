// `npm start -- [--port NUMBER] [--open]`: serves the built page on 127.0.0.1, and builds it before when it
// is not there or its sources have changed. When the port (5173) is taken, the next free one is used.
// --open opens the page in a browser.
import { endWithNpm } from './end-with-npm.mjs';
import { openInBrowser, readServingOptions } from './serving/options.mjs';
import { fileServer, listenFrom } from './serving/serve-site.mjs';
import { builtSite } from './serving/site.mjs';

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
