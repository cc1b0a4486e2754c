import { SnapshotError, show } from '../errors.ts';
import { MAX_TICK } from '../schema/limits.ts';
import { crc32c, hashBytes } from './checksum.ts';

/**
 * The container format of snapshots and replays. All numbers are little-endian and unaligned:
 *
 *   header, 64 bytes   the numbers that HEADER lists; the last is the CRC-32C of the 60 bytes before it
 *   sections           each has a head of 16 bytes with the numbers that SECTION lists, and then a body;
 *                      the last number of the head is the CRC-32C of the 12 bytes before it and of the body
 *   trailer, 8 bytes   64-bit hash of all bytes before the trailer
 *
 * docs/snapshots.md describes the format for other programs.
 */

/**
 * The first bytes of a file. The first byte does not occur in text. Then come the letters "SKEIN", and the line end CR
 * LF. A transfer as text would change this line end.
 */
const MAGIC = [0x89, 0x53, 0x4b, 0x45, 0x49, 0x4e, 0x0d, 0x0a] as const;
/**
 * The code of "{", the first character of a scenario. Sometimes a scenario is passed by mistake instead of a snapshot
 * or a replay. The error then names this character.
 */
const OPENING = 0x7b;
/**
 * The format version. `MAJOR` is raised when an earlier reader could fail. `MINOR` is raised when there are new
 * sections that an earlier reader may skip.
 */
const MAJOR = 5;
const MINOR = 1;

/** The offsets of the numbers of the header, in bytes. */
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

/** The offset of each number in the head of a section, in bytes from the start of the section. */
const SECTION = { id: 0, version: 4, flags: 6, length: 8, crc: 12, end: 16 } as const;
/** The flag that marks a critical section. A reader that does not understand such a section must refuse the file. */
const CRITICAL = 1;
const TRAILER = 8;
/**
 * The maximum number of sections in a file. In a replay, each keyframe is a section. This many keyframes would take a
 * gigabyte, even for the smallest world.
 */
const MAX_SECTIONS = 0x10_0000;

/** The kinds of files. */
export const KIND = { snapshot: 1, replay: 2 } as const;
export type Kind = keyof typeof KIND;

/** A section of a file. Its name has four letters. */
export interface Section {
  readonly id: string;
  readonly critical: boolean;
  readonly body: Uint8Array;
}

/** A section that was read from a file. */
export interface FoundSection extends Section {
  /** The offset of the section's body in the file, in bytes. */
  readonly offset: number;
}

/** The numbers in the header that describe the whole file. */
export interface Head {
  readonly kind: Kind;
  readonly tick: number;
  readonly agents: number;
  /** The hash of the section with the scenario. Files with the same scenario have the same hash. */
  readonly scenarioHash: readonly [low: number, high: number];
}

export interface Container extends Head {
  readonly sections: readonly FoundSection[];
}

/** The version of all sections that this code writes. */
const SECTION_VERSION = 1;

/** Writes a file from its sections. */
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
 * Splits a file into its sections and checks all versions, lengths and checksums. Allocates only a few words for each
 * section, because the bodies are views of `bytes`.
 *
 * @param known the sections that the caller understands. Other sections are skipped, unless they are critical
 * @throws SnapshotError
 */
export function readContainer(bytes: Uint8Array, kind: Kind, known: readonly string[]): Container {
  // Not `instanceof`, because a Uint8Array of another realm would fail that test.
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
      const found = `a required section "${section.id}" of version ${version}`;
      const expected = `one of ${known.join(', ')}, version ${SECTION_VERSION}`;
      throw refuse('SNAPSHOT_SECTION', section.offset, section.id, found, expected);
    }
  }
  if (at !== end) {
    throw refuse('SNAPSHOT_LENGTH', at, 'trailer', `${end - at} extra bytes`, 'the trailer');
  }
  const [low, high] = hashBytes(bytes.subarray(0, end));
  if (view.getUint32(end, true) !== low || view.getUint32(end + 4, true) !== high) {
    throw refuse('SNAPSHOT_CORRUPT', end, 'trailer', 'a wrong hash', 'the hash of the file');
  }
  return { ...head, sections };
}

/**
 * Recognizes the kind of a file from its first bytes; 14 bytes are enough. Returns undefined if the file is neither a
 * snapshot nor a replay.
 */
export function savedKind(bytes: Uint8Array): Kind | undefined {
  if (!MAGIC.every((byte, k) => bytes[k] === byte)) return undefined;
  return kindOf(bytes[HEADER.kind] | (bytes[HEADER.kind + 1] << 8));
}

function kindOf(number: number): Kind | undefined {
  return (Object.keys(KIND) as Kind[]).find((name) => KIND[name] === number);
}

/** The length of the header, in bytes. The header is the start of a file, and gives the file's kind and length. */
export const SAVED_HEAD_BYTES = HEADER.end;

/**
 * Checks the first bytes of a file, so that a file of another kind need not be read completely.
 *
 * @param begin the first `SAVED_HEAD_BYTES` bytes, or the whole file if it is shorter
 * @param length the length of the file in bytes, if known
 * @returns the length of the file in bytes according to its header
 * @throws SnapshotError as readSnapshot and readReplay do
 */
export function savedLength(begin: Uint8Array, kind: Kind, length?: number): number {
  const view = new DataView(begin.buffer, begin.byteOffset, begin.byteLength);
  readHead(begin, view, kind, begin.length < HEADER.end ? begin.length : length);
  return Number(view.getBigUint64(HEADER.bytes, true));
}

/** Reads and checks the header. `length` is the length of the file, and is checked only if it is known. */
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
  // Checked before the CRC, which may be at another offset in a newer major version.
  const major = view.getUint16(HEADER.major, true);
  if (major !== MAJOR) {
    const found = `version ${major}.${view.getUint16(HEADER.minor, true)}`;
    throw refuse('SNAPSHOT_VERSION', HEADER.major, 'header', found, `version ${MAJOR}`);
  }
  if (view.getUint32(HEADER.crc, true) !== crc32c(bytes.subarray(0, HEADER.crc))) {
    throw refuse('SNAPSHOT_CORRUPT', HEADER.crc, 'header', 'a wrong CRC', 'the CRC of the header');
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
    throw refuse('SNAPSHOT_CORRUPT', at, 'section', 'a wrong CRC', 'the CRC of the section');
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

/**
 * Returns the section with an id.
 *
 * @throws SnapshotError if there is no such section, or more than one
 */
export function onlySection({ sections }: Container, id: string): FoundSection {
  const [section, another] = sections.filter((section) => section.id === id);
  if (section !== undefined && another === undefined) return section;
  const found = section === undefined ? 'no such section' : 'two such sections';
  throw refuse('SNAPSHOT_SECTION', another?.offset ?? HEADER.end, id, found, 'one');
}
