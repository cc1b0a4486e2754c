// A peer: it has the world, gives it the commands of each turn in the order of the server, and steps it. Runs in
// Node and in browsers unchanged.
import { CommandError, command, createWorld, restore, SnapshotError, snapshot } from '@skein/core';
import { createTeam } from '@skein/worker';
import { PROTOCOL } from '../protocol/limits.mjs';
import { FROM_PEER, FROM_SERVER, readMessage } from '../protocol/messages.mjs';
import { Refusal } from '../protocol/refusal.mjs';
import { readSnapshot, writeSnapshot } from '../protocol/snapshot-frame.mjs';
import { fingerprint } from './fingerprint.mjs';
import { HashLog } from './hash-log.mjs';
import { Link } from './link.mjs';
import { Outbox } from './outbox.mjs';
import { Pace } from './pace.mjs';
import { TurnBuffer } from './turn-buffer.mjs';

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

/** How often what was lost is asked for and sent again, in turns. */
const REPEAT_TURNS = 2;
const HELLO_MS = 500;

/**
 * Joins a session. Its events, each a CustomEvent with a `detail`:
 *
 * - `welcome`: { you, turnTicks, turnMs }, the number of this peer, with every connection
 * - `peers`: { peers }, the numbers of those who are connected
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
  const scenario = fingerprint(world);
  return new Peer(options, scenario, world, await createTeam(world, teamOptions(options)));
}

export class Peer extends EventTarget {
  #options;
  #scenario;
  #id = Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join('');
  #session = '';
  #link;
  #turns = new TurnBuffer();
  #outbox = new Outbox();
  #hashes = new HashLog();
  /** @type {Pace | undefined} known with the first welcome, as the turns are */
  #pace;
  #turnTicks = 1;
  /** @type {ReturnType<typeof setInterval>} */
  #repeat;
  #askedFor = -1;
  /** @type {Set<string>} differences that were reported */
  #noted = new Set();
  #welcomed = false;
  #waiting = false;
  #left = false;
  /** @type {Refusal | undefined} why the server has closed the door */
  #failure;
  /** What to do at the next start of a turn. */
  #startOver = false;
  #snapshotWanted = false;
  /** @type {Kept | undefined} */
  #kept;
  /** Ends the wait for the server. */
  #wake = () => {};

  /** The number of this peer, 0 until the server has told it. */
  you = 0;
  /** The world; another one after `resync`, or when too many turns were missed. */
  world;
  team;
  /** Resolves when the peer has left, rejects when it cannot continue. */
  ended;

  /** @param {PeerOptions} options @param {string} scenario @param {World} world @param {Team} team */
  constructor(options, scenario, world, team) {
    super();
    this.#options = options;
    this.#scenario = scenario;
    this.world = world;
    this.team = team;
    this.#hashes.begin(world.tick);
    this.#link = new Link(options.url, options.WebSocket ?? globalThis.WebSocket, {
      onOpen: () => {
        this.#welcomed = false;
        this.#greet();
      },
      onText: (json) => this.#guard(() => this.#take(readMessage(FROM_SERVER, json))),
      onBytes: (bytes) => this.#guard(() => this.#keep(readSnapshot(bytes))),
      onLost: () => this.#emit('lost', {}),
    });
    this.#repeat = setInterval(() => this.#askAgain(), HELLO_MS);
    this.ended = this.#play().finally(() => this.#close());
  }

  /** The turn that the world is in. */
  get turn() {
    return Math.floor(this.world.tick / this.#turnTicks);
  }

  /** Turns that the server has made beyond that of the world. */
  get behind() {
    return Math.max(0, this.#turns.end - this.turn);
  }

  get traffic() {
    return this.#link.traffic;
  }

  /**
   * Sends a command. It is given in a turn to come, at the same tick by every peer, this one included; none is lost or
   * given twice, whatever the connection does.
   *
   * @param {CommandInput} input
   * @throws Refusal when it is too large or too deep to be sent
   */
  command(input) {
    const json = JSON.stringify({ kind: 'command', n: 1, command: input }, plainArrays);
    this.#send(this.#outbox.add(readMessage(FROM_PEER, json).command));
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
    while (!this.#left) {
      if (this.#failure) throw this.#failure;
      const { tick } = this.world;
      const into = tick % this.#turnTicks;
      if (into === 0 && !(await this.#beginTurn(tick / this.#turnTicks))) continue;
      const pace = /** @type {Pace} */ (this.#pace);
      const { ticks, delayMs } = pace.next(this.#turnTicks - into, this.#turns.next - this.turn);
      // Timers count whole milliseconds; what is left of them is made up for by the next.
      if (delayMs >= 1) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (this.#left) break;
      const { hashes } = await this.team.run(ticks, { hash: true });
      this.#hashes.add(hashes ?? []);
      const done = this.world.tick;
      const turnIsOver = done % this.#turnTicks === 0;
      if (turnIsOver) this.#send(this.#hashes.messageFrom(done - this.#turnTicks + 1));
      this.#emit('tick', { tick: done });
    }
  }

  /**
   * Gives the commands of a turn.
   *
   * @param {number} turn
   * @returns {Promise<boolean>} false when something else was to be done first, or waited for
   */
  async #beginTurn(turn) {
    if (this.#startOver || this.#kept !== undefined) {
      await this.#replaceWorld();
      return false;
    }
    if (this.#snapshotWanted && turn > 0) {
      this.#snapshotWanted = false;
      this.#send(writeSnapshot({ turn, bytes: snapshot(this.world) }));
    }
    const commands = this.#pace && this.#turns.take(turn);
    if (commands === undefined) {
      if (!this.#waiting) this.#emit('waiting', { turn });
      this.#waiting = true;
      await new Promise((resolve) => {
        this.#wake = () => resolve(undefined);
      });
      return false;
    }
    if (this.#waiting) {
      this.#pace?.restart();
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

  async #replaceWorld() {
    const kept = this.#kept;
    this.#kept = undefined;
    this.#startOver = false;
    const { scenario, world: options } = this.#options;
    const world = kept ? this.#restore(kept) : createWorld(scenario, options);
    if (world === undefined) return;
    await this.team.dispose();
    this.world = world;
    this.team = await createTeam(world, teamOptions(this.#options));
    this.#hashes.begin(world.tick);
    this.#turns.continueFrom(this.turn);
    this.#ask();
  }

  /** @param {Kept} kept */
  #restore({ turn, bytes }) {
    try {
      const world = restore(bytes, this.#options.world);
      const expected = turn * this.#turnTicks;
      if (world.tick === expected) return world;
      this.#emit('refused', { where: 'snapshot', found: `tick ${world.tick}`, expected });
    } catch (error) {
      if (!(error instanceof SnapshotError)) throw error;
      const { section, offset, found, expected } = error;
      this.#emit('refused', { where: `snapshot, ${section}, byte ${offset}`, found, expected });
    }
    return undefined;
  }

  #greet() {
    const { version } = this.#options;
    const session = this.#session;
    const scenario = this.#scenario;
    this.#link.send({
      kind: 'hello',
      protocol: PROTOCOL,
      id: this.#id,
      session,
      version,
      scenario,
    });
  }

  /** @param {any} message */
  #take(message) {
    switch (message.kind) {
      case 'welcome':
        this.#welcome(message);
        break;
      case 'turns': {
        const fresh = this.#turns.put(message.first, message.turns);
        if (fresh.length > 0 && this.#turns.hasGap) this.#ask();
        for (const [peer, n, command] of fresh.flat()) {
          if (peer === this.you) this.#outbox.drop(n);
          if (peer === 0) this.#note(/** @type {Difference} */ (command));
        }
        break;
      }
      case 'got':
        this.#outbox.drop(message.n);
        break;
      case 'wantHashes':
        this.#send(this.#hashes.messageFrom(message.from));
        break;
      case 'wantSnapshot':
        this.#snapshotWanted = true;
        break;
      case 'peers':
        this.#emit('peers', message);
        break;
      case 'refused':
        if (message.final) {
          this.#failure = new Refusal(message.where, message.found, message.expected);
        }
        this.#emit('refused', message);
    }
    this.#wake();
  }

  /**
   * Comes again where turns are stepped again.
   *
   * @param {Difference} difference
   */
  #note(difference) {
    const { peer, life } = difference;
    const key = `${peer} ${life}`;
    if (this.#noted.has(key)) return;
    this.#noted.add(key);
    const isMine = peer === this.you && life === this.#hashes.life;
    if (isMine && this.#options.resync !== false) this.resync();
    this.#emit('differs', difference);
  }

  /** @param {{ session: string, you: number, turnTicks: number, turnMs: number, next: number }} welcome */
  #welcome({ session, you, turnTicks, turnMs, next }) {
    if (this.#pace === undefined) {
      this.#session = session;
      this.#turnTicks = turnTicks;
      this.#pace = new Pace({ turnTicks, turnMs });
      clearInterval(this.#repeat);
      this.#repeat = setInterval(() => this.#askAgain(), REPEAT_TURNS * turnMs);
    }
    this.you = you;
    this.#welcomed = true;
    this.#turns.end = Math.max(this.#turns.end, next);
    this.#ask();
    for (const message of this.#outbox.waiting) this.#send(message);
    this.#emit('welcome', { you, turnTicks, turnMs });
  }

  #ask() {
    this.#send({ kind: 'want', from: this.#turns.next });
  }

  #askAgain() {
    this.#link.check();
    if (!this.#welcomed) return this.#greet();
    if (this.#askedFor === this.#turns.next) this.#ask();
    this.#askedFor = this.#turns.next;
    for (const message of this.#outbox.waiting) this.#send(message);
  }

  /**
   * A snapshot has come. It is of use only in place of turns that the server has no longer.
   *
   * @param {Kept} kept
   */
  #keep(kept) {
    if (kept.turn > this.#turns.next) this.#kept = kept;
    this.#wake();
  }

  /** @param {() => void} take */
  #guard(take) {
    try {
      take();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { where, found, expected } = error;
      this.#emit('refused', { where, found, expected });
    }
  }

  async #close() {
    clearInterval(this.#repeat);
    this.#link.close();
    await this.team.dispose();
  }

  /** Before it is welcome a peer only greets. @param {object | Uint8Array<ArrayBuffer>} message */
  #send(message) {
    if (this.#welcomed) this.#link.send(message);
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

/** @param {number} byte */
function hex(byte) {
  return byte.toString(16).padStart(2, '0');
}

/** @param {string} _key @param {unknown} value */
function plainArrays(_key, value) {
  return ArrayBuffer.isView(value) ? Array.from(/** @type {Uint32Array} */ (value)) : value;
}
