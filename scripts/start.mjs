// Serves the viewer on this machine alone. `npm start -- --port 8080` asks for a port; when it is
// taken, the next free one is used.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { endWithNpm } from './end-with-npm.mjs';

const viewer = join(dirname(fileURLToPath(import.meta.url)), '..', 'packages', 'viewer');

/** @returns {{ port?: string, open?: boolean }} */
function readOptions() {
  try {
    const options = /** @type {const} */ ({ port: { type: 'string' }, open: { type: 'boolean' } });
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`skein: ${/** @type {Error} */ (error).message}`);
    console.error('Usage: npm start -- [--port NUMBER] [--open]');
    process.exit(2);
  }
}

const values = readOptions();

const server = await createServer({
  root: viewer,
  configFile: join(viewer, 'vite.config.ts'),
  logLevel: 'warn',
  server: {
    open: values.open ?? false,
    ...(values.port === undefined ? {} : { port: Number(values.port) }),
  },
});
await server.listen();
endWithNpm();
console.log(`skein: the viewer is at ${server.resolvedUrls?.local[0]} (Ctrl+C ends it)`);
