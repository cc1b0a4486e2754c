import { createHash } from 'node:crypto';
import { type Cloud, meanNeighbors } from '../neighbors.ts';
import { median } from '../statistics.ts';
import { type Contender, timeOf } from '../turns.ts';
import type { Peer, PeerRun } from './peer.ts';

/** A peer (another package) that runs the workload. A sample is the median time of some ticks, in ms. */
export class PeerContender implements Contender {
  readonly peer: Peer;
  readonly #run: PeerRun;
  readonly #agents: number;
  readonly #ticks: number;

  /** @throws Error when the peer does less than the workload demands */
  constructor(peer: Peer, agents: number, neighbors: number, ticks: number) {
    this.peer = peer;
    this.#ticks = ticks;
    this.#agents = agents;
    this.#run = peer.start(agents, neighbors);
    const before = this.#run.cloud();
    this.#run.step();
    checkWork(peer.name, before, this.#run.cloud(), neighbors, this.#run.listed());
  }

  sample(): number {
    const times = Array.from({ length: this.#ticks }, () => timeOf(() => this.#run.step()));
    return median(times);
  }

  /** The current mean number of neighbors of an agent within the radius. */
  get neighbors(): number {
    return meanNeighbors(this.#run.cloud());
  }

  /** A checksum of the positions of all agents. */
  get checksum(): string {
    const { positions } = this.#run.cloud();
    if (positions.length !== 3 * this.#agents || !positions.every(Number.isFinite)) {
      throw new Error(`${this.peer.name}: agents were lost`);
    }
    const bytes = new Uint8Array(positions.buffer);
    return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  }

  get note(): string {
    const { setting } = this.#run;
    return setting === undefined ? this.peer.differs : `${this.peer.differs}; ${setting}`;
  }
}

/**
 * Checks that a peer does all of the workload. Its agents must move, stay finite, and have about the expected number of
 * neighbors. If the peer has neighbor lists, their mean length must be within 10 % of the mean that a search through
 * all pairs finds.
 *
 * @param listed the mean length of the peer's neighbor lists; undefined if the peer has none
 * @throws Error when the peer does less than the workload
 */
export function checkWork(
  name: string,
  before: Cloud,
  after: Cloud,
  neighbors: number,
  listed: number | undefined,
): void {
  const rested = after.positions.filter((value, i) => value === before.positions[i]).length;
  const flat = after.positions.filter((value) => value === 0).length;
  if (!after.positions.every(Number.isFinite)) throw new Error(`${name}: agents were lost`);
  if (rested > flat + after.positions.length / 100) throw new Error(`${name}: agents rest`);
  const found = meanNeighbors(before);
  // Peers that see no neighbors across a border find up to a third fewer.
  if (found < 0.6 * neighbors || found > 1.2 * neighbors) {
    throw new Error(`${name}: ${found.toFixed(1)} neighbors on average, expected ${neighbors}`);
  }
  if (listed !== undefined && Math.abs(listed / found - 1) > 0.1) {
    throw new Error(
      `${name}: its lists have ${listed.toFixed(1)} neighbors, all pairs ${found.toFixed(1)}`,
    );
  }
}
