// The files of a folder, as a plain server of others gives them, with or without the two headers of isolation.
import send from 'send';
import { ISOLATION } from '../serving/headers.mjs';

/** That pages of other origins may read them, as those of a content delivery network. */
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
