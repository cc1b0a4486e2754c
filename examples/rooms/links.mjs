/**
 * A connection to the server, which opens again when it is lost. Messages that are sent meanwhile are lost.
 *
 * @typedef {object} Link
 * @property {(bytes: Uint8Array<ArrayBuffer>) => void} send
 * @property {() => void} cut loses the connection, as a network does
 * @property {() => void} close
 */

/**
 * @typedef {(
 *   url: string,
 *   on: { receive: (bytes: Uint8Array) => void, reopened: () => void },
 * ) => Link} OpenLink
 */

/** How long a link waits until it opens again, in ms. */
export const REOPEN_MS = 500;
