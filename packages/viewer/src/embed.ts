import type { CommandInput } from '@skein/core';
import { MAX_TICK } from './address.ts';
import { messageOf } from './panel/notices.ts';

/** The actions that another page can request if it embeds this page in a frame. */
export interface Embedded {
  setPaused(paused: boolean): void;
  restart(): Promise<void>;
  goTo(tick: number): Promise<void>;
  command(input: CommandInput): Promise<unknown>;
  hash(): Promise<{ tick: number; hash: string }>;
}

type Asked = { readonly skein: string } & Readonly<Record<string, unknown>>;

/** Whether the address asks for the picture alone, without controls. */
export function isEmbedded(query: string): boolean {
  return new URLSearchParams(query).has('embed');
}

/**
 * Shows only the picture, and carries out messages that the embedding page sends with `postMessage`. Messages from
 * other windows are ignored. The answer to a message is `{ skein: 'done', ... }` or `{ skein: 'refused', why }`. The
 * answers to `tell` and `goTo` also contain the tick and the hash.
 */
export function embed(page: Embedded): void {
  document.body.classList.add('embed');
  window.addEventListener('message', ({ data, source, origin }: MessageEvent) => {
    if (source !== window.parent || window.parent === window || !isAsked(data)) return;
    const target = origin === 'null' ? '*' : origin;
    const answer = (said: object) => window.parent.postMessage({ id: data.id, ...said }, target);
    obey(page, data).then(
      (found) => answer({ skein: 'done', ...found }),
      (error: unknown) => answer({ skein: 'refused', why: messageOf(error) }),
    );
  });
}

async function obey(page: Embedded, { skein, tick, command }: Asked): Promise<object> {
  switch (skein) {
    case 'play':
    case 'pause':
      page.setPaused(skein === 'pause');
      return {};
    case 'restart':
      await page.restart();
      return {};
    case 'goTo':
      if (!Number.isInteger(tick) || (tick as number) < 0 || (tick as number) > MAX_TICK) {
        throw new Error(`tick: found ${String(tick)}, expected an integer from 0 to ${MAX_TICK}.`);
      }
      await page.goTo(tick as number);
      return page.hash();
    case 'command':
      await page.command(command as CommandInput);
      return {};
    case 'tell':
      return page.hash();
    default:
      throw new Error(
        `skein: found "${skein}", expected play, pause, restart, goTo, command or tell.`,
      );
  }
}

function isAsked(data: unknown): data is Asked {
  return typeof data === 'object' && data !== null && typeof (data as Asked).skein === 'string';
}
