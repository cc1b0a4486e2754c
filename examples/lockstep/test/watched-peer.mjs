// Records what the tests need from a peer, in Node and in the page: hashes, commands and events. It can also apply a command
// to its world only. It is plain code, so that it can be sent to a page as text.

/** @import { Peer } from '../peer/peer.mjs' */

/**
 * @param {Peer} peer
 * @param {(world: import('@skein/core').World) => string} stateHash
 */
export function watch(peer, stateHash) {
  /** @type {Record<number, string>} */
  const hashes = {};
  /** @type {any[]} */
  const reports = [];
  /** @type {any[]} */
  const log = [];
  peer.addEventListener('tick', () => {
    const { tick } = peer.world;
    if (tick % 30 === 0) hashes[tick] = stateHash(peer.world);
    // The world forgets old commands, and a snapshot comes without them.
    const last = log.at(-1)?.tick ?? -1;
    for (const one of peer.world.log) if (one.tick > last && one.tick < tick) log.push({ ...one });
  });
  for (const type of ['refused', 'loaded', 'lost', 'damaged']) {
    peer.addEventListener(type, (event) => {
      reports.push({ .../** @type {CustomEvent} */ (event).detail, type });
    });
  }
  return {
    hashes,
    reports,
    log,
    /** @param {any} command */
    slip: async (command) => {
      await peer.team.command(command);
    },
    state: () => ({ tick: peer.world.tick, you: peer.you }),
  };
}
