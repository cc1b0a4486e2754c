import { SnapshotError, show } from '../errors.ts';
import { MAX_TICK } from '../schema/limits.ts';
import { crc32c, hashBytes } from './checksum.ts';

/**
 * The container that snapshots and replays are kept in; all numbers little-endian, none aligned:
 *
 *   header, 64 bytes   HEADER below; its last word is the CRC-32C of the others
 *   sections           a head of 16 bytes, SECTION below, and the body; the CRC-32C covers both
 *   trailer, 8 bytes   64-bit hash of all before it
 *
 * docs/snapshots.md tells it for other programs.
 */

/** A byte that is no text, the name, and line ends that a transfer as text would change. */
const MAGIC = [0x89, 0x53, 0x4b, 0x45, 0x49, 0x4e, 0x0d, 0x0a] as const;
/** What a scenario begins with, which is given here by mistake now and then. */
const OPENING = 0x7b;
/** Raised when an earlier reader could go wrong; a newer minor adds what such a reader may skip. */
const MAJOR = 5;
const MINOR = 0;

/** Where a number of the header stands, in bytes. */
const HEADER = {
  magic: 0,
  major: 8,
  minor: 10,
  kind: 12,
  flags: 14,
  tick: 16,
  agents: 20,
  sections: 24,
  bytes: 28,
  scenarioHash: 36,
  crc: 60,
  end: 64,
} as const satisfies Record<string, number>;

/** Where a number of a section's head stands, in bytes from its begin. */
const SECTION = { id: 0, version: 4, flags: 6, length: 8, crc: 12, end: 16 } as const;
/** A section that a reader must understand, or refuse the file. */
const CRITICAL = 1;
const TRAILER = 8;
/** Sections of a file: beyond that keyframes alone, of however small a world, take a gigabyte. */
const MAX_SECTIONS = 0x10_0000;

/** What a file is. */
export const KIND = { snapshot: 1, replay: 2 } as const;
export type Kind = keyof typeof KIND;

/** A section by its four letters. */
export interface Section {
  readonly id: string;
  readonly critical: boolean;
  readonly body: Uint8Array;
}

/** A section as it was found. */
export interface FoundSection extends Section {
  /** Where its body begins in the file. */
  readonly offset: number;
}

/** The numbers of a file as a whole. */
export interface Head {
  readonly kind: Kind;
  readonly tick: number;
  readonly agents: number;
  /** Of the section with the scenario: two files of one scenario have the same. */
  readonly scenarioHash: readonly [low: number, high: number];
}

export interface Container extends Head {
  readonly sections: readonly FoundSection[];
}

/** All sections that this code writes have this version. */
const SECTION_VERSION = 1;

/** Puts a file together. */
export function writeContainer(head: Head, sections: readonly Section[]): Uint8Array {
  let length = HEADER.end + TRAILER;
  for (const { body } of sections) length += SECTION.end + body.length;
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC, HEADER.magic);
  view.setUint16(HEADER.major, MAJOR, true);
  view.setUint16(HEADER.minor, MINOR, true);
  view.setUint16(HEADER.kind, KIND[head.kind], true);
  view.setUint32(HEADER.tick, head.tick, true);
  view.setUint32(HEADER.agents, head.agents, true);
  view.setUint32(HEADER.sections, sections.length, true);
  view.setUint32(HEADER.scenarioHash, head.scenarioHash[0], true);
  view.setUint32(HEADER.scenarioHash + 4, head.scenarioHash[1], true);
  view.setBigUint64(HEADER.bytes, BigInt(bytes.length), true);
  view.setUint32(HEADER.crc, crc32c(bytes.subarray(0, HEADER.crc)), true);
  let at: number = HEADER.end;
  for (const { id, critical, body } of sections) {
    for (let k = 0; k < 4; k++) bytes[at + SECTION.id + k] = id.charCodeAt(k);
    view.setUint16(at + SECTION.version, SECTION_VERSION, true);
    view.setUint16(at + SECTION.flags, critical ? CRITICAL : 0, true);
    view.setUint32(at + SECTION.length, body.length, true);
    const crc = crc32c(body, crc32c(bytes.subarray(at, at + SECTION.crc)));
    view.setUint32(at + SECTION.crc, crc, true);
    bytes.set(body, at + SECTION.end);
    at += SECTION.end + body.length;
  }
  const [low, high] = hashBytes(bytes.subarray(0, at));
  view.setUint32(at, low, true);
  view.setUint32(at + 4, high, true);
  return bytes;
}

/**
 * Takes a file apart and checks it whole: versions, lengths, checksums. Allocates nothing but a few
 * words for each section, whose bodies are views of `bytes`.
 *
 * @param known the sections that the caller understands; others are left out, unless they are critical
 * @throws SnapshotError
 */
export function readContainer(bytes: Uint8Array, kind: Kind, known: readonly string[]): Container {
  // Of another realm it is no instance.
  if ((bytes as Uint8Array | undefined)?.[Symbol.toStringTag] !== 'Uint8Array') {
    throw refuse('SNAPSHOT_FORMAT', 0, 'header', show(bytes), 'a Uint8Array');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = readHead(bytes, view, kind, bytes.length);
  const end = bytes.length - TRAILER;
  const sections: FoundSection[] = [];
  const count = view.getUint32(HEADER.sections, true);
  const most = Math.min(MAX_SECTIONS, Math.floor((end - HEADER.end) / SECTION.end));
  if (count > most) {
    const expected = `at most ${most}`;
    throw refuse('SNAPSHOT_LENGTH', HEADER.sections, 'header', `${count} sections`, expected);
  }
  let at: number = HEADER.end;
  for (let n = 0; n < count; n++) {
    const section = readSection(bytes, view, at, end);
    at = section.offset + section.body.length;
    const version = view.getUint16(section.offset - SECTION.end + SECTION.version, true);
    if (known.includes(section.id) && version === SECTION_VERSION) sections.push(section);
    else if (section.critical) {
      const found = `a section "${section.id}" of version ${version} that must be understood`;
      const expected = `one of ${known.join(', ')}, version ${SECTION_VERSION}`;
      throw refuse('SNAPSHOT_SECTION', section.offset, section.id, found, expected);
    }
  }
  if (at !== end) {
    throw refuse('SNAPSHOT_LENGTH', at, 'trailer', `${end - at} bytes more`, 'the trailer');
  }
  const [low, high] = hashBytes(bytes.subarray(0, end));
  if (view.getUint32(end, true) !== low || view.getUint32(end + 4, true) !== high) {
    throw refuse('SNAPSHOT_CORRUPT', end, 'trailer', 'another hash', 'that of the file');
  }
  return { ...head, sections };
}

/** What a file is by its first bytes, of which 14 are enough; undefined when a run has saved no such file. */
export function savedKind(bytes: Uint8Array): Kind | undefined {
  if (!MAGIC.every((byte, k) => bytes[k] === byte)) return undefined;
  return kindOf(bytes[HEADER.kind] | (bytes[HEADER.kind + 1] << 8));
}

function kindOf(number: number): Kind | undefined {
  return (Object.keys(KIND) as Kind[]).find((name) => KIND[name] === number);
}

/** Bytes at the begin of a file that say what it is, and how long. */
export const SAVED_HEAD_BYTES = HEADER.end;

/**
 * Checks the first bytes of a file, so that one of another kind need not be read whole.
 *
 * @param begin the first `SAVED_HEAD_BYTES` bytes, or all of a file that has fewer
 * @param length bytes of the file, where they are known already
 * @returns bytes of the file, as it says itself
 * @throws SnapshotError as what reads the whole does
 */
export function savedLength(begin: Uint8Array, kind: Kind, length?: number): number {
  const view = new DataView(begin.buffer, begin.byteOffset, begin.byteLength);
  readHead(begin, view, kind, begin.length < HEADER.end ? begin.length : length);
  return Number(view.getBigUint64(HEADER.bytes, true));
}

/** `length` of the file is looked at where it is known. */
function readHead(bytes: Uint8Array, view: DataView, kind: Kind, length: number | undefined): Head {
  for (const [k, byte] of MAGIC.entries()) {
    if (bytes[k] === byte) continue;
    const other = bytes[0] === OPENING ? 'a text that begins with {' : 'other first bytes';
    const found = bytes.length === 0 ? 'an empty file' : other;
    throw refuse('SNAPSHOT_FORMAT', k, 'header', found, `a Skein ${kind}`);
  }
  if (length !== undefined && length < HEADER.end + TRAILER) {
    throw refuse('SNAPSHOT_LENGTH', 0, 'header', `${length} bytes`, 'at least 72');
  }
  // Before the CRC, which a newer major may have elsewhere.
  const major = view.getUint16(HEADER.major, true);
  if (major !== MAJOR) {
    const found = `version ${major}.${view.getUint16(HEADER.minor, true)}`;
    throw refuse('SNAPSHOT_VERSION', HEADER.major, 'header', found, `version ${MAJOR}`);
  }
  if (view.getUint32(HEADER.crc, true) !== crc32c(bytes.subarray(0, HEADER.crc))) {
    throw refuse('SNAPSHOT_CORRUPT', HEADER.crc, 'header', 'another CRC', 'that of the header');
  }
  const said = view.getBigUint64(HEADER.bytes, true);
  if (length !== undefined && said !== BigInt(length)) {
    throw refuse('SNAPSHOT_LENGTH', HEADER.bytes, 'header', `${length} bytes`, `${said}`);
  }
  const flags = view.getUint16(HEADER.flags, true);
  if (flags !== 0) {
    throw refuse('SNAPSHOT_VERSION', HEADER.flags, 'header', `flags ${flags}`, 'no flags');
  }
  const found = view.getUint16(HEADER.kind, true);
  if (found !== KIND[kind]) {
    const name = kindOf(found) ?? 'file';
    throw refuse('SNAPSHOT_FORMAT', HEADER.kind, 'header', `a ${name}`, `a ${kind}`);
  }
  const tick = view.getUint32(HEADER.tick, true);
  if (tick > MAX_TICK) {
    throw refuse('SNAPSHOT_CONTENT', HEADER.tick, 'header', `tick ${tick}`, `at most ${MAX_TICK}`);
  }
  return {
    kind,
    tick,
    agents: view.getUint32(HEADER.agents, true),
    scenarioHash: [
      view.getUint32(HEADER.scenarioHash, true),
      view.getUint32(HEADER.scenarioHash + 4, true),
    ],
  };
}

function readSection(bytes: Uint8Array, view: DataView, at: number, end: number): FoundSection {
  if (end - at < SECTION.end) {
    throw refuse('SNAPSHOT_LENGTH', at, 'section', `${end - at} bytes`, 'the head of a section');
  }
  const id = String.fromCharCode(...bytes.subarray(at, at + 4));
  const offset = at + SECTION.end;
  const length = view.getUint32(at + SECTION.length, true);
  if (length > end - offset) {
    throw refuse('SNAPSHOT_LENGTH', at, 'section', `${length} bytes`, `at most ${end - offset}`);
  }
  const body = bytes.subarray(offset, offset + length);
  const crc = crc32c(body, crc32c(bytes.subarray(at, at + SECTION.crc)));
  if (view.getUint32(at + SECTION.crc, true) !== crc) {
    throw refuse('SNAPSHOT_CORRUPT', at, 'section', 'another CRC', 'that of the section');
  }
  const critical = (view.getUint16(at + SECTION.flags, true) & CRITICAL) !== 0;
  return { id, critical, body, offset };
}

function refuse(
  code: SnapshotError['code'],
  offset: number,
  section: string,
  found: string,
  expected: string,
): SnapshotError {
  return new SnapshotError(code, { offset, section }, found, expected);
}

/** The only section of an id. @throws SnapshotError when there is none, or more than one */
export function onlySection({ sections }: Container, id: string): FoundSection {
  const [section, another] = sections.filter((one) => one.id === id);
  if (section !== undefined && another === undefined) return section;
  const found = section === undefined ? 'no such section' : 'two of them';
  throw refuse('SNAPSHOT_SECTION', another?.offset ?? HEADER.end, id, found, 'one');
}
