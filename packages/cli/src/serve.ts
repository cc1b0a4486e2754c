import type { Writable } from 'node:stream';
import { type Problem, SkeinError } from '@skein/core/basics';
import { CliError, describeError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { ServeError } from './serve-error.ts';
import { FrameReader, frameOf, PROTOCOL } from './serve-frames.ts';
import { ServedWorlds } from './served-worlds.ts';

/**
 * `skein serve --stdio`: answers requests for worlds, which come as frames on standard input, in their order. Answers go
 * to standard output. The command ends when standard input is closed.
 *
 * @throws CliError for a frame that is not valid, and when standard input ends within a frame
 */
export async function serve(): Promise<ExitCode> {
  const gone = new AbortController();
  await using worlds = new ServedWorlds(gone.signal);
  const reader = new FrameReader();
  const send = sender(process.stdout);
  await send(frameOf({ protocol: PROTOCOL }));
  await new Promise<void>((resolve, reject) => {
    const input = process.stdin;
    let busy = false;
    let ended = false;
    const fail = (error: unknown): void => {
      // What follows a frame that is not valid is not read.
      busy = true;
      input.pause();
      reject(error);
    };
    /** Answers all requests that have arrived, without a promise where possible. */
    const work = (): void => {
      try {
        while (!busy) {
          const frame = reader.take();
          if (frame === undefined) break;
          const answer = answerOf(() => worlds.answer(frame));
          const done = answer instanceof Uint8Array ? send(answer) : answer.then(send);
          if (done === undefined) continue;
          busy = true;
          done.then(() => {
            busy = false;
            input.resume();
            work();
          }, fail);
        }
        if (ended && !busy) resolve();
      } catch (error) {
        fail(error);
      }
    };
    input.on('data', (chunk: Buffer) => {
      reader.push(chunk);
      // A client that sends more requests than are answered waits.
      if (busy) input.pause();
      else work();
    });
    input.on('end', () => {
      ended = true;
      gone.abort();
      work();
    });
    input.on('error', fail);
  }).catch(async (error: unknown) => {
    if (!(error instanceof ServeError)) throw error;
    await send(errorFrame(error));
    throw new CliError(EXIT.refused, `standard input: ${error.message}`, { cause: error });
  });
  if (reader.idle) return EXIT.ok;
  throw new CliError(EXIT.failed, 'standard input ended within a frame');
}

/** Returns the answer of a request, or its error: a promise only if the answer takes time. */
function answerOf(ask: () => Uint8Array | Promise<Uint8Array>): Uint8Array | Promise<Uint8Array> {
  try {
    const answer = ask();
    return answer instanceof Uint8Array ? answer : answer.catch(errorFrame);
  } catch (error) {
    return errorFrame(error);
  }
}

/** Writes a frame. Returns a promise if the client has not read enough yet. */
type Send = (frame: Uint8Array) => Promise<void> | undefined;

/** Writes frames to a stream, each when the one before is done. */
function sender(output: Writable): Send {
  let done = (): void => {};
  // When the client is gone, the stream fails or closes instead of draining.
  for (const event of ['drain', 'error', 'close']) output.on(event, () => done());
  return (frame) => {
    if (output.write(frame) || output.destroyed) return undefined;
    return new Promise((resolve) => {
      done = resolve;
    });
  };
}

function errorFrame(error: unknown): Uint8Array {
  if (!(error instanceof SkeinError)) {
    return frameOf({
      error: { name: 'Error', code: 'UNEXPECTED', message: describeError(error), problems: [] },
    });
  }
  const { name, code, message } = error;
  return frameOf({ error: { name, code, message, problems: problemsOf(error) } });
}

/** Returns the problems of an error. An error without a list may have one problem of its own. */
function problemsOf(error: SkeinError): readonly Problem[] {
  const { problems, found, expected, where, section, offset } = error as SkeinError & {
    readonly problems?: readonly Problem[];
    readonly [key: string]: unknown;
  };
  if (problems !== undefined) return problems;
  if (typeof found !== 'string' || typeof expected !== 'string') return [];
  const path = where ?? (section === undefined ? '$' : `${section}, byte ${offset}`);
  return [{ path: String(path), found, expected }];
}
