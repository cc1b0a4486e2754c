import type { Command } from '@skein/core';
import { findExcess, LIMITS } from '@skein/core/describe';
import { plainLists } from './plain-lists.ts';

/**
 * A run in the form that a link contains: the commands and the scenario. For a scene of the page, the key `scenario` is
 * absent.
 */
export interface RunText {
  readonly log: readonly Command[];
  readonly scenario?: unknown;
}

/** The maximum length of a run in a link, in characters. Mail programs and chats cut longer links. */
const MAX_RUN_TEXT = 6000;
/** The maximum size of a decompressed run, in bytes. */
const MAX_BYTES = 4 * 2 ** 20;
/**
 * Limits for the JSON of a run. They are the limits of a scenario, plus one level of depth. They are needed because a
 * few characters of a link can decompress to millions of brackets.
 */
const SIZE = { depth: 33, keys: 64, elements: 4096, parts: 1_000_000 };

/** The error for a link whose run is not valid, because the link is incomplete or was not made by this page. */
export class RunTextError extends Error {}

/** Writes a run as compressed JSON, in characters that an address can contain. */
export async function writeRun(run: RunText): Promise<string> {
  const json = JSON.stringify(run, plainLists);
  const bytes = await through(new Blob([json]), new CompressionStream('deflate-raw'));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Converts a run to text for a link. Returns undefined if the text is too long, or if the page would refuse the link.
 *
 * @param own the number of commands in the scenario itself
 */
export async function linkedRun(run: RunText, own: number): Promise<string | undefined> {
  if (own + run.log.length > LIMITS.commands) return undefined;
  const text = await writeRun(run);
  if (text.length > MAX_RUN_TEXT) return undefined;
  const opens = await readRun(text).then(
    () => true,
    () => false,
  );
  return opens ? text : undefined;
}

/**
 * Reads a run from the text that `writeRun` writes. Checks only the size and the outer structure. The commands are
 * checked later, like the commands of a scenario.
 *
 * @throws RunTextError when the text is not valid
 */
export async function readRun(text: string): Promise<RunText> {
  if (!/^[\w-]*$/.test(text))
    throw new RunTextError('The run in the link contains characters that are not allowed there.');
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const unfolded = await through(new Blob([bytes]), new DecompressionStream('deflate-raw'));
    const json = new TextDecoder('utf-8', { fatal: true }).decode(unfolded);
    const excess = findExcess(json, SIZE);
    if (excess !== undefined) {
      throw new RunTextError(`Found ${excess.found}, expected ${excess.expected}.`);
    }
    return checked(JSON.parse(json));
  } catch (error) {
    if (error instanceof RunTextError) throw error;
    throw new RunTextError('The link is incomplete, or was not made by this page.', {
      cause: error,
    });
  }
}

function checked(run: unknown): RunText {
  const { log, scenario } = (run ?? {}) as Partial<RunText>;
  if (!Array.isArray(log)) throw new RunTextError('Found no list of commands.');
  return scenario === undefined ? { log } : { log, scenario };
}

/** Passes data through a transform and returns the output. The output must not exceed the maximum size of a run. */
async function through(blob: Blob, transform: GenericTransformStream): Promise<Uint8Array> {
  const reader = blob.stream().pipeThrough(transform).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { value } = (await reader.read()) as { value?: Uint8Array };
    if (value === undefined) break;
    size += value.length;
    if (size > MAX_BYTES) {
      void reader.cancel();
      throw new RunTextError(`The run has more than ${MAX_BYTES} bytes.`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}
