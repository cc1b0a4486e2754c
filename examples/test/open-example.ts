import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { PNG } from 'pngjs';
import { createServer, type ViteDevServer } from 'vite';
import { browserArguments, requireBrowser } from '../../scripts/setup/browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Small, because pages are rendered in software. */
const viewport = { width: 320, height: 200 };

export interface OpenExample {
  page: Page;
  /** Exceptions of the page and errors that it logs. */
  errors: string[];
}

/** The dev server of the examples, and a Chromium. */
export class Examples {
  #server: ViteDevServer | undefined;
  #browser: Browser | undefined;

  async start(): Promise<void> {
    this.#server = await createServer({
      root,
      configFile: `${root}vite.config.ts`,
      logLevel: 'error',
      // A cache separate from that of a dev server that may be running.
      cacheDir: `${root}node_modules/.vite-test`,
      server: { port: 0, hmr: false },
    });
    await this.#server.listen();
    const options = { executablePath: requireBrowser(), args: browserArguments() };
    this.#browser = await chromium.launch(options);
  }

  async open(name: string): Promise<OpenExample> {
    const page = await this.#browser!.newPage({ viewport });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(new URL(name, this.#server!.resolvedUrls!.local[0]).href);
    return { page, errors };
  }

  /** An open page would slow down the next one. */
  async closePages(): Promise<void> {
    for (const context of this.#browser!.contexts()) await context.close();
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    await this.#server?.close();
  }
}

/** Counts matching pixels, except in the lowest fifth of the page, which may have text. */
export async function countPixels(
  page: Page,
  isSuch: (red: number, green: number, blue: number) => boolean,
): Promise<number> {
  const clip = { x: 0, y: 0, width: viewport.width, height: 0.8 * viewport.height };
  const { data } = PNG.sync.read(await page.screenshot({ clip, timeout: 30_000 }));
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (isSuch(data[at]!, data[at + 1]!, data[at + 2]!)) count++;
  }
  return count;
}
