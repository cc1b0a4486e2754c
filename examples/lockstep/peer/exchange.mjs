// The exchange of a peer with the server: it greets the server, puts turns in order, requests lost turns again, and
// sends commands until they are in a turn. It does not depend on worlds.
import { PROTOCOL } from '../protocol/limits.mjs';
import { FROM_PEER, FROM_SERVER, readMessage } from '../protocol/messages.mjs';
import { Refusal } from '../protocol/refusal.mjs';
import { readSnapshot } from '../protocol/snapshot-frame.mjs';
import { Link } from './link.mjs';
import { Outbox } from './outbox.mjs';
import { TurnBuffer } from './turn-buffer.mjs';

/** @import { Difference } from '../protocol/messages.mjs' */
/** @import { Kept } from '../protocol/snapshot-frame.mjs' */

/**
 * @typedef {object} Server
 * @property {string} url
 * @property {typeof globalThis.WebSocket} WebSocket
 * @property {string} version
 * @property {string} scenario
 *
 * @typedef {object} Listener
 * @property {(type: string, detail: object) => void} report receives events
 * @property {(difference: Difference) => void} onDifference called once for each difference
 * @property {(from: number) => object} hashesFrom returns the message with the hashes from a tick on
 * @property {() => void} wake called whenever something has arrived
 */

/** How often lost messages are requested and sent again, in turns; before the first welcome, in ms. */
const REPEAT_TURNS = 2;
const HELLO_MS = 500;

export class Exchange {
  #server;
  #listener;
  #link;
  #id = randomId();
  #session = '';
  #welcomed = false;
  #outbox = new Outbox();
  #repeat;
  #askedFor = -1;
  /** @type {Map<number, number>} by peer: its latest world whose difference was reported */
  #noted = new Map();

  /** The number of this peer; 0 until the server has sent it, together with the next two values. */
  you = 0;
  turnTicks = 1;
  turnMs = 0;
  turns = new TurnBuffer();
  snapshotWanted = false;
  /** @type {Kept | undefined} a snapshot that replaces turns the server no longer has */
  kept;
  /** @type {Refusal | undefined} why the server closed the connection permanently */
  failure;

  /** @param {Server} server @param {Listener} listener */
  constructor(server, listener) {
    this.#server = server;
    this.#listener = listener;
    this.#link = new Link(server.url, server.WebSocket, {
      onOpen: () => this.#greet(),
      onText: (json) => this.#guard(() => this.#take(readMessage(FROM_SERVER, json))),
      onBytes: (bytes) => this.#guard(() => this.#keep(readSnapshot(bytes))),
      onLost: () => this.#lose(),
    });
    this.#repeat = setInterval(() => this.#askAgain(), HELLO_MS);
  }

  get traffic() {
    return this.#link.traffic;
  }

  /**
   * @param {object} input
   * @throws Refusal when it is too large or too deeply nested
   */
  command(input) {
    const json = JSON.stringify({ kind: 'command', n: 1, command: input }, plainArrays);
    this.send(this.#outbox.add(readMessage(FROM_PEER, json).command));
  }

  /**
   * Sends a message. Before the welcome, and while disconnected, messages are dropped; important ones are sent again
   * later.
   *
   * @param {object | Uint8Array<ArrayBuffer>} message
   */
  send(message) {
    if (this.#welcomed) this.#link.send(message);
  }

  ask() {
    this.send({ kind: 'want', from: this.turns.next });
  }

  close() {
    clearInterval(this.#repeat);
    this.#link.close();
  }

  #greet() {
    const { version, scenario } = this.#server;
    const own = { id: this.#id, session: this.#session, version, scenario };
    this.#link.send({ kind: 'hello', protocol: PROTOCOL, ...own });
  }

  #lose() {
    if (this.#welcomed) this.#listener.report('lost', {});
    this.#welcomed = false;
  }

  /** @param {any} message */
  #take(message) {
    switch (message.kind) {
      case 'welcome':
        this.#welcome(message);
        break;
      case 'turns':
        this.#putTurns(message);
        break;
      case 'got':
        this.#outbox.drop(message.n);
        break;
      case 'wantHashes':
        this.send(this.#listener.hashesFrom(message.from));
        break;
      case 'wantSnapshot':
        this.snapshotWanted = true;
        break;
      case 'peers':
        this.#listener.report('peers', message);
        break;
      case 'refused':
        this.#listener.report('refused', message);
        if (message.final) {
          this.failure = new Refusal(message.where, message.found, message.expected);
        }
    }
    this.#listener.wake();
  }

  /** @param {{ session: string, you: number, turnTicks: number, turnMs: number, next: number }} welcome */
  #welcome({ session, you, turnTicks, turnMs, next }) {
    if (this.you === 0) {
      Object.assign(this, { you, turnTicks, turnMs });
      this.#session = session;
      clearInterval(this.#repeat);
      this.#repeat = setInterval(() => this.#askAgain(), REPEAT_TURNS * turnMs);
    }
    this.#welcomed = true;
    this.turns.end = Math.max(this.turns.end, next);
    this.#listener.report('welcome', { you, turnTicks, turnMs });
    this.#askedFor = this.turns.next;
    this.#askAgain();
  }

  /** @param {{ first: number, turns: import('../protocol/messages.mjs').Entry[][] }} message */
  #putTurns({ first, turns }) {
    const fresh = this.turns.put(first, turns);
    if (fresh.length > 0 && this.turns.hasGap) this.ask();
    for (const [peer, n, command] of fresh.flat()) {
      if (peer === this.you) this.#outbox.drop(n);
      if (peer === 0) this.#note(/** @type {Difference} */ (command));
    }
  }

  /**
   * Reports a difference once, since it occurs again when turns are repeated.
   *
   * @param {Difference} difference
   */
  #note(difference) {
    const { peer, life } = difference;
    if (life <= (this.#noted.get(peer) ?? 0)) return;
    this.#noted.set(peer, life);
    this.#listener.onDifference(difference);
  }

  /** @param {Kept} kept */
  #keep(kept) {
    if (kept.turn > this.turns.next) this.kept = kept;
    this.#listener.wake();
  }

  #askAgain() {
    this.#link.check();
    if (!this.#welcomed) {
      this.#greet();
      return;
    }
    if (this.#askedFor === this.turns.next) this.ask();
    this.#askedFor = this.turns.next;
    for (const message of this.#outbox.waiting) this.send(message);
  }

  /** @param {() => void} take */
  #guard(take) {
    try {
      take();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { where, found, expected } = error;
      this.#listener.report('refused', { where, found, expected });
    }
  }
}

function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {string} _key @param {unknown} value */
function plainArrays(_key, value) {
  return ArrayBuffer.isView(value) ? Array.from(/** @type {Uint32Array} */ (value)) : value;
}
