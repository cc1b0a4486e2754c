// The last snapshot and the turns since then, for peers that join late or have missed turns. With a folder they are
// also stored in files, so that a restarted server continues the session.
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** @import { Entry } from '../protocol/messages.mjs' */
/** @import { Kept } from '../protocol/snapshot-frame.mjs' */

/**
 * @typedef {{ id: string, no: number, last: number }} Known a peer: its id, its number, and the number of its last
 * command in a turn
 * @typedef {{ session: string, version: string, scenario: string, first: number, snapshot: number, peers: Known[] }}
 * Head
 */

/** The number of turns before the snapshot that are also kept, for peers that have missed a few. */
const TAIL_TURNS = 50;

export class TurnLog {
  #folder;
  /** @type {string[]} the turns from `first` on, each as JSON */
  #turns = [];
  /** The first turn that is kept. */
  first = 0;
  /** @type {Kept | undefined} */
  snapshot;
  session = randomBytes(16).toString('hex');
  /** The version and scenario of the first peer, which all others must share; '' before it joins. */
  version = '';
  scenario = '';
  /** @type {Map<string, Known>} by id; includes every peer that has ever joined */
  peers = new Map();

  /** @param {string} [folder] created if it does not exist */
  constructor(folder) {
    this.#folder = folder;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    if (existsSync(join(folder, 'turns.jsonl'))) this.#read(folder);
    else this.#rewrite();
  }

  /** The turn after the last one. */
  get end() {
    return this.first + this.#turns.length;
  }

  /** The number of turns that a new peer must step. */
  get sinceSnapshot() {
    return this.end - (this.snapshot?.turn ?? 0);
  }

  /** @param {string} version @param {string} scenario */
  open(version, scenario) {
    this.version = version;
    this.scenario = scenario;
    this.#rewrite();
  }

  /** @param {string} id */
  join(id) {
    const peer = { id, no: this.peers.size + 1, last: 0 };
    this.peers.set(id, peer);
    this.#append(JSON.stringify({ peer }));
    return peer;
  }

  /** @param {Entry[]} commands */
  add(commands) {
    const turn = JSON.stringify(commands);
    this.#append(turn);
    this.#take(turn, commands);
  }

  /**
   * Returns as many turns as fit into a message, as JSON.
   *
   * @param {number} from
   * @param {number} maxTurns
   * @param {number} maxLength in characters; a single turn may be longer
   */
  jsonFrom(from, maxTurns, maxLength) {
    const turns = [];
    let length = 0;
    for (let k = from - this.first; k < this.#turns.length && turns.length < maxTurns; k++) {
      length += this.#turns[k].length;
      if (length > maxLength && turns.length > 0) break;
      turns.push(this.#turns[k]);
    }
    return `[${turns.join(',')}]`;
  }

  /** Replaces the current snapshot by a newer one. @param {Kept} kept */
  keep(kept) {
    const old = this.snapshot?.turn ?? 0;
    if (kept.turn <= old || kept.turn > this.end) return;
    const first = Math.max(this.first, kept.turn - TAIL_TURNS);
    this.#turns.splice(0, first - this.first);
    this.first = first;
    this.snapshot = kept;
    if (this.#folder === undefined) return;
    writeWhole(this.#snapshotFile(kept.turn), kept.bytes);
    this.#rewrite();
    rmSync(this.#snapshotFile(old), { force: true });
  }

  /** @param {string} turn @param {Entry[]} commands */
  #take(turn, commands) {
    this.#turns.push(turn);
    const byNumber = [...this.peers.values()];
    for (const [no, n] of commands) if (no > 0) byNumber[no - 1].last = n;
  }

  /** Stores a turn before it is sent, so that no peer has a turn that a restarted server lacks. @param {string} line */
  #append(line) {
    if (this.#folder !== undefined) appendFileSync(join(this.#folder, 'turns.jsonl'), `${line}\n`);
  }

  #rewrite() {
    if (this.#folder === undefined) return;
    const { session, version, scenario, first } = this;
    const peers = [...this.peers.values()];
    const snapshot = this.snapshot?.turn ?? 0;
    const head = JSON.stringify({ session, version, scenario, first, snapshot, peers });
    writeWhole(join(this.#folder, 'turns.jsonl'), `${[head, ...this.#turns].join('\n')}\n`);
  }

  /** @param {string} folder */
  #read(folder) {
    const lines = readFileSync(join(folder, 'turns.jsonl'), 'utf8').split('\n');
    // Text after the last line break was cut off when the server ended, and was not sent.
    lines.pop();
    /** @type {Head} */
    const { session, version, scenario, first, snapshot, peers } = JSON.parse(lines[0]);
    Object.assign(this, { session, version, scenario, first });
    this.peers = new Map(peers.map((peer) => [peer.id, peer]));
    if (snapshot > 0) {
      this.snapshot = { turn: snapshot, bytes: readFileSync(this.#snapshotFile(snapshot)) };
    }
    for (const line of lines.slice(1)) {
      const value = JSON.parse(line);
      if (Array.isArray(value)) this.#take(line, value);
      else this.peers.set(value.peer.id, value.peer);
    }
    this.#rewrite();
  }

  /** @param {number} turn */
  #snapshotFile(turn) {
    return join(this.#folder ?? '', `turn-${turn}.skein`);
  }
}

/**
 * Writes a file atomically: it is always the old or the new one, even if the process ends.
 *
 * @param {string} file
 * @param {string | Uint8Array} content
 */
function writeWhole(file, content) {
  writeFileSync(`${file}.tmp`, content);
  renameSync(`${file}.tmp`, file);
}
