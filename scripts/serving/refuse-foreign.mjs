// Other web pages can send requests to a server on this machine, though they may not read the answers.
// Both servers of the page refuse such requests before they look at the path.

/** A name that leads to this machine and that no other can claim, so that DNS rebinding finds no way in. */
const OWN_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/i;

/**
 * Answers what another page, another host name or another method than GET and HEAD asks for; hands on
 * the rest. A link on another page is let in: it opens the viewer in a page of its own.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {() => void} next
 */
export function refuseForeign(request, response, next) {
  const { method, headers } = request;
  if (!OWN_HOST.test(headers.host ?? '')) {
    return answer(response, 403, 'This server answers at 127.0.0.1 and localhost.');
  }
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return answer(response, 405, 'This server only gives files.');
  }
  if (!fromOwnPage(headers) && !byLink(headers)) {
    return answer(response, 403, 'This server answers its own pages.');
  }
  next();
}

/**
 * Ends a response with one line of text.
 *
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} text
 */
export function answer(response, status, text) {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(`${text}\n`);
}

/** @param {import('node:http').IncomingHttpHeaders} headers */
function fromOwnPage({ host, origin, 'sec-fetch-site': site = 'none' }) {
  // Older browsers send no Sec-Fetch headers; none sends another page's origin as its own.
  if (origin !== undefined && origin !== `http://${host}`) return false;
  return site === 'same-origin' || site === 'none';
}

/** @param {import('node:http').IncomingHttpHeaders} headers */
function byLink({ origin, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination }) {
  return origin === undefined && mode === 'navigate' && destination === 'document';
}
