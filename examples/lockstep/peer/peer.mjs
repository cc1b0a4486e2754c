// A peer: it has the world, gives it the commands of each turn in the order of the server, and steps it. Runs in
// Node and in browsers unchanged.
import { CommandError, command, createWorld, restore, SnapshotError, snapshot } from '@skein/core';
import { createTeam } from '@skein/worker';
import { writeSnapshot } from '../protocol/snapshot-frame.mjs';
import { Exchange } from './exchange.mjs';
import { fingerprint } from './fingerprint.mjs';
import { HashLog } from './hash-log.mjs';
import { Pace } from './pace.mjs';

/** @import { CommandInput, Scenario, World } from '@skein/core' */
/** @import { Team } from '@skein/worker' */
/** @import { Difference, Entry } from '../protocol/messages.mjs' */
/** @import { Kept } from '../protocol/snapshot-frame.mjs' */

/**
 * @typedef {object} PeerOptions
 * @property {string} url of the server, `ws://...`
 * @property {Scenario} scenario the same for all peers
 * @property {string} version of Skein: another one may come to other hashes
 * @property {number} [workers] threads; as many as the team chooses when left out
 * @property {{ kernel?: 'auto' | 'simd' | 'ts', maxWorkers?: number }} [world] peers may differ in these
 * @property {typeof globalThis.WebSocket} [WebSocket] that of `ws` in Node, the browser's own when left out
 * @property {boolean} [resync] whether to start over when the hash differs; true when left out
 */

/**
 * Joins a session. Its events, each a CustomEvent with a `detail`:
 *
 * - `welcome`: { you, turnTicks, turnMs }, the number of this peer, with every connection
 * - `peers`: { peers }, the numbers of those that are connected
 * - `tick`: { tick }, the world was stepped
 * - `waiting`: { turn }, the next turn is late; `continued`: it has come
 * - `refused`: { where, found, expected, tick, peer, n }, a command that every world refuses at its tick, or, without a
 *   tick, something that was sent
 * - `differs`: { peer, tick, found, expected }, the hash of a peer is not that of the others, from this tick on
 * - `lost`: the connection; another one is tried
 *
 * @param {PeerOptions} options
 * @returns {Promise<Peer>}
 */
export async function joinSession(options) {
  const world = createWorld(options.scenario, options.world);
  const team = await createTeam(world, teamOptions(options));
  return new Peer(options, world, team);
}

export class Peer extends EventTarget {
  #options;
  #exchange;
  #hashes = new HashLog();
  /** @type {Pace | undefined} known with the first welcome */
  #pace;
  #waiting = false;
  #left = false;
  #startOver = false;
  /** Ends the wait for the server. */
  #wake = () => {};

  /** The world; another one after `resync`, or when too many turns were missed. */
  world;
  team;
  /** Resolves when the peer has left, rejects when it cannot continue. */
  ended;

  /** @param {PeerOptions} options @param {World} world at tick 0 @param {Team} team */
  constructor(options, world, team) {
    super();
    this.#options = options;
    this.world = world;
    this.team = team;
    this.#hashes.begin(world.tick);
    const { url, version, WebSocket = globalThis.WebSocket } = options;
    this.#exchange = new Exchange(
      { url, version, WebSocket, scenario: fingerprint(world) },
      {
        report: (type, detail) => this.#emit(type, detail),
        onDifference: (difference) => this.#note(difference),
        hashesFrom: (tick) => this.#hashes.messageFrom(tick),
        wake: () => this.#wake(),
      },
    );
    this.ended = this.#play().finally(() => this.#close());
  }

  /** The number of this peer, 0 until the server has told it. */
  get you() {
    return this.#exchange.you;
  }

  /** The turn that the world is in. */
  get turn() {
    return Math.floor(this.world.tick / this.#exchange.turnTicks);
  }

  /** Turns that the server has made beyond that of the world. */
  get behind() {
    return Math.max(0, this.#exchange.turns.end - this.turn);
  }

  /** Bytes of all messages. */
  get traffic() {
    return this.#exchange.traffic;
  }

  /**
   * Sends a command. It is given in a turn to come, at the same tick by every peer, this one included; none is lost or
   * given twice, whatever the connection does.
   *
   * @param {CommandInput} input
   * @throws Refusal when it is too large or too deep to be sent
   */
  command(input) {
    this.#exchange.command(input);
  }

  /** Starts over, from the latest snapshot that the server has, or from the scenario. */
  resync() {
    this.#startOver = true;
    this.#wake();
  }

  /** Leaves the session. */
  async leave() {
    this.#left = true;
    this.#wake();
    await this.ended;
  }

  async #play() {
    const exchange = this.#exchange;
    while (!this.#left) {
      if (exchange.failure) throw exchange.failure;
      const { turnTicks } = exchange;
      const into = this.world.tick % turnTicks;
      if (into === 0 && !(await this.#beginTurn())) continue;
      const pace = /** @type {Pace} */ (this.#pace);
      const { ticks, delayMs } = pace.next(turnTicks - into, exchange.turns.next - this.turn);
      // Timers count whole milliseconds; what is left of them is made up for by the next.
      if (delayMs >= 1) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (this.#left) break;
      const { hashes } = await this.team.run(ticks, { hash: true });
      this.#hashes.add(hashes ?? []);
      const { tick } = this.world;
      if (tick % turnTicks === 0) exchange.send(this.#hashes.messageFrom(tick - turnTicks + 1));
      this.#emit('tick', { tick });
    }
  }

  /**
   * Gives the commands of a turn.
   *
   * @returns {Promise<boolean>} false when something else was to be done first, or waited for
   */
  async #beginTurn() {
    const exchange = this.#exchange;
    const { turn } = this;
    if (this.#startOver || exchange.kept !== undefined) {
      await this.#replaceWorld();
      return false;
    }
    if (exchange.snapshotWanted && turn > 0) {
      exchange.snapshotWanted = false;
      exchange.send(writeSnapshot({ turn, bytes: snapshot(this.world) }));
    }
    const commands = exchange.turns.take(turn);
    if (commands === undefined) {
      if (!this.#waiting) this.#emit('waiting', { turn });
      this.#waiting = true;
      await new Promise((resolve) => {
        this.#wake = () => resolve(undefined);
      });
      return false;
    }
    if (this.#waiting) {
      this.#pace = new Pace(exchange);
      this.#emit('continued', { turn });
    }
    this.#waiting = false;
    for (const entry of commands) if (entry[0] > 0) this.#give(entry);
    return true;
  }

  /**
   * What a world refuses depends on its scenario, state and log alone: all peers refuse the same.
   *
   * @param {Entry} entry
   */
  #give([peer, n, input]) {
    const { tick } = this.world;
    try {
      command(this.world, /** @type {CommandInput} */ (input));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const [{ path, found, expected }] = error.problems.length
        ? error.problems
        : [{ path: '$', found: error.message, expected: 'a command that the world can take' }];
      this.#emit('refused', { where: path, found, expected, tick, peer, n });
    }
  }

  /** @param {Difference} difference */
  #note(difference) {
    const { peer, life } = difference;
    const isOurs = peer === this.you && life === this.#hashes.life;
    if (isOurs && this.#options.resync !== false) this.resync();
    this.#emit('differs', difference);
  }

  async #replaceWorld() {
    const { kept, turns } = this.#exchange;
    this.#exchange.kept = undefined;
    this.#startOver = false;
    const { scenario, world: options } = this.#options;
    const world = kept ? this.#restore(kept) : createWorld(scenario, options);
    if (world === undefined) return;
    await this.team.dispose();
    this.world = world;
    this.team = await createTeam(world, teamOptions(this.#options));
    this.#hashes.begin(world.tick);
    turns.continueFrom(this.turn);
    this.#exchange.ask();
  }

  /** @param {Kept} kept */
  #restore({ turn, bytes }) {
    try {
      const world = restore(bytes, this.#options.world);
      const expected = `tick ${turn * this.#exchange.turnTicks}`;
      if (`tick ${world.tick}` === expected) return world;
      this.#emit('refused', { where: 'snapshot', found: `tick ${world.tick}`, expected });
    } catch (error) {
      if (!(error instanceof SnapshotError)) throw error;
      const { section, offset, found, expected } = error;
      this.#emit('refused', { where: `snapshot, ${section}, byte ${offset}`, found, expected });
    }
    return undefined;
  }

  async #close() {
    this.#exchange.close();
    await this.team.dispose();
  }

  /** @param {string} type @param {object} detail */
  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** @param {PeerOptions} options */
function teamOptions({ workers }) {
  return workers === undefined ? {} : { workers };
}
