/** Reports in the real browser, without a network. SKEIN_SKIP_BROWSER=1 leaves these tests out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  browserArguments,
  requireBrowser,
  skipBrowser,
} from '../../../../scripts/setup/browser.mjs';
import { readCurves } from '../../src/report/curves.ts';
import { makeReport } from '../../src/report/report.ts';
import { noise, synthetic } from './synthetic.ts';

const ticks = [0, 10, 20, 40, 80];
const long = 'a.rather.long.name.of.a.parameter.that.does.not.fit.anywhere';

const results = synthetic({
  grid: {
    'boid.noise': [0, 0.5, 1, 2, 3, 4, 5],
    law: ['proportional <b>', 'pursuit', 'lead & lag'],
    [long]: [1, 10, 100, 1000],
  },
  seeds: 3,
  ticks,
  measures: {
    polarization: (p, seed, tick) => Math.exp(-Number(p['boid.noise'])) * tick + noise(seed, tick),
    drift: (p, seed) => Number(p['boid.noise']) - 2 + noise(seed),
  },
  failures: [{ run: 3, parameters: { 'boid.noise': 0 }, seed: 1, error: 'x'.repeat(300) }],
  keep: (run) => run !== 3,
  plan: {
    command: `skein sweep ${'/long'.repeat(60)}`,
    scenarioHash: '0123456789abcdef'.repeat(4),
  },
});

const curves = readCurves('x,y\n0,60\n5,2\n', 'published.csv').map((curve) => ({
  ...curve,
  ...{ parameter: 'boid.noise', measure: 'polarization' },
}));

const folder = mkdtempSync(join(tmpdir(), 'skein-report-'));
let browser: Browser;

beforeAll(async () => {
  writeFileSync(join(folder, 'report.html'), makeReport(results, { curves }).html);
  writeFileSync(join(folder, 'figure.svg'), makeReport(results).figures[0].svg());
  if (skipBrowser) return;
  browser = await chromium.launch({ executablePath: requireBrowser(), args: browserArguments() });
});

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Opened {
  readonly page: Page;
  /** What the page logged, threw, or could not get. */
  readonly faults: string[];
}

async function open(name: string, width: number, colorScheme: 'light' | 'dark'): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    ...{ colorScheme, offline: true },
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('requestfailed', (request) => faults.push(request.url()));
  const { href } = pathToFileURL(join(folder, name));
  page.on('request', (request) => {
    const url = request.url();
    if (url !== href && !url.startsWith('data:')) faults.push(`asked for ${url}`);
  });
  await page.goto(href);
  await page.evaluate(() => document.fonts.ready);
  return { page, faults };
}

/** The contrast ratios of all visible texts against the color behind them; those below 4.5. */
function faintTexts(): string[] {
  const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color: readonly number[]): number => {
    const [red, green, blue] = color.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element: Element | null): number[] => {
    for (let one = element; one !== null; one = one.parentElement) {
      const color = channels(getComputedStyle(one).backgroundColor);
      if (color.length === 3 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const faint: string[] = [];
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some(
      ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '',
    );
    const isDrawn = element instanceof SVGElement;
    if (!hasText || ['title', 'desc', 'style'].includes(element.localName)) continue;
    // Numbers on the cells of a heat map have colors of their own behind them.
    if (isDrawn && /^#(000|fff)$/.test(element.getAttribute('fill') ?? '')) continue;
    const style = getComputedStyle(element);
    const own = luminance(channels(isDrawn ? style.fill : style.color));
    const other = luminance(behind(element));
    const ratio = (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05);
    if (ratio < 4.5) faint.push(`${ratio.toFixed(2)}: ${element.textContent}`);
  }
  return faint;
}

describe.skipIf(skipBrowser)('a report in a browser without a network', () => {
  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [400, 'light'],
    [400, 'dark'],
  ] as const)(
    '%i px wide and %s loads all it needs, fits, and is readable',
    async (width, scheme) => {
      const { page, faults } = await open('report.html', width, scheme);
      expect(faults).toEqual([]);
      const { scrollWidth, sizes, fonts } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        sizes: [...document.querySelectorAll('figure svg')].map((figure) => {
          const { width, height } = figure.getBoundingClientRect();
          return Math.min(width, height);
        }),
        fonts: [...document.fonts]
          .filter(({ status }) => status === 'loaded')
          .map((font) => font.family),
      }));
      expect(scrollWidth).toBeLessThanOrEqual(width);
      expect(sizes).toHaveLength(12);
      expect(Math.min(...sizes)).toBeGreaterThan(100);
      expect(new Set(fonts.map((name) => name.replaceAll('"', '')))).toEqual(
        new Set(['Source Sans 3']),
      );
      expect(await page.evaluate(faintTexts)).toEqual([]);
      const paper = await page.evaluate(
        () => getComputedStyle(document.documentElement).backgroundColor,
      );
      expect(paper).toBe(scheme === 'dark' ? 'rgb(22, 24, 28)' : 'rgb(255, 255, 255)');
      await page.context().close();
    },
  );

  it('has no text beyond the edge of a figure, and no overlapping labels on an axis', async () => {
    const { page } = await open('report.html', 1280, 'light');
    const wrong = await page.evaluate(() => {
      const found: string[] = [];
      for (const figure of document.querySelectorAll('figure svg')) {
        const frame = figure.getBoundingClientRect();
        for (const text of figure.querySelectorAll('text')) {
          const { left, right, top, bottom } = text.getBoundingClientRect();
          const isOut =
            left < frame.left - 1 ||
            right > frame.right + 1 ||
            top < frame.top - 1 ||
            bottom > frame.bottom + 1;
          if (isOut) found.push(`out: ${text.textContent}`);
        }
        for (const axis of figure.querySelectorAll('.x-ticks, .y-ticks')) {
          const boxes = [...axis.querySelectorAll('text')].map((text) =>
            text.getBoundingClientRect(),
          );
          for (const [at, rect] of boxes.entries()) {
            const isHit = boxes
              .slice(at + 1)
              .some(
                (two) =>
                  rect.left < two.right &&
                  two.left < rect.right &&
                  rect.top + 3 < two.bottom &&
                  two.top + 3 < rect.bottom,
              );
            if (isHit) found.push(`hit: ${axis.textContent}`);
          }
        }
      }
      return found;
    });
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('has names and headings for screen readers', async () => {
    const { page } = await open('report.html', 1280, 'light');
    const images = await page.getByRole('img').all();
    expect(images).toHaveLength(12);
    await expect(
      page.getByRole('img', { name: 'polarization over boid.noise' }).count(),
    ).resolves.toBeGreaterThan(0);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.getByRole('columnheader').count()).toBeGreaterThan(10);
    await page.context().close();
  });

  it('offers its tables as files', async () => {
    const { page } = await open('report.html', 1280, 'light');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'all runs' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('runs.csv');
    await page.context().close();
  });

  it('prints light, even from a dark screen', async () => {
    const { page } = await open('report.html', 1280, 'dark');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const paper = await page.evaluate(
      () => getComputedStyle(document.documentElement).backgroundColor,
    );
    expect(paper).toBe('rgb(255, 255, 255)');
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
    await page.context().close();
  });

  it('has figures that open on their own', async () => {
    const { page, faults } = await open('figure.svg', 1280, 'light');
    expect(faults).toEqual([]);
    const root = await page.evaluate(() => document.documentElement.localName);
    expect(root).toBe('svg');
    await page.context().close();
  });
});
