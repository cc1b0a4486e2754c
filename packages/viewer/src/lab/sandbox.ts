/// <reference path="./script.d.ts" />
import { findExcess } from '@skein/core/describe';
import type { Law } from '@skein/core/laws';
import { readLaws } from '@skein/core/laws';
import { make } from '../controls/elements.ts';
import { messageOf } from '../panel/notices.ts';
import frameScript from './frame-script.js?raw';
import { type Lines, lineInStack } from './stack-line.ts';
import { type Slip, stripTypes } from './strip-types.ts';
import prelude from './worker-script.ts?script';

/** The time within which the visitor's code must start, and the time within which it must then finish, in ms. */
const START_MS = 10_000;
const RUN_MS = 2000;
/** How long the page waits for an answer beyond the time limits of the frame, in ms. */
const GRACE_MS = 1000;
/**
 * The maximum length of an answer, in characters. The answer for a law with the maximum number of nodes has about
 * 150,000 characters.
 */
const MAX_LETTERS = 1_000_000;
/** Limits for the JSON of an answer. Laws have few levels, so an answer with more levels cannot contain laws. */
const LIMITS = { depth: 8, keys: 64, elements: 8192, parts: 80_000 };
const MAX_LAWS = 16;
const MAX_MESSAGE = 1000;

/** The result of the visitor's code: the laws, after they were checked, or the reason why there are none. */
export type Evaluated =
  | { readonly laws: readonly Law[]; readonly slip?: undefined }
  | { readonly laws?: undefined; readonly slip: LawSlip };

/**
 * An error in a law. `law` and `where` have the same meaning as in a LawError. `inside` means that the line belongs to
 * a function that is passed to `defineLaw`.
 */
export interface LawSlip extends Slip {
  readonly law?: string;
  readonly where?: string;
  readonly inside?: boolean;
}

/**
 * The document of the frame. It inherits the policy of the page, and adds its own policy that allows no address at all.
 */
const FRAME = `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; worker-src blob: data:">
<script>${frameScript}</script>`;

/**
 * Runs a visitor's code where it can do no harm: in a worker inside a frame with an opaque origin. From there, the code
 * cannot reach the page, its storage or any network. The code is ended after two seconds. Its answer is text. The page
 * reads laws from this text as data and checks them. No other part of the page evaluates text as code.
 */
export class Sandbox {
  #frame: Promise<Window> | undefined;
  #element: HTMLIFrameElement | undefined;

  async evaluate(source: string): Promise<Evaluated> {
    const { code, slip } = stripTypes(source);
    if (code === undefined) return { slip };
    const begin = `${prelude}\nlab(function (require, exports) {\n`;
    const lines = { before: begin.split('\n').length - 1, own: source.split('\n').length };
    return read(await this.#answerTo(`${begin}${code}\n});`), lines);
  }

  dispose(): void {
    this.#element?.remove();
    this.#element = undefined;
    this.#frame = undefined;
  }

  async #answerTo(script: string): Promise<unknown> {
    this.#frame ??= this.#open();
    const frame = await this.#frame;
    const { port1, port2 } = new MessageChannel();
    const work = { script, startMs: START_MS, runMs: RUN_MS, maxLetters: MAX_LETTERS };
    return new Promise((resolve) => {
      const patience = setTimeout(
        () => {
          // The frame itself has stopped; the next code gets a new frame.
          this.dispose();
          resolve({ kind: 'silent' });
        },
        START_MS + RUN_MS + GRACE_MS,
      );
      // Only the frame's script holds the other port; the worker that runs the code never sees it.
      port1.onmessage = ({ data }) => {
        clearTimeout(patience);
        port1.close();
        resolve(data);
      };
      frame.postMessage(work, '*', [port2]);
    });
  }

  #open(): Promise<Window> {
    const frame = make('iframe', { title: 'Sandbox of the lab', hidden: true });
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.srcdoc = FRAME;
    this.#element = frame;
    return new Promise((resolve) => {
      frame.addEventListener('load', () => resolve(frame.contentWindow!), { once: true });
      document.body.append(frame);
    });
  }
}

/** Reads an answer without trusting it, because the visitor's code may have written any text. */
function read(answer: unknown, lines: Lines): Evaluated {
  const { kind, text, message, line } = answer as Readonly<Record<string, unknown>>;
  if (kind === 'late') {
    return fail(`Stopped: the code took more than ${RUN_MS / 1000} s. Is there an endless loop?`);
  }
  if (kind === 'silent' || (kind === 'failed' && message === 'undefined')) {
    return fail('The sandbox cannot run: this browser, or the policy of this host, forbids it.');
  }
  if (kind === 'failed') {
    const own = Math.min(lines.own, Math.max(1, Number(line) - lines.before));
    return fail(String(message).replace(/^Uncaught /, ''), own);
  }
  if (kind !== 'said' || typeof text !== 'string') {
    return fail('Refused: the answer is not a text of laws, or is too long.');
  }
  const excess = findExcess(text, LIMITS);
  if (excess !== undefined)
    return fail(`Refused: found ${excess.found}, expected ${excess.expected}.`);
  try {
    const { laws, error } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
    if (error !== undefined) return slipOf(error, lines);
    if (!Array.isArray(laws) || laws.length === 0) {
      return fail('Found no law. Define a law with defineLaw, and export it.');
    }
    if (laws.length > MAX_LAWS)
      return fail(`Found ${laws.length} laws, expected at most ${MAX_LAWS}.`);
    return { laws: readLaws(laws) };
  } catch (error) {
    return fail(messageOf(error));
  }
}

function slipOf(error: unknown, lines: Lines): Evaluated {
  const { message, law, where, stacks } = Object(error) as Readonly<Record<string, unknown>>;
  const [inner, outer] = (Array.isArray(stacks) ? stacks : []).map((stack) =>
    lineInStack(String(stack), lines),
  );
  return {
    slip: {
      message: String(message).slice(0, MAX_MESSAGE),
      line: inner ?? outer ?? 1,
      inside: inner !== undefined,
      ...(typeof law === 'string' && { law }),
      ...(typeof where === 'string' && { where }),
    },
  };
}

function fail(message: string, line = 1): Evaluated {
  return { slip: { message, line } };
}
