import type { Command } from '@skein/core';
import { findExcess, LIMITS } from '@skein/core/describe';
import { plainLists } from './plain-lists.ts';

/** A run as a link carries it: what was done to the scene, and the scene where it is none of the page's own. */
export interface RunText {
  readonly log: readonly Command[];
  readonly scenario?: unknown;
}

/** Longer ones are no part of a link: mail programs and chats cut them. */
const MAX_RUN_TEXT = 6000;
/** A text may unfold to so many bytes. */
const MAX_BYTES = 4 * 2 ** 20;
/** Of a scenario one level further in, as parseScenario counts it; a few letters of a link unfold to millions of brackets. */
const SIZE = { depth: 33, keys: 64, elements: 4096, parts: 1_000_000 };

/** The link's run is not one that this page has written. */
export class RunTextError extends Error {}

/** The run as letters that an address may have: JSON, compressed. */
export async function writeRun(run: RunText): Promise<string> {
  const json = JSON.stringify(run, plainLists);
  const bytes = await through(new Blob([json]), new CompressionStream('deflate-raw'));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * The run as a part of a link; undefined where it is too long, or holds more than a link that is opened may hold.
 *
 * @param own how many commands the scenario itself has
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
 * Reads what writeRun writes. Nothing of it is checked but that it is a list of something: commands are read as those of
 * a scenario, and nothing in them runs.
 *
 * @throws RunTextError
 */
export async function readRun(text: string): Promise<RunText> {
  if (!/^[\w-]*$/.test(text)) throw new RunTextError('Found characters that no run has.');
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
    throw new RunTextError('The link is cut, or was not made by this page.', { cause: error });
  }
}

function checked(run: unknown): RunText {
  const { log, scenario } = (run ?? {}) as Partial<RunText>;
  if (!Array.isArray(log)) throw new RunTextError('Found no list of commands.');
  return scenario === undefined ? { log } : { log, scenario };
}

/** All that comes out of a transform; no more than a run may have. */
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
