// The server of a session: it orders commands into turns, sends each turn to all peers, and compares hashes. It steps no
// world, and does not interpret commands.
import { MAX_CONNECTIONS, MAX_TEXT, MAX_TURN, MAX_TURNS_AT_ONCE } from '../protocol/limits.mjs';
import { FROM_PEER, readMessage } from '../protocol/messages.mjs';
import { Refusal } from '../protocol/refusal.mjs';
import { readSnapshot, writeSnapshot } from '../protocol/snapshot-frame.mjs';
import { Agreement } from './agreement.mjs';
import { checkSnapshot } from './check-snapshot.mjs';
import { openDoor } from './door.mjs';
import { Slowest } from './slowest.mjs';
import { startTurns } from './turn-clock.mjs';
import { TurnLog } from './turn-log.mjs';

/** @import { Server } from 'node:http' */
/** @import { Connection } from './door.mjs' */
/** @import { Difference, Entry } from '../protocol/messages.mjs' */
/** @import { Kept } from '../protocol/snapshot-frame.mjs' */
/** @import { Known } from './turn-log.mjs' */

/**
 * @typedef {object} RelayOptions
 * @property {number} [turnTicks] the number of ticks of a turn
 * @property {number} [turnMs] the time between two turns
 * @property {number} [snapshotTurns] how many turns pass until a peer is asked for a snapshot
 * @property {string} [folder] where the session is stored, so that a restarted server continues it
 *
 * @typedef {object} Member a peer
 * @property {Known} known
 * @property {number} no
 * @property {number} taken the number of its last command that is in a turn, or will be in the next one
 * @property {Connection | undefined} connection
 * @property {number} snapshotAt when a snapshot was last sent to it
 */

/** The maximum number of peers that may ever join a session. */
const MAX_PEERS = 10_000;
/** One hour at ten turns per second. Without a snapshot by then, the session waits for one. */
const MAX_TURNS = 36_000;
const ASK_AGAIN_TURNS = 20;
const PEERS_AGAIN_TURNS = 20;
const SNAPSHOT_AGAIN_MS = 1000;

/**
 * Serves the WebSockets of an HTTP server.
 *
 * @param {Server} server
 * @param {RelayOptions} [options]
 * @returns {{ log: TurnLog, close(): void }}
 */
export function createRelay(server, options = {}) {
  const { turnTicks = 6, turnMs = 100, snapshotTurns = 300, folder } = options;
  const log = new TurnLog(folder);
  /** @type {Map<string, Member>} by id */
  const members = new Map();
  for (const peer of log.peers.values()) members.set(peer.id, memberOf(peer));
  const slowest = new Slowest();
  let notes = 0;
  /** @type {Map<number, Difference>} by peer: its latest difference that is not in a turn yet */
  const differences = new Map();
  const agreement = new Agreement((difference) => differences.set(difference.peer, difference));
  /** @type {Entry[]} */
  let commands = [];
  let length = 0;
  let askedAt = -ASK_AGAIN_TURNS;
  /** @type {Set<number>} the peers that were asked for a snapshot and have not answered */
  const asked = new Set();
  /** @type {{ member: Member, kept: Kept } | undefined} a snapshot of a tick whose hash is not decided yet */
  let offer;

  const door = openDoor(server, serve);
  const stopTurns = startTurns(turnMs, makeTurn);

  /** @param {Connection} connection */
  function serve(connection) {
    /** @type {Member | undefined} */
    let member;
    return {
      /** @param {string} text */
      onText(text) {
        member = take(connection, member, readMessage(FROM_PEER, text));
      },
      /** @param {Uint8Array} frame */
      onBytes(frame) {
        if (member !== undefined) takeSnapshot(member, frame);
      },
      /** @param {Refusal} refusal */
      onRefusal(refusal) {
        connection.refuse(refusal, member === undefined);
      },
      onClose() {
        if (member?.connection === connection) leave(member);
      },
    };
  }

  /** @param {Connection} connection @param {Member | undefined} member @param {any} message */
  function take(connection, member, message) {
    if (message.kind === 'hello') {
      const id = member?.known.id ?? message.id;
      if (message.id === id) return greet(connection, message);
      throw new Refusal('$.id', `"${message.id}"`, `"${id}", as on this connection before`);
    }
    // The hello of this peer was lost or is late, and will be sent again.
    if (member === undefined) return undefined;
    if (message.kind === 'command') takeCommand(member, message);
    else if (message.kind === 'want') sendTurns(member, message.from);
    else takeHashes(member, message);
    return member;
  }

  /** @param {Connection} connection @param {any} hello */
  function greet(connection, { id, session, version, scenario }) {
    const expected = log.session;
    if (session !== '' && session !== expected) {
      throw new Refusal('$.session', `"${session}"`, `"${expected}", the current session`);
    }
    if (log.scenario === '') log.open(version, scenario);
    if (version !== log.version) throw new Refusal('$.version', `"${version}"`, `"${log.version}"`);
    if (scenario !== log.scenario) {
      throw new Refusal(
        '$.scenario',
        `"${scenario}"`,
        `"${log.scenario}", the same as the other peers`,
      );
    }
    if (!members.has(id)) {
      if (members.size >= MAX_PEERS) throw new Refusal('$.id', 'one more', `${MAX_PEERS} peers`);
      members.set(id, memberOf(log.join(id)));
    }
    const member = /** @type {Member} */ (members.get(id));
    const isNew = member.connection !== connection;
    if (isNew) member.connection?.close();
    member.connection = connection;
    const common = { session: expected, you: member.no, turnTicks, turnMs };
    send(member, { kind: 'welcome', ...common, next: log.end });
    if (isNew) {
      agreement.setPresent(member.no, true);
      tellPeers();
    }
    return member;
  }

  /**
   * Commands are taken in the order of their numbers, each once. A command that comes too early is sent again later.
   * @param {Member} member @param {any} message
   */
  function takeCommand(member, { n, command }) {
    if (n <= member.known.last) send(member, { kind: 'got', n: member.known.last });
    const added = JSON.stringify([member.no, n, command]).length;
    if (n !== member.taken + 1 || length + added > MAX_TURN) return;
    member.taken = n;
    length += added;
    commands.push([member.no, n, command]);
  }

  /** @param {Member} member @param {any} message */
  function takeHashes(member, message) {
    const last = message.first + message.hashes.length - 1;
    if (last > log.end * turnTicks) {
      throw new Refusal('$.hashes', `one of tick ${last}`, `none after ${log.end * turnTicks}`);
    }
    const { life, since } = message;
    if (since > log.end * turnTicks) {
      throw new Refusal('$.since', `${since}`, `at most ${log.end * turnTicks}`);
    }
    slowest.note(member.no, { life, turn: Math.floor(last / turnTicks), end: log.end });
    const from = agreement.take(member.no, message);
    if (from !== undefined) send(member, { kind: 'wantHashes', from });
    settleOffer();
  }

  /** @param {Member} member */
  function leave(member) {
    member.connection = undefined;
    agreement.setPresent(member.no, false);
    slowest.forget(member.no);
    asked.delete(member.no);
    tellPeers();
  }

  /** @param {Member} member @param {Uint8Array} frame */
  function takeSnapshot(member, frame) {
    if (!asked.delete(member.no)) throw new Refusal('snapshot', 'one', 'none that was not wanted');
    const kept = readSnapshot(frame);
    if (kept.turn > log.end)
      throw new Refusal('snapshot', `turn ${kept.turn}`, `${log.end} or less`);
    offer = { member, kept };
    settleOffer();
  }

  function settleOffer() {
    if (offer === undefined) return;
    const { member, kept } = offer;
    const tick = kept.turn * turnTicks;
    const hash = agreement.hashAt(tick);
    if (hash === undefined) return;
    offer = undefined;
    try {
      checkSnapshot(kept.bytes, { tick, hash, scenario: log.scenario });
      log.keep(kept);
      asked.clear();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      member.connection?.refuse(error, false);
    }
  }

  /** Notes come from the server, not from a queue of peers: a turn has few, each of another peer. */
  function noteDifferences() {
    for (const [peer, difference] of [...differences].slice(0, MAX_CONNECTIONS)) {
      differences.delete(peer);
      commands.push([0, ++notes, difference]);
    }
  }

  function makeTurn() {
    const connected = present();
    if (connected.length === 0 || log.sinceSnapshot >= MAX_TURNS) return;
    if (slowest.mustWait(log.end, performance.now())) return;
    noteDifferences();
    log.add(commands);
    tellAll({ kind: 'turns', first: log.end - 1, turns: [commands] });
    commands = [];
    length = 0;
    if (log.end % PEERS_AGAIN_TURNS === 0) tellPeers();
    if (log.sinceSnapshot < snapshotTurns || log.end - askedAt < ASK_AGAIN_TURNS) return;
    askedAt = log.end;
    const able = connected.filter(({ no }) => !agreement.differs(no));
    const next = able[Math.floor(log.end / ASK_AGAIN_TURNS) % able.length];
    if (next === undefined) return;
    asked.add(next.no);
    send(next, { kind: 'wantSnapshot' });
  }

  /** @param {Member} member @param {number} from */
  function sendTurns(member, from) {
    const { snapshot } = log;
    let first = from;
    if (from < log.first && snapshot !== undefined) {
      first = snapshot.turn;
      // A large snapshot takes longer to arrive than a peer waits before asking again.
      const now = performance.now();
      if (now - member.snapshotAt < SNAPSHOT_AGAIN_MS) return;
      member.snapshotAt = now;
      member.connection?.send(writeSnapshot(snapshot));
    }
    if (first >= log.end) return;
    const turns = log.jsonFrom(first, MAX_TURNS_AT_ONCE, MAX_TEXT / 2);
    member.connection?.send(`{"kind":"turns","first":${first},"turns":${turns}}`);
  }

  function present() {
    return [...members.values()].filter(({ connection }) => connection !== undefined);
  }

  function tellPeers() {
    tellAll({ kind: 'peers', peers: present().map(({ no }) => no) });
  }

  /** @param {object} message */
  function tellAll(message) {
    const json = JSON.stringify(message);
    for (const member of present()) member.connection?.send(json);
  }

  function close() {
    stopTurns();
    door.close();
  }

  return { log, close };
}

/** @param {Known} known @returns {Member} */
function memberOf(known) {
  const { no, last } = known;
  return { known, no, taken: last, connection: undefined, snapshotAt: -Infinity };
}

/** @param {Member} member @param {object} message */
function send({ connection }, message) {
  connection?.send(JSON.stringify(message));
}
