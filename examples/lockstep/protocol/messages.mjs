// The messages: JSON, one message per frame, with a `kind`. A binary frame is a snapshot; see snapshot-frame.mjs.
import {
  MAX_COMMAND,
  MAX_CONNECTIONS,
  MAX_DEPTH,
  MAX_HASHES,
  MAX_NUMBER,
  MAX_TEXT,
  MAX_TURNS_AT_ONCE,
  PROTOCOL,
} from './limits.mjs';
import { Refusal, show } from './refusal.mjs';

/**
 * @typedef {[peer: number, n: number, command: object]} Entry a command in a turn: its peer, its number at that peer,
 * and the command itself. An entry of peer 0, the server, is a note: as a part of a turn, it reaches every peer
 * @typedef {{ peer: number, life: number, tick: number, found: string, expected: string }} Difference a note: from this
 * tick on, the `life`-th world of `peer` has the hash `found`. Most peers have `expected`
 * @typedef {{ test: (value: any) => boolean, expected: string }} Kind the allowed values of a key
 * @typedef {Record<string, Kind>} Shape the keys of a message, all of which are required
 */

const whole = {
  test: (/** @type {any} */ v) => isWhole(v, 0),
  expected: `a whole number from 0 to ${MAX_NUMBER}`,
};
const positive = {
  test: (/** @type {any} */ v) => isWhole(v, 1),
  expected: `a whole number from 1 to ${MAX_NUMBER}`,
};
const command = {
  test: isCommand,
  expected: `an object of at most ${MAX_DEPTH} levels and ${MAX_COMMAND} characters`,
};
const protocol = { test: (/** @type {any} */ v) => v === PROTOCOL, expected: `${PROTOCOL}` };
const flag = { test: (/** @type {any} */ v) => typeof v === 'boolean', expected: 'true or false' };
const hash = { test: isHash, expected: '16 hexadecimal digits' };
const id = {
  test: (/** @type {any} */ v) => /^[0-9a-f]{32}$/.test(v),
  expected: '32 hexadecimal digits',
};

const text = {
  test: (/** @type {any} */ v) => typeof v === 'string' && v.length <= 1000,
  expected: 'a text of at most 1,000 characters',
};
const name = {
  test: (/** @type {any} */ v) => typeof v === 'string' && v.length <= 64,
  expected: 'a text of at most 64 characters',
};
const session = {
  test: (/** @type {any} */ v) => v === '' || /^[0-9a-f]{32}$/.test(v),
  expected: '32 hexadecimal digits, or "" for any',
};
const hashes = {
  test: (/** @type {any} */ v) => Array.isArray(v) && v.length <= MAX_HASHES && v.every(isHash),
  expected: `at most ${MAX_HASHES} hashes of 16 hexadecimal digits`,
};
const peers = {
  test: (/** @type {any} */ v) =>
    Array.isArray(v) && v.length <= MAX_CONNECTIONS && v.every((one) => isWhole(one, 1)),
  expected: `at most ${MAX_CONNECTIONS} whole numbers from 1 to ${MAX_NUMBER}`,
};
const turns = {
  test: (/** @type {any} */ v) =>
    Array.isArray(v) && v.length <= MAX_TURNS_AT_ONCE && v.every((one) => isTurn(one)),
  expected: `at most ${MAX_TURNS_AT_ONCE} arrays of [peer, number, command]`,
};

/** Messages from a peer to the server. @satisfies {Record<string, Shape>} */
export const FROM_PEER = {
  /** The first message on every connection. `id` is made by the peer, and stays the same as long as it runs. */
  hello: { protocol, id, session, version: name, scenario: hash },
  /** The n-th command of this peer, counted from 1. */
  command: { n: positive, command },
  /** Requests the turns from this one on. */
  want: { from: whole },
  /** The hashes of the ticks from `first` on. The peer has stepped this world, its `life`-th, since tick `since`. */
  hashes: { life: positive, since: whole, first: positive, hashes },
};

/** Messages from the server to a peer. @satisfies {Record<string, Shape>} */
export const FROM_SERVER = {
  welcome: { session: id, you: positive, turnTicks: positive, turnMs: positive, next: whole },
  /** The turns from `first` on. Every peer applies their commands in the given order. */
  turns: { first: whole, turns },
  /** Confirms that every command of this peer up to the n-th is in a turn. */
  got: { n: whole },
  /** The numbers of the connected peers. */
  peers: { peers },
  /** Requests the hashes from this tick on. */
  wantHashes: { from: positive },
  /** Requests a snapshot. */
  wantSnapshot: {},
  /** A message was refused. If `final`, the server closes the connection. */
  refused: { where: text, found: text, expected: text, final: flag },
};

/**
 * Parses a message from the other side.
 *
 * @param {typeof FROM_PEER | typeof FROM_SERVER} shapes
 * @param {string} json
 * @returns {any} a message with its `kind` and exactly the keys of that kind
 * @throws Refusal
 */
export function readMessage(shapes, json) {
  if (json.length > MAX_TEXT) {
    throw new Refusal('$', `${json.length} characters`, `at most ${MAX_TEXT}`);
  }
  const message = parse(json);
  if (!isObject(message)) throw new Refusal('$', show(message), 'an object');
  if (!Object.hasOwn(shapes, message.kind)) {
    throw new Refusal('$.kind', show(message.kind), `one of ${Object.keys(shapes).join(', ')}`);
  }
  const shape = /** @type {Record<string, Shape>} */ (shapes)[message.kind];
  for (const [key, { test, expected }] of Object.entries(shape)) {
    if (!Object.hasOwn(message, key)) throw new Refusal(`$.${key}`, 'nothing', expected);
    if (!test(message[key])) throw new Refusal(`$.${key}`, show(message[key]), expected);
  }
  for (const key of Object.keys(message)) {
    if (key === 'kind' || Object.hasOwn(shape, key)) continue;
    throw new Refusal('$', `the key ${show(key)}`, `only kind, ${Object.keys(shape).join(', ')}`);
  }
  return message;
}

/** @param {string} json */
function parse(json) {
  try {
    return JSON.parse(json);
  } catch {
    throw new Refusal('$', show(json), 'JSON');
  }
}

/** @param {any} value */
function isCommand(value) {
  return isObject(value) && isShallow(value) && JSON.stringify(value).length <= MAX_COMMAND;
}

/**
 * Checks the nesting without recursion, since a value may be nested deeper than the stack allows.
 *
 * @param {object} value
 */
function isShallow(value) {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MAX_DEPTH) return false;
    level = level.flatMap((one) =>
      Object.values(one).filter((part) => typeof part === 'object' && part !== null),
    );
  }
  return true;
}

/** @param {any} turn */
function isTurn(turn) {
  return Array.isArray(turn) && turn.every(isEntry);
}

/** @param {any} entry */
function isEntry(entry) {
  if (!Array.isArray(entry) || entry.length !== 3) return false;
  const [peer, n, command] = entry;
  return isWhole(peer, 0) && isWhole(n, 1) && isObject(command);
}

/** @param {any} value @param {number} min */
function isWhole(value, min) {
  return Number.isInteger(value) && value >= min && value <= MAX_NUMBER;
}

/** @param {any} value */
function isHash(value) {
  return typeof value === 'string' && /^[0-9a-f]{16}$/.test(value);
}

/** @param {any} value */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
