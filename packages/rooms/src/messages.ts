import type { CommandInput } from '@skein/core';
import { show } from '@skein/core/internal';
import { z } from 'zod';
import {
  KEPT_HASHES,
  MAX_COMMAND_DEPTH,
  MAX_COMMAND_TEXT,
  MAX_DEPTH,
  MAX_SNAPSHOT_BYTES,
  MAX_TURN_COMMANDS,
  MAX_TURNS,
  MAX_WAITING,
  PROTOCOL,
} from './limits.ts';
import { RoomError } from './room-error.ts';

const whole = z.int().min(0).max(0xffff_ffff);
const ms = z.number().min(0).max(1e15);
const hash = z.string().regex(/^[0-9a-f]{16}$/);
const token = z.string().regex(/^[0-9a-f]{32}$/);
const command = z.record(z.string(), z.unknown());
const hashes = z.array(z.tuple([whole, hash])).max(KEPT_HASHES);

const HELLO = z.strictObject({
  kind: z.literal('hello'),
  protocol: z.literal(PROTOCOL),
  /** The hash of the world at tick 0. It covers scenario, seed and laws. */
  fingerprint: hash,
  token,
  /** The seat that the room gave to this guest before; absent if it gave none. */
  seat: token.optional(),
});

const INPUT = z.strictObject({
  kind: z.literal('input'),
  /** The time of the guest, which the room sends back. */
  at: ms,
  /** The first turn that the guest lacks. */
  have: whole,
  /** How many snapshots the guest has taken. */
  life: whole,
  /** All inputs that the room has not confirmed: number, tick and command. */
  inputs: z.array(z.tuple([whole, whole, command])).max(MAX_WAITING),
  /** The hashes of the last compared ticks whose turns are all known. */
  hashes,
});

const WELCOME = z.strictObject({
  kind: z.literal('welcome'),
  guest: whole,
  seat: token,
  /** The number of the last input of this seat that has arrived. A new guest counts from there. */
  received: whole,
  tickMs: z.number().min(0.01).max(1e6),
  hashEvery: z.int().min(1).max(0xffff),
});

const TURNS = z.strictObject({
  kind: z.literal('turns'),
  /** The first turn, and the one after the last. */
  from: whole,
  to: whole,
  /** The commands: turn, guest, number of the input, command. */
  entries: z.array(z.tuple([whole, whole, whole, command])).max(MAX_TURN_COMMANDS * MAX_TURNS),
  /** All inputs of the guest up to this number are in turns before `to`, or were refused. */
  acked: whole,
  /** The first turn that is not closed. */
  tick: whole,
  /** The last time of the guest that the room has heard, and how long ago it heard it, in ms. */
  echo: ms,
  held: ms,
  /** Whether the guest is asked for a snapshot. */
  wanted: z.boolean(),
});

const REFUSED = z.strictObject({
  kind: z.literal('refused'),
  where: z.string().max(1000),
  found: z.string().max(1000),
  expected: z.string().max(1000),
});

const FROM_GUEST = z.discriminatedUnion('kind', [HELLO, INPUT]);
const FROM_ROOM = z.discriminatedUnion('kind', [WELCOME, TURNS, REFUSED]);

export type FromGuest = z.infer<typeof FROM_GUEST> | SnapshotMessage;
export type FromRoom = z.infer<typeof FROM_ROOM> | SnapshotMessage;
export type Hello = z.infer<typeof HELLO>;
export type Input = z.infer<typeof INPUT>;
export type Turns = z.infer<typeof TURNS>;

/** A command in a turn. Guest 0 is the room itself. */
export type Entry = Turns['entries'][number];

/** A snapshot on its way. */
export interface SnapshotMessage {
  readonly kind: 'snapshot';
  readonly tick: number;
  /** How many snapshots the guest has taken that this one is for. */
  readonly life: number;
  readonly hash: string;
  /** How it differs from the world at tick 0; see base.ts. */
  readonly packed: Uint8Array<ArrayBuffer>;
}

const JSON_BYTE = 1;
const SNAPSHOT_BYTE = 2;
const SNAPSHOT_HEAD = 17;

/** Encodes a message: a byte for its form, then JSON, or the numbers of a snapshot and its packed difference. */
export function encodeMessage(message: FromGuest | FromRoom): Uint8Array<ArrayBuffer> {
  if (message.kind !== 'snapshot') {
    const text = new TextEncoder().encode(JSON.stringify(message, plainArrays));
    const bytes = new Uint8Array(1 + text.length);
    bytes[0] = JSON_BYTE;
    bytes.set(text, 1);
    return bytes;
  }
  const { packed } = message;
  const bytes = new Uint8Array(SNAPSHOT_HEAD + packed.length);
  const view = new DataView(bytes.buffer);
  bytes[0] = SNAPSHOT_BYTE;
  view.setUint32(1, message.tick, true);
  view.setUint32(5, message.life, true);
  view.setBigUint64(9, BigInt(`0x${message.hash}`), true);
  bytes.set(packed, SNAPSHOT_HEAD);
  return bytes;
}

/** Commands may hold typed arrays. */
function plainArrays(_key: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as Uint8Array) : value;
}

/** @throws RoomError ROOM_MESSAGE */
export function readFromGuest(bytes: Uint8Array, most: number): FromGuest {
  return readMessage(FROM_GUEST, bytes, most);
}

/** @throws RoomError ROOM_MESSAGE */
export function readFromRoom(bytes: Uint8Array): FromRoom {
  return readMessage(FROM_ROOM, bytes, MAX_SNAPSHOT_BYTES);
}

function readMessage<T>(shape: z.ZodType<T>, bytes: Uint8Array, most: number): T | SnapshotMessage {
  if (bytes.length < 1 || bytes.length > most) {
    throw refused('Message', `${bytes.length} bytes`, `1 to ${most}`);
  }
  if (bytes[0] === SNAPSHOT_BYTE) return readSnapshot(bytes);
  if (bytes[0] !== JSON_BYTE) throw refused('Message', `form ${bytes[0]}`, '1 or 2');
  const { success, data, error } = shape.safeParse(jsonIn(bytes.subarray(1)));
  if (success) return data;
  const [{ path, message }] = error.issues;
  throw refused(['Message', ...path].join('.'), message.slice(0, 200), 'a message of the protocol');
}

/** The nesting of a JSON text. Brackets in texts count as well; commands have none that are so deep. */
function depthOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  for (const byte of bytes) {
    if (byte === 0x5b || byte === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return deepest;
}

/**
 * Copies a command as the messages carry it. So the own world executes what all others execute.
 *
 * @throws RoomError ROOM_COMMAND
 */
export function plainCommand(input: unknown): CommandInput {
  let text: string | undefined;
  try {
    text = JSON.stringify(input, plainArrays);
  } catch {
    // It holds itself, or a number that JSON has not.
  }
  const { length = 0 } = text ?? {};
  const isPlain = text?.startsWith('{') === true && length <= MAX_COMMAND_TEXT;
  if (isPlain && depthOf(new TextEncoder().encode(text)) <= MAX_COMMAND_DEPTH) {
    return JSON.parse(text!) as CommandInput;
  }
  const expected = `an object of at most ${MAX_COMMAND_TEXT} characters and ${MAX_COMMAND_DEPTH} levels as JSON`;
  throw new RoomError('ROOM_COMMAND', 'command', show(input), expected);
}

function jsonIn(bytes: Uint8Array): unknown {
  const deepest = depthOf(bytes);
  if (deepest > MAX_DEPTH) throw refused('Message', `${deepest} levels`, `at most ${MAX_DEPTH}`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refused('Message', 'bytes that are not JSON', 'JSON');
  }
}

function readSnapshot(bytes: Uint8Array): SnapshotMessage {
  if (bytes.length < SNAPSHOT_HEAD) {
    throw refused('Snapshot', `${bytes.length} bytes`, `at least ${SNAPSHOT_HEAD}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return {
    kind: 'snapshot',
    tick: view.getUint32(1, true),
    life: view.getUint32(5, true),
    hash: view.getBigUint64(9, true).toString(16).padStart(16, '0'),
    packed: bytes.slice(SNAPSHOT_HEAD) as Uint8Array<ArrayBuffer>,
  };
}

function refused(where: string, found: string, expected: string): RoomError {
  return new RoomError('ROOM_MESSAGE', where, found, expected);
}
