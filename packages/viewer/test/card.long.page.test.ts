import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { softwareWebGPUCanvas } from '../../../scripts/setup/browser.mjs';
import { type OpenPage, openPage } from './open-page.ts';
import { hashInNode, waitForShown, waitForTick } from './replay.ts';
import { noteScripts } from './scripts-of-card.ts';

const SCENE = 'fish-and-shark';
const NOT_ON_CARD = 'The graphics card cannot step this run; the CPU does.';

describe('a page whose run is stepped by the graphics card', () => {
  let open: OpenPage;
  let scripts: ReturnType<typeof noteScripts>;

  beforeAll(async () => {
    open = await openPage('about:blank', { args: softwareWebGPUCanvas });
    const { page, url } = open;
    page.setDefaultTimeout(120_000);
    await page.addInitScript(() => {
      const request = GPUAdapter.prototype.requestDevice;
      const compile = GPUDevice.prototype.createComputePipelineAsync;
      GPUDevice.prototype.createComputePipelineAsync = function (asked) {
        performance.mark('compiled');
        return compile.call(this, asked);
      };
      GPUAdapter.prototype.requestDevice = async function (...asked) {
        const device = await request.apply(this, asked);
        Object.assign(window, { loseCard: () => device.destroy() });
        return device;
      };
    });
    scripts = noteScripts(page);
    await page.goto(`${url}?scene=${SCENE}&seed=3&workers=2`);
    await waitForTick(page, 5);
  }, 300_000);
  afterAll(() => open?.close());
  afterEach(() => expect(open.errors).toEqual([]));

  const stepper = () => open.page.getByLabel('Stepped by', { exact: true });
  const steppedBy = (kernel: string) =>
    open.page.waitForFunction((name) => window.skein!.team!.kernel === name, kernel);
  const chosen = () => stepper().locator('option:checked').textContent();
  const asked = (url: string) => new URL(url).searchParams.get('kernel');
  const notice = (title: string) => open.page.locator(`.notice[data-title="${title}"] p`);

  it('chooses it in the panel, loads its code only then, and shows the hashes of Node', async () => {
    const { page } = open;
    const { all, ofCard } = await scripts();
    expect([all > 1, ofCard]).toEqual([true, 0]);
    await stepper().selectOption('graphics card');
    await page.getByText(/^The start of the graphics card has taken \d+ s so far$/).waitFor();
    await steppedBy('gpu');
    expect((await scripts()).ofCard).toBe(1);
    await waitForShown(page, (await page.evaluate(() => window.skein!.tick)) + 5);
    const glyph = await page.evaluate(() => ({
      ...document.querySelector<HTMLElement>('#glyph')!.dataset,
    }));
    expect(glyph.hash).toBe(hashInNode(SCENE, 3, [], Number(glyph.tick)));
    expect(await page.getByText('Graphics card', { exact: true }).isVisible()).toBe(true);
  }, 300_000);

  it('stays with it in the address and in a link to another tick', async () => {
    const { page } = open;
    expect(asked(page.url())).toBe('gpu');
    const compiled = () => page.evaluate(() => performance.getEntriesByName('compiled').length);
    const before = await compiled();
    expect(before).toBeGreaterThan(5);
    await page.evaluate(() => window.skein!.goTo(3));
    expect(await page.evaluate(() => window.skein!.team!.kernel)).toBe('gpu');
    expect(await compiled()).toBe(before);
    await page.evaluate(() => window.skein!.pause());
    await page.keyboard.press('l');
    const link = page.getByLabel('Link to this moment');
    await expect.poll(async () => (await link.inputValue()).includes('hash=')).toBe(true);
    const shared = await link.inputValue();
    expect(asked(shared)).toBe('gpu');
    await page.goto(shared);
    await notice('The same run.').waitFor();
    await steppedBy('gpu');
    expect(await chosen()).toBe('graphics card');
  }, 300_000);

  it('says that the card was lost, and continues', async () => {
    const { page } = open;
    await page.evaluate(() => window.skein!.resume());
    await page.evaluate(() => (window as unknown as { loseCard(): void }).loseCard());
    await notice('The graphics card was lost; the run continues.').waitFor();
    await steppedBy('simd');
    expect(await chosen()).toBe('fast code (SIMD)');
    const tick = await page.evaluate(() => window.skein!.tick);
    await waitForShown(page, tick + 5);
    const now = await page.evaluate(() => window.skein!.hash());
    expect(now.hash).toBe(hashInNode(SCENE, 3, [], now.tick));
  }, 300_000);

  it('says what a scene needs that only the CPU does, and steps it there', async () => {
    const { page } = open;
    await page.getByLabel('Scene', { exact: true }).selectOption('beams');
    await notice(NOT_ON_CARD).filter({ hasText: 'has "launchers"' }).waitFor();
    await steppedBy('simd');
    expect([await chosen(), asked(page.url())]).toEqual(['fast code (SIMD)', 'gpu']);
    await page.getByLabel('Scene', { exact: true }).selectOption(SCENE);
    await steppedBy('gpu');
    expect(await notice(NOT_ON_CARD).count()).toBe(0);
  }, 300_000);
});
