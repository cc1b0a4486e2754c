import { open } from 'node:fs/promises';
import { savedKind } from '@skein/core';
import { CliError, fileError } from './errors.ts';
import { EXIT } from './exit-codes.ts';

/** Enough to tell what a file is. */
const BEGIN_BYTES = 64;

/** A text that is not read because of its size, or is none, as what a run has saved; what reads it says so in its own way. */
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
 * Reads a text in UTF-8; "-" is standard input. Never takes in more than `mostBytes`, whatever the
 * file claims to be: pipes and devices have no size to ask for.
 *
 * @throws TextRefusal
 * @throws CliError when it cannot be read
 */
export async function readText(path: string, mostBytes: number): Promise<string> {
  return decode(await readBytes(path, mostBytes));
}

/**
 * Reads any bytes; "-" is standard input. As `readText`, never more than `mostBytes`.
 *
 * @throws TextRefusal when there are more
 * @throws CliError when it cannot be read
 */
export async function readBytes(path: string, mostBytes: number): Promise<Uint8Array> {
  try {
    return path === '-' ? await collect(process.stdin, mostBytes) : await readFile(path, mostBytes);
  } catch (error) {
    if (error instanceof CliError || error instanceof TextRefusal) throw error;
    throw fileError('read', inputLabel(path), error);
  }
}

/** What an input is called in messages. */
export function inputLabel(path: string): string {
  return path === '-' ? 'standard input' : path;
}

async function readFile(path: string, mostBytes: number): Promise<Uint8Array> {
  await using file = await open(path, 'r');
  const status = await file.stat();
  if (status.isDirectory()) {
    throw new CliError(EXIT.file, `cannot read ${path}: found a directory, expected a file`);
  }
  if (status.size > mostBytes) {
    const { buffer } = await file.read({ buffer: new Uint8Array(BEGIN_BYTES), position: 0 });
    throw tooLarge(`${status.size} bytes`, mostBytes, buffer);
  }
  return await collect(file.createReadStream({ autoClose: false }), mostBytes);
}

async function collect(stream: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    chunks.push(chunk);
    if (size > mostBytes) throw tooLarge(`more than ${mostBytes} bytes`, mostBytes, chunks[0]);
  }
  return Buffer.concat(chunks);
}

/** What a run has saved is no less that for being large. */
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
