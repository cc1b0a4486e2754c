import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';
import { hashInNode, readShown, waitForShown, waitForTick } from './replay.ts';

describe('the page reports', () => {
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    open = await openPage('favicon.svg', { viewport: { width: 700, height: 450 } });
  });
  afterAll(() => open?.close());
  beforeEach(async () => {
    await page?.close();
    page = await open.page.context().newPage();
  });

  const told = async (query: string) => {
    await page.goto(open.url + query);
    await page.locator('#error .box').waitFor();
    return page.locator('#error').textContent();
  };

  it('a scene that does not exist, with similar scenes, and opens the first scene', async () => {
    await page.goto(`${open.url}?scene=fish&workers=0`);
    const notice = page.locator('.notice', { hasText: 'Ignored in the link' });
    await notice.waitFor();
    const text = await notice.textContent();
    expect(text).toContain('scene = fish');
    expect(text).toContain('workers = 0 (expected a whole number from 1 to 32)');
    await page.waitForFunction(() => window.skein!.world?.scenario.name === 'murmuration');
    expect(new URL(page.url()).search).toMatch(/^\?scene=murmuration&seed=\d+$/);
    await notice.getByRole('button', { name: 'Fish and shark' }).click();
    await page.waitForFunction(() => window.skein!.world?.scenario.name === 'fish-and-shark');
    expect(await notice.count()).toBe(0);
    expect(await page.locator('#error').isHidden()).toBe(true);
  });

  it('a scenario that is not valid, with all its problems', async () => {
    await page.route(/beams-[^/]*[.]json$/, (route) =>
      route.fulfill({ json: { name: 'beams', species: [], dt: 'soon' } }),
    );
    const text = await told('?scene=beams');
    expect(text).toContain('This scene cannot be run');
    expect(text).toContain('$.species');
    expect(text).toContain('$.dt: found "soon"');
    // Few ways on, not all scenes.
    expect(await page.locator('#error a').count()).toBe(4);
    await page.getByRole('link', { name: 'flock', exact: true }).click();
    await waitForTick(page, 3);
    expect(await page.locator('#error').isHidden()).toBe(true);
  });

  it('a browser without WebGL 2', async () => {
    await page.addInitScript(() => {
      for (const canvas of [HTMLCanvasElement.prototype, OffscreenCanvas.prototype]) {
        const original = canvas.getContext as (kind: string) => null;
        canvas.getContext = function (this: unknown, kind: string) {
          return kind === 'webgl2' ? null : original.call(this, kind);
        };
      }
    });
    const text = await told('?scene=beams');
    expect(text).toContain('This page cannot be drawn here');
    expect(text).toContain('needs WebGL 2');
  });

  it('a browser without WebAssembly SIMD, and still runs', async () => {
    // Like a browser that refuses unknown instructions.
    await page.addInitScript(() => {
      WebAssembly.validate = () => false;
      WebAssembly.Module = class {
        constructor() {
          throw new WebAssembly.CompileError('invalid value type');
        }
      } as unknown as typeof WebAssembly.Module;
    });
    await page.goto(`${open.url}?scene=beams&seed=6&workers=2`);
    await waitForShown(page, 10);
    const found = await page.evaluate(() => {
      const { team, world } = window.skein!;
      return { kernel: world!.kernel, threaded: team!.threaded, workers: team!.workers };
    });
    expect(found).toEqual({ kernel: 'ts', threaded: true, workers: 2 });
    const { tick, hash, log } = await readShown(page);
    expect(hash).toBe(hashInNode('beams', 6, log, tick));
    const choice = page.getByLabel('Stepped by', { exact: true });
    expect(await choice.locator('option', { hasText: 'SIMD)' }).count()).toBe(0);
    expect(await choice.locator('option:checked').textContent()).toBe('TypeScript, no SIMD');
    expect(await page.getByTitle(/does not support WebAssembly SIMD/).count()).toBe(1);
    await page.goto(`${open.url}?scene=beams&kernel=simd`);
    await page.getByText('kernel = simd (expected ts in this browser)').waitFor();
    await waitForShown(page, 1);
  });

  it('threads that do not start', async () => {
    await page.route(/assets\/thread-/, (route) => route.abort());
    const text = await told('?scene=beams&workers=2');
    expect(text).toContain('The threads have stopped');
    expect(text).toMatch(/worker/i);
  });
});
