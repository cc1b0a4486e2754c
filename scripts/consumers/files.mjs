// Serves the files of a folder like a plain server, with or without the two headers for cross-origin isolation.
import send from 'send';
import { ISOLATION } from '../serving/headers.mjs';

/** Headers that allow pages of other origins to read the files, as a content delivery network does. */
const OPEN = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * @param {string} folder
 * @param {boolean} [isolated]
 * @returns {import('node:http').RequestListener}
 */
export function filesOf(folder, isolated = true) {
  const headers = isolated ? { ...ISOLATION, ...OPEN } : OPEN;
  return (request, response) => {
    for (const [name, value] of Object.entries(headers)) {
      response.setHeader(name, value);
    }
    const [path] = (request.url ?? '').split('?');
    send(request, path, { root: folder, index: 'index.html' })
      .on('error', ({ status }) => {
        response.statusCode = status;
        response.end();
      })
      .pipe(response);
  };
}
