// Other web pages can send requests to a server on this machine, although they cannot read the responses. Both servers
// of the page refuse such requests before they look at the path.

/** Names of this machine that no other site can use, which prevents DNS rebinding. */
const OWN_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/i;

/**
 * Refuses requests of other pages, for other host names, and with methods other than GET and HEAD. Others are passed on
 * to `next`. A link from another page is allowed, because it opens the viewer as a page of its own.
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
    return answer(response, 405, 'This server only serves files.');
  }
  if (!fromOwnPage(headers) && !byLink(headers)) {
    return answer(response, 403, 'This server only answers its own pages.');
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
  // Older browsers send no Sec-Fetch headers, but no browser sends the origin of another page as the page's own.
  if (origin !== undefined && origin !== `http://${host}`) return false;
  return site === 'same-origin' || site === 'none';
}

/** @param {import('node:http').IncomingHttpHeaders} headers */
function byLink({ origin, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination }) {
  return origin === undefined && mode === 'navigate' && destination === 'document';
}
