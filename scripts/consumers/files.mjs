// The files of a folder, as a plain server of others gives them that sends the two headers of isolation.
import send from 'send';
import { ISOLATION } from '../serving/headers.mjs';

/** That pages of other origins may read them, as those of a content delivery network. */
const OPEN = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * @param {string} folder
 * @returns {import('node:http').RequestListener}
 */
export function isolatedFiles(folder) {
  return (request, response) => {
    for (const [name, value] of Object.entries({ ...ISOLATION, ...OPEN })) {
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
