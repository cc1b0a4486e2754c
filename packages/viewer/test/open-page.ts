import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { createServer } from 'vite';
import { browserArguments, requireBrowser } from '../../../scripts/browser.mjs';

export interface OpenPage {
  page: Page;
  /** Where the viewer is served, with a slash at the end. */
  url: string;
  /** What the page threw or logged as an error so far. */
  errors: string[];
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Instead of the headers that isolate the page. */
  headers?: Record<string, string>;
  /** Size of the picture, CSS pixels; a small one spares the software renderer. */
  viewport?: { width: number; height: number };
}

/**
 * Starts the viewer's own Vite server on a free port, and a headless Chromium on `path` of it.
 * WebGL needs no flags: Chromium falls back to its software renderer.
 */
export async function openPage(path = '', options: OpenOptions = {}): Promise<OpenPage> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const server = await createServer({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: 'error',
    server: {
      host: '127.0.0.1',
      port: 0,
      hmr: false,
      ...(options.headers && { headers: options.headers }),
    },
  });
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    await server.close();
  };
  try {
    await server.listen();
    const url = server.resolvedUrls?.local[0];
    if (url === undefined) throw new Error('the Vite server has no local address');
    browser = await chromium.launch({ executablePath: requireBrowser(), args: browserArguments() });
    const page = await browser.newPage({
      viewport: options.viewport ?? { width: 720, height: 450 },
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
