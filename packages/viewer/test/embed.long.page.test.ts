import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { browserArguments, requireBrowser } from '../../../scripts/setup/browser.mjs';
import { hashInNode } from './replay.ts';
import { serveFolder } from './static-host.ts';

/** A page of another origin, with the picture in one frame and an unrelated page in another. */
const outer = (frame: string) => `<!doctype html>
<iframe id="skein" width="480" height="300" src="${frame}"></iframe>
<iframe id="stranger" srcdoc="<p>stranger</p>"></iframe>`;

describe('the page in a frame of another page', () => {
  let site: Awaited<ReturnType<typeof serveFolder>>;
  let browser: Browser;
  let page: Page;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(outer(`${site.url}?scene=flock&seed=5&bloom=off&embed`));
  });

  beforeAll(async () => {
    site = await serveFolder(inject('site'), '/sub/');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await chromium.launch({ executablePath: requireBrowser(), args: browserArguments() });
    page = await browser.newPage({ deviceScaleFactor: 0.25 });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    server.close();
  });

  /** Posts a message to the frame. Resolves to its answer, or to undefined after half a second. */
  const ask = (message: unknown, from: 'parent' | 'stranger' = 'parent') =>
    page.evaluate(
      ([sent, by]) =>
        new Promise((resolve) => {
          const frame = document.querySelector<HTMLIFrameElement>('#skein')!.contentWindow!;
          const take = ({ data, source }: MessageEvent) => {
            if (source === frame) done(data);
          };
          const done = (answer: unknown) => {
            window.removeEventListener('message', take);
            resolve(answer);
          };
          window.addEventListener('message', take);
          setTimeout(() => done(undefined), 2000);
          if (by === 'parent') frame.postMessage(sent, '*');
          else {
            const stranger = document.querySelector<HTMLIFrameElement>('#stranger')!.contentWindow!;
            const text = JSON.stringify(sent);
            (stranger as Window & { eval(code: string): void }).eval(
              `parent.document.querySelector('#skein').contentWindow.postMessage(${text}, '*')`,
            );
          }
        }),
      [message, from] as const,
    );

  it('shows only the picture', async () => {
    const told = { skein: 'done', tick: expect.any(Number) };
    await expect.poll(() => ask({ skein: 'tell' }), { timeout: 30_000 }).toMatchObject(told);
    const frame = page.frameLocator('#skein');
    expect(await frame.locator('#view').isVisible()).toBe(true);
    for (const part of ['#panel', '#gauge', '#bar', '#readout']) {
      expect(await frame.locator(part).isVisible(), part).toBe(false);
    }
  });

  it('goes to a tick with the hash of Node, and takes commands', async () => {
    expect(await ask({ skein: 'pause' })).toMatchObject({ skein: 'done' });
    const hash = hashInNode('flock', 5, [], 60);
    expect(await ask({ skein: 'goTo', tick: 60, id: 7 })).toEqual({
      skein: 'done',
      id: 7,
      tick: 60,
      hash,
    });
    const set = { type: 'set', species: 'boid', parameter: 'maxSpeed', value: 4 } as const;
    expect(await ask({ skein: 'command', command: set })).toMatchObject({ skein: 'done' });
    const touched = hashInNode('flock', 5, [{ ...set, tick: 60 }], 90);
    expect(await ask({ skein: 'goTo', tick: 90 })).toMatchObject({ tick: 90, hash: touched });
  });

  it.each([
    [{ skein: 'eval', code: '1' }, 'found "eval", expected play, pause'],
    [{ skein: 'goTo', tick: -1 }, 'found -1, expected an integer'],
    [{ skein: 'goTo', tick: 1e15 }, 'found 1000000000000000, expected an integer'],
    [{ skein: '__proto__' }, 'found "__proto__", expected play, pause'],
    [{ skein: 'command', command: { type: 'boom' } }, 'boom'],
    [{ skein: 'command' }, 'Command refused'],
  ])('refuses %j', async (message, why) => {
    expect(await ask(message)).toEqual({ skein: 'refused', why: expect.stringContaining(why) });
  });

  it('ignores messages from other frames', async () => {
    const { tick } = (await ask({ skein: 'tell' })) as { tick: number };
    expect(await ask({ skein: 'goTo', tick: 10 }, 'stranger')).toBeUndefined();
    expect(await ask({ skein: 'tell' })).toMatchObject({ tick });
  });
});
