// Serves a folder as the page: only its files, and only on this machine.
import { createServer } from 'node:http';
// The file server of Express; changes of files while it serves them never end the process.
import send from 'send';
import { acceptsCopy, compressedFolder, textType } from './compressed.mjs';
import { HEADERS } from './headers.mjs';
import { answer, refuseForeign } from './refuse-foreign.mjs';

const HOST = '127.0.0.1';
/** Files whose names change with their contents. */
const HASHED = /[\\/]assets[\\/][^\\/]+$/;

/**
 * Serves the files of a folder; as compressed copies where these exist and the browser accepts them.
 *
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} [headers] headers for every response
 * @returns {import('node:http').RequestListener}
 */
export function fileServer(folder, headers = HEADERS) {
  const copies = compressedFolder(folder);
  return (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    refuseForeign(request, response, () => {
      const [path] = (request.url ?? '').split('?');
      /** @param {string} root @param {string} file @param {(status: number) => void} refuse */
      const answerWith = (root, file, refuse) =>
        send(request, file, { root, dotfiles: 'ignore', cacheControl: false })
          .on('headers', (_, found) => {
            const lasting = HASHED.test(found) ? 'max-age=31536000, immutable' : 'no-cache';
            response.setHeader('Cache-Control', lasting);
            const type = textType(found);
            if (type === undefined) return;
            response.setHeader('Content-Type', type);
            response.setHeader('Vary', 'Accept-Encoding');
            if (root === copies) response.setHeader('Content-Encoding', 'gzip');
          })
          .on('directory', () => refuse(404))
          .on('error', ({ status }) => refuse(status))
          .pipe(response);
      const plain = () =>
        answerWith(folder, path, (status) => {
          if (response.headersSent) response.destroy();
          else answer(response, status, status === 404 ? 'There is no such file.' : 'Refused.');
        });
      if (acceptsCopy(request.headers)) {
        // What has no copy, or is refused, is answered without it.
        answerWith(copies, `${path.endsWith('/') ? `${path}index.html` : path}.gz`, () => {
          if (response.headersSent) response.destroy();
          else plain();
        });
      } else plain();
    });
  };
}

/**
 * @param {import('node:http').RequestListener} listener
 * @param {number} port 0 for any free port
 * @returns {Promise<{ url: string, close(): Promise<void> }>} the server, when it listens
 * @throws the error of the system, for example if the port is taken
 */
export async function listenAt(listener, port) {
  const server = createServer(listener);
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => resolve(undefined));
  });
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://${HOST}:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Serves the built page in `folder` on `port`, or on a free port.
 *
 * @param {string} folder
 * @param {number} [port]
 */
export function serveSite(folder, port = 0) {
  return listenAt(fileServer(folder), port);
}

/**
 * Listens on a port, or on the next free one.
 *
 * @param {number} first the first port to try
 * @param {import('node:http').RequestListener} listener
 * @returns {ReturnType<typeof listenAt>}
 */
export async function listenFrom(first, listener) {
  try {
    return await listenAt(listener, first);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'EADDRINUSE' || first === 65_535) throw error;
    return listenFrom(first + 1, listener);
  }
}
