import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { createServer } from 'vite';
import { inject } from 'vitest';
import { browserArguments, requireBrowser } from '../../../scripts/browser.mjs';
import { serveSite } from '../../../scripts/serving/serve-site.mjs';

export interface OpenPage {
  page: Page;
  /** Where the viewer is served, with a slash at the end. */
  url: string;
  /** What the page threw or logged as an error so far. */
  errors: string[];
  close(): Promise<void>;
}

export interface OpenOptions {
  /** True: from the source, by the server of `npm run dev`, in place of the built page. */
  source?: boolean;
  /** Headers of the server of the source, instead of those that isolate the page. */
  headers?: Record<string, string>;
  /** Size of the picture, CSS pixels; a small one spares the software renderer. */
  viewport?: { width: number; height: number };
  /** True: a pixel of the picture for each CSS pixel, for tests that look at it. */
  sharp?: boolean;
  /** True: for whoever asked for less motion, so that the camera stands still by itself. */
  still?: boolean;
  /** True: on a phone, with fingers for a pointer. */
  touch?: boolean;
  /** Further arguments of the browser. */
  args?: readonly string[];
}

/** The software renderer pays for each pixel: a page whose picture nobody looks at has few of them. */
export const COARSE = { deviceScaleFactor: 0.25 };

interface Served {
  url: string | undefined;
  close(): Promise<void>;
}

/**
 * Serves the viewer on a free port, and opens a headless Chromium on `path` of it.
 * WebGL needs no flags: Chromium falls back to its software renderer.
 */
export async function openPage(path = '', options: OpenOptions = {}): Promise<OpenPage> {
  const server = await (options.source ? serveSource(options.headers) : serveSite(inject('site')));
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    await server.close();
  };
  try {
    const { url } = server;
    if (url === undefined) throw new Error('the server has no local address');
    const args = [...browserArguments(), ...(options.args ?? [])];
    browser = await chromium.launch({ executablePath: requireBrowser(), args });
    const page = await browser.newPage({
      viewport: options.viewport ?? { width: 720, height: 450 },
      ...(options.sharp ? {} : COARSE),
      ...(options.touch ? { hasTouch: true, isMobile: true } : {}),
      ...(options.still ? { reducedMotion: 'reduce' } : {}),
      // It would fetch all files of the page beside what is tested.
      serviceWorkers: 'block',
    });
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
