import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LIMITS, SnapshotError, slipOf } from '@skein/core/basics';
import type { SavedKind } from '@skein/core/describe';
import { SAVED_HEAD_BYTES, savedKind, savedLength } from '@skein/core/describe';
import { type ByteSource, openSource } from './byte-source.ts';
import { CliError, fileError } from './errors.ts';

/**
 * The error for a text that is too large, or for bytes that are not text, such as a snapshot. Each caller words the
 * message in its own way.
 */
export class TextRefusal extends Error {
  readonly reason: 'too large' | 'not text' | 'saved';
  readonly found: string;
  readonly expected: string;

  constructor(reason: TextRefusal['reason'], found: string, expected: string) {
    super(`found ${found}, expected ${expected}`);
    this.reason = reason;
    this.found = found;
    this.expected = expected;
  }
}

/**
 * Reads a text in UTF-8 from a file, or from standard input if `path` is "-". Never reads more than `mostBytes`,
 * because the size of a pipe or a device is not known beforehand.
 *
 * @throws TextRefusal when the input is too large or not UTF-8
 * @throws CliError when the input cannot be read
 */
export async function readText(path: string, mostBytes: number): Promise<string> {
  return decode(await readFrom(path, (source) => wholeText(source, mostBytes)));
}

/**
 * Reads the bytes of a snapshot or a replay; "-" is standard input. The first bytes are checked before the rest is
 * read, so that other files are refused early. The first bytes also contain the total size, so the rest is read into
 * one buffer.
 *
 * @throws SnapshotError when the header is invalid, TextRefusal when the file is too large
 * @throws CliError when the file cannot be read
 */
export function readSavedBytes(path: string, kind: SavedKind): Promise<Uint8Array> {
  return readFrom(path, (source) => wholeSaved(source, kind));
}

/**
 * Reads the first bytes of a file, enough to recognize a snapshot or a replay.
 *
 * @throws CliError when the file cannot be read
 */
export function readHead(path: string): Promise<Uint8Array> {
  return readFrom(path, async (source) => {
    const head = new Uint8Array(SAVED_HEAD_BYTES);
    return head.subarray(0, await source.fill(head));
  });
}

/** Returns the name of an input for messages. */
export function inputLabel(path: string): string {
  return path === '-' ? 'standard input' : path;
}

async function readFrom<T>(path: string, read: (source: ByteSource) => Promise<T>): Promise<T> {
  try {
    await using source = await openSource(path);
    return await read(source);
  } catch (error) {
    const isRefusal = error instanceof TextRefusal || error instanceof SnapshotError;
    if (isRefusal || error instanceof CliError) throw error;
    throw fileError('read', inputLabel(path), error, await nameMeant(path, error));
  }
}

/** If the file does not exist, returns the path of a file with a similar name in the same folder. */
async function nameMeant(path: string, error: unknown): Promise<string | undefined> {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return undefined;
  const names = await readdir(dirname(path)).catch(() => []);
  const meant = slipOf(basename(path), names.slice(0, MAX_NAMES));
  return meant === undefined ? undefined : join(dirname(path), meant);
}

/** When a similar file name is searched for in a folder, at most this many names are compared. */
const MAX_NAMES = 10_000;

async function wholeText(source: ByteSource, mostBytes: number): Promise<Uint8Array> {
  const { size } = source;
  if (size !== undefined && size > mostBytes) {
    const begin = new Uint8Array(SAVED_HEAD_BYTES);
    await source.fill(begin);
    throw tooLarge(`${size} bytes`, mostBytes, begin);
  }
  // The system provides memory only for the pages that are written.
  const buffer = new Uint8Array(mostBytes + 1);
  const length = await source.fill(buffer);
  if (length > mostBytes) throw tooLarge(`more than ${mostBytes} bytes`, mostBytes, buffer);
  return buffer.subarray(0, length);
}

async function wholeSaved(source: ByteSource, kind: SavedKind): Promise<Uint8Array> {
  const head = new Uint8Array(SAVED_HEAD_BYTES);
  const begin = head.subarray(0, await source.fill(head));
  const length = savedLength(begin, kind, source.size);
  // No world is larger than this, and its snapshot is smaller than the world.
  if (length > LIMITS.bytes) throw tooLarge(`${length} bytes`, LIMITS.bytes, begin);
  const bytes = new Uint8Array(length);
  bytes.set(begin);
  const filled = begin.length + (await source.fill(bytes.subarray(begin.length)));
  // Reading one more byte shows that the input is too long; the input may be endless.
  if ((await source.fill(new Uint8Array(1))) > 0) savedLength(begin, kind, length + 1);
  return bytes.subarray(0, filled);
}

/** Returns the error for an input that is too large. If the input is a snapshot or a replay, the error says so. */
function tooLarge(found: string, mostBytes: number, begin: Uint8Array): TextRefusal {
  const expected = `at most ${mostBytes} bytes`;
  return savedKind(begin)
    ? new TextRefusal('saved', `a snapshot or a replay of ${found}`, expected)
    : new TextRefusal('too large', found, expected);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const expected = 'text in UTF-8';
    if (savedKind(bytes)) throw new TextRefusal('saved', 'a snapshot or a replay', expected);
    throw new TextRefusal('not text', 'bytes that are not UTF-8', expected);
  }
}
