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

/** How long code may take to begin and then to end, ms. */
const START_MS = 10_000;
const RUN_MS = 2000;
/** The page waits a little longer than the frame. */
const GRACE_MS = 1000;
/** Of an answer: a law with all its nodes has some 150,000. */
const MAX_LETTERS = 1_000_000;
/** Laws have few levels; an answer with more is none of laws. */
const LIMITS = { depth: 8, keys: 64, elements: 8192, parts: 80_000 };
const MAX_LAWS = 16;
const MAX_MESSAGE = 1000;

/** What code made: laws that have passed the gate, or why there are none. */
export type Evaluated =
  | { readonly laws: readonly Law[]; readonly slip?: undefined }
  | { readonly laws?: undefined; readonly slip: LawSlip };

/** `law` and `where` as a LawError has them; `inside`: the line is one of a function that the law was made with. */
export interface LawSlip extends Slip {
  readonly law?: string;
  readonly where?: string;
  readonly inside?: boolean;
}

/** The policy of the frame, on top of that of the page, which it inherits: no address is allowed at all. */
const FRAME = `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; worker-src blob: data:">
<script>${frameScript}</script>`;

/**
 * Runs the code of a visitor where it can do no harm: in a worker within a frame of an opaque origin, which can reach
 * neither the page nor its storage nor any network, and is ended after two seconds. What it hands back is text, of which
 * the page takes laws as data that it checks. Nothing is evaluated from text but there.
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
          // The frame itself has stopped: the next code gets another.
          this.dispose();
          resolve({ kind: 'silent' });
        },
        START_MS + RUN_MS + GRACE_MS,
      );
      // Only the script of the frame holds the other end: the worker of the code never sees it.
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

/** Takes nothing for granted: the text may be anything that the code of a visitor can write. */
function read(answer: unknown, lines: Lines): Evaluated {
  const { kind, text, message, line } = answer as Readonly<Record<string, unknown>>;
  if (kind === 'late') {
    return fail(`Ended: it took more than ${RUN_MS / 1000} s. Is there a loop without an end?`);
  }
  if (kind === 'silent' || (kind === 'failed' && message === 'undefined')) {
    return fail(
      'The sandbox does not run here: this browser, or the policy of this host, forbids it.',
    );
  }
  if (kind === 'failed') {
    const own = Math.min(lines.own, Math.max(1, Number(line) - lines.before));
    return fail(String(message).replace(/^Uncaught /, ''), own);
  }
  if (kind !== 'said' || typeof text !== 'string') {
    return fail('Refused: found an answer that is no text of laws, or one that is too long.');
  }
  const excess = findExcess(text, LIMITS);
  if (excess !== undefined)
    return fail(`Refused: found ${excess.found}, expected ${excess.expected}.`);
  try {
    const { laws, error } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
    if (error !== undefined) return slipOf(error, lines);
    if (!Array.isArray(laws) || laws.length === 0) {
      return fail('Found no law. Make one with defineLaw, and export it.');
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
