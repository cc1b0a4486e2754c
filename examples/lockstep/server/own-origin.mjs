/** A name that leads to this machine, and that no other page can claim. */
const OWN_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/i;

/**
 * Any page in a visitor's browser can open a WebSocket to this machine, and unlike other requests it could read the answers:
 * only this server's own page may, and programs, which send no origin.
 *
 * @param {import('node:http').IncomingHttpHeaders} headers
 */
export function isOwnOrigin({ host = '', origin }) {
  return OWN_HOST.test(host) && (origin === undefined || origin === `http://${host}`);
}
