/** Host names that refer to this machine, and that no other site can use. */
const OWN_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/i;

/**
 * Any web page in a browser on this machine can open a WebSocket to this server, and could read the answers. So only
 * the server's own page may connect, and programs, which send no origin.
 *
 * @param {import('node:http').IncomingHttpHeaders} headers
 */
export function isOwnOrigin({ host = '', origin }) {
  return OWN_HOST.test(host) && (origin === undefined || origin === `http://${host}`);
}
