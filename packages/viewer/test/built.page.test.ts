import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { build, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserArguments, requireBrowser } from '../../../scripts/browser.mjs';
import { hashInNode, readShown, waitForShown, waitForTick } from './replay.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const configFile = join(root, 'vite.config.ts');

describe('the built page', () => {
  const outDir = mkdtempSync(join(tmpdir(), 'skein-site-'));
  const closing: Array<() => Promise<unknown>> = [];

  beforeAll(() =>
    build({ root, configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } }),
  );
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
    rmSync(outDir, { recursive: true, force: true });
  });

  it('runs on threads, fires, hits, and shows the hash of Node', async () => {
    const server = await preview({
      root,
      configFile,
      logLevel: 'error',
      build: { outDir },
      preview: { host: '127.0.0.1', port: 0 },
    });
    closing.push(() => server.close());
    const browser = await chromium.launch({
      executablePath: requireBrowser(),
      args: browserArguments(),
    });
    closing.push(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 640, height: 400 } });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(`${server.resolvedUrls?.local[0]}?scene=beams&seed=3&workers=2`);
    await waitForTick(page, 5);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => window.skein!.hits >= 1);
    expect(await page.evaluate(() => window.skein!.team!.threaded)).toBe(true);
    await waitForShown(page, await page.evaluate(() => window.skein!.tick + 1));
    const { tick, hash, log } = await readShown(page);
    expect(log).toHaveLength(1);
    expect(hash).toBe(hashInNode('beams', 3, log, tick));
    expect(errors).toEqual([]);
  });
});
