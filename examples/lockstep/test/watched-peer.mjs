// Records what the tests need from a peer, in Node and in the page: the hash at the end of each turn and the reported
// events. It can also apply a command to its world only. It is plain code, so that it can be sent to a page as text.

/**
 * @typedef {{
 *   hashes: Record<number, string>, reports: any[], peer: import('../peer/peer.mjs').Peer,
 *   slip(command: object): Promise<number>, log(): object[], state(): { tick: number, you: number, since: number },
 * }} Watched
 */

/**
 * @param {import('../peer/peer.mjs').Peer} peer
 * @param {(world: import('@skein/core').World) => string} stateHash
 * @param {number} turnTicks
 * @returns {Watched}
 */
export function watch(peer, stateHash, turnTicks) {
  /** @type {Record<number, string>} */
  const hashes = {};
  /** @type {any[]} */
  const reports = [];
  peer.addEventListener('tick', () => {
    const { tick } = peer.world;
    if (tick % turnTicks === 0) hashes[tick] = stateHash(peer.world);
  });
  for (const type of ['refused', 'differs', 'lost', 'waiting']) {
    peer.addEventListener(type, (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      reports.push({ type, at: peer.world.tick, ...detail });
    });
  }
  return {
    hashes,
    reports,
    peer,
    slip: async (command) => (await peer.team.command(/** @type {any} */ (command))).tick,
    log: () => peer.world.log.map((one) => ({ ...one })),
    state: () => ({ tick: peer.world.tick, you: peer.you, since: Number(Object.keys(hashes)[0]) }),
  };
}
