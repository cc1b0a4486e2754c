// A peer: it has a copy of the world, applies the commands of each turn in the order of the server, and steps the
// world. It runs in Node and in browsers.
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
 * @property {string} url the address of the server, `ws://...`
 * @property {Scenario} scenario the same for all peers
 * @property {string} version the version of Skein; other versions may give other hashes
 * @property {number} [workers] the number of threads; by default the team chooses
 * @property {{ kernel?: 'auto' | 'simd' | 'ts', maxWorkers?: number }} [world] may differ between peers
 * @property {typeof globalThis.WebSocket} [WebSocket] `ws` in Node; by default that of the browser
 * @property {boolean} [resync] whether to start over when the hash differs; true by default
 */

/**
 * Joins a session. Its events, each a CustomEvent with a `detail`:
 *
 * - `welcome`: { you, turnTicks, turnMs }, the number of this peer; sent for every connection
 * - `peers`: { peers }, the numbers of the connected peers
 * - `tick`: { tick }, the world was stepped
 * - `waiting`: { turn }, the next turn is late; `continued`: it has arrived
 * - `refused`: { where, found, expected, tick, peer, n }, a command that every world refuses at this tick, or, without
 * a tick, a message that was refused
 * - `differs`: { peer, tick, found, expected }, from this tick on, the hash of a peer differs from that of the others
 * - `lost`: the connection is lost, and a new one will be opened
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
  /** @type {Pace | undefined} set by the first welcome */
  #pace;
  #waiting = false;
  #left = false;
  #startOver = false;
  /** Ends the wait for the server. */
  #wake = () => {};

  /** The current world. It is replaced after `resync`, or when too many turns were missed. */
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

  /** The number of this peer; 0 until the server has sent it. */
  get you() {
    return this.#exchange.you;
  }

  /** The current turn of the world. */
  get turn() {
    return Math.floor(this.world.tick / this.#exchange.turnTicks);
  }

  /** The number of turns that the server is ahead of the world. */
  get behind() {
    return Math.max(0, this.#exchange.turns.end - this.turn);
  }

  /** The number of bytes of all messages. */
  get traffic() {
    return this.#exchange.traffic;
  }

  /**
   * Sends a command. Every peer, including this one, applies it in a later turn at the same tick. No command is lost or
   * applied twice, even if the connection breaks.
   *
   * @param {CommandInput} input
   * @throws Refusal when it is too large or too deeply nested
   */
  command(input) {
    this.#exchange.command(input);
  }

  /** Starts over from the latest snapshot of the server, or from the scenario. */
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
      // Timers count whole milliseconds; the next tick makes up for the rest.
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
   * Applies the commands of a turn.
   *
   * @returns {Promise<boolean>} false if something else had to be done first, or the turn has not arrived
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
   * Whether a world refuses a command depends only on its scenario, state and log, so all peers refuse the same
   * commands.
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
        : [{ path: '$', found: error.message, expected: 'a command that the world accepts' }];
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
