import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { createServer } from 'vite';
import { inject } from 'vitest';
import { serveSite } from '../../../scripts/serving/serve-site.mjs';
import { browserArguments, requireBrowser } from '../../../scripts/setup/browser.mjs';

export interface OpenPage {
  page: Page;
  /** The address of the viewer, with a slash at the end. */
  url: string;
  /** Errors that the page has thrown or logged so far. */
  errors: string[];
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Whether the development server serves the source, instead of the built page. */
  source?: boolean;
  /** Headers of the development server, instead of those that isolate the page. */
  headers?: Record<string, string>;
  /** Size of the picture, in CSS pixels; a small picture is faster in the software renderer. */
  viewport?: { width: number; height: number };
  /** Whether the picture has one device pixel per CSS pixel, for tests that examine it. */
  sharp?: boolean;
  /** Whether the browser prefers reduced motion, so that the camera does not move by itself. */
  still?: boolean;
  /** Whether the page is opened on a phone with touch. */
  touch?: boolean;
  /** Whether the page is opened as at a first visit, with all its parts closed. Otherwise, text and panel are open. */
  fresh?: boolean;
  /** More arguments of the browser. */
  args?: readonly string[];
}

/**
 * The device pixel ratio of pictures that no test examines: few pixels, because the software renderer pays for each.
 */
export const COARSE = { deviceScaleFactor: 0.25 };

/** The shortest time between two frames of a page whose pictures no test examines, in ms. */
export const FRAME_MS = 50;

/** Lets the page draw less often, because the software renderer pays for each picture. */
export function drawSeldom(frameMs: number): void {
  const request = window.requestAnimationFrame.bind(window);
  let last = 0;
  window.requestAnimationFrame = (draw) =>
    request(function wait(now) {
      if (now - last < frameMs && now !== last) {
        request(wait);
        return;
      }
      last = now;
      draw(now);
    });
}

interface Served {
  url: string | undefined;
  close(): Promise<void>;
}

/** The browser of all pages that need no arguments of their own. It ends with the process of the tests. */
let shared: Promise<Browser> | undefined;

function launch(more: readonly string[] = []): Promise<Browser> {
  const args = [...browserArguments(), ...more];
  return chromium.launch({ executablePath: requireBrowser(), args });
}

/**
 * Serves the viewer on a free port, and opens `path` of it in a headless Chromium. WebGL needs no flags, because
 * Chromium falls back to its software renderer.
 */
export async function openPage(path = '', options: OpenOptions = {}): Promise<OpenPage> {
  const server = await (options.source ? serveSource(options.headers) : serveSite(inject('site')));
  let own: Browser | undefined;
  let context: BrowserContext | undefined;
  const close = async () => {
    await context?.close();
    await own?.close();
    await server.close();
  };
  try {
    const { url } = server;
    if (url === undefined) throw new Error('the server has no local address');
    if (options.args) own = await launch(options.args);
    else shared ??= launch();
    context = await (own ?? (await shared!)).newContext({
      viewport: options.viewport ?? { width: 720, height: 450 },
      ...(options.sharp ? {} : COARSE),
      ...(options.touch ? { hasTouch: true, isMobile: true } : {}),
      ...(options.still ? { reducedMotion: 'reduce' } : {}),
      // The service worker would fetch all files of the page during the test.
      serviceWorkers: 'block',
    });
    if (!options.sharp) await context.addInitScript(drawSeldom, FRAME_MS);
    if (!options.fresh) {
      await context.addInitScript(() => {
        // Pages of other origins and without storage are opened, too.
        try {
          localStorage.setItem('skein.opened', 'about controls play');
        } catch {}
      });
    }
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      const from = message.location().url;
      if (message.type() !== 'error' || from.endsWith('/favicon.ico')) return;
      errors.push(`${message.text()} (${from})`);
    });
    await page.goto(new URL(path, url).href);
    return { page, url, errors, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const root = fileURLToPath(new URL('..', import.meta.url));

async function serveSource(headers?: Record<string, string>): Promise<Served> {
  const server = await createServer({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: 'error',
    server: { port: 0, hmr: false, ...(headers && { headers }) },
  });
  await server.listen();
  return { url: server.resolvedUrls?.local[0], close: () => server.close() };
}
