import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { HEADERS } from '../../../scripts/serving/headers.mjs';
import { browserArguments, requireBrowser } from '../../../scripts/setup/browser.mjs';
import { someOf } from '../../core/test/helpers/long.ts';
import { listOf } from '../plugins/service-worker.ts';
import { COARSE } from './open-page.ts';
import { ownScene } from './own-scene.ts';
import { hashInNode, waitForTick } from './replay.ts';
import { slow } from './slow.ts';
import { serveFolder } from './static-host.ts';

type Host = Awaited<ReturnType<typeof serveFolder>>;

const SMALL = { viewport: { width: 900, height: 500 }, ...COARSE };
const WORKER = 'service-worker.js';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: requireBrowser(), args: browserArguments() });
});
afterAll(() => browser?.close());

/** The addresses of the files that the browser keeps, relative to the page and without the cache's additions. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    }
    return found.map((url) => url.slice(new URL('.', location.href).href.length).split('?')[0]);
  });

const untilKept = async (page: Page, count: number) => {
  for (let found = 0; found !== count; found = (await kept(page)).length) await pause(200);
};

const choose = async (page: Page, scene: string) => {
  await page.getByRole('button', { name: 'Scenes' }).click();
  await page.locator(`#gallery [data-scene="${scene}"]`).click();
};
const runs = (page: Page, scene: string) =>
  page.waitForFunction(
    (name) => window.skein?.world?.scenario.name === name && window.skein.tick > 2,
    scene,
  );

/** A copy of the built page that the test can change. */
function copyOfSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein-site-'));
  cpSync(inject('site'), folder, { recursive: true });
  return folder;
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => path !== WORKER && path !== 'preview.jpg')
    .sort();

/** Turns the copy into a new build: the page's script gets another content and name, wherever it is named. */
function rebuild(folder: string, mark: string): void {
  const [old] = readdirSync(join(folder, 'assets')).filter((one) => /^index-.*\.js$/.test(one));
  const name = `index-${mark}.js`;
  const text = readFileSync(join(folder, 'assets', old), 'utf8');
  rmSync(join(folder, 'assets', old));
  writeFileSync(join(folder, 'assets', name), `${text};window.build = '${mark}';`);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  writeFileSync(join(folder, 'index.html'), page.replaceAll(old, name));
}

const HOSTS: readonly [string, string, Record<string, string>][] = [
  ['that sends headers', '/', HEADERS],
  ['that sends none, under a sub-path', '/demos/skein/', {}],
];

describe.each(someOf(HOSTS, 2, 1))(
  'once the page was loaded from a host %s',
  (_, path, headers) => {
    let host: Host;
    let context: BrowserContext;
    let page: Page;
    const asked: string[] = [];
    beforeAll(async () => {
      host = await serveFolder(inject('site'), path, headers, {
        [`${path}own.json`]: (_, response) => response.end(ownScene('fetched')),
      });
      context = await browser.newContext(SMALL);
      context.on('request', (request) => {
        if (request.serviceWorker()) asked.push(request.url());
      });
      page = await context.newPage();
      await page.goto(`${host.url}?scene=flock-yuka&workers=2&seed=3`);
      await page.waitForFunction(() => crossOriginIsolated && window.skein?.team?.threaded);
      await untilKept(page, filesOf(inject('site')).length);
    });
    afterAll(async () => {
      await context?.close();
      await host?.close();
    });

    it('keeps exactly the files of the build', async () => {
      expect((await kept(page)).sort()).toEqual(filesOf(inject('site')));
      await page.goto(`${host.url}?file=own.json&workers=1`);
      await runs(page, 'fetched');
      expect((await kept(page)).sort()).toEqual(filesOf(inject('site')));
      expect(asked.filter((url) => !url.startsWith(host.url))).toEqual([]);
    });

    it('starts scenes with threads when the host is gone, also in a new tab', async () => {
      await host.close();
      await choose(page, 'beams');
      await runs(page, 'beams');
      expect(await page.evaluate(() => window.skein!.team!.threaded)).toBe(true);
      const tab = await context.newPage();
      await tab.goto(`${host.url}?scene=flock-yuka&workers=2&seed=8&bloom=on`);
      await waitForTick(tab, 5);
      expect(await tab.evaluate(() => [crossOriginIsolated, window.skein!.team!.threaded])).toEqual(
        [true, true],
      );
      await tab.evaluate(() => window.skein!.pause());
      const { tick, hash } = await tab.evaluate(() => window.skein!.hash());
      expect(hash).toBe(hashInNode('flock-yuka', 8, [], tick));
      const pictures = await tab.evaluate(async () => {
        const all = [...document.images].map((element) => element.src);
        return Promise.all(all.map(async (one) => (await fetch(one)).ok));
      });
      expect(pictures).not.toContain(false);
    });
  },
);

slow(
  'a scene that cannot be loaded does not end the run, is reported, and can be chosen later',
  async () => {
    let down = false;
    const folder = inject('site');
    const host = await serveFolder(folder, '/', HEADERS, {}, () => down);
    const context = await browser.newContext({ ...SMALL, serviceWorkers: 'block' });
    try {
      const page = await context.newPage();
      await page.goto(`${host.url}?scene=flock-yuka&workers=2&seed=3`);
      await runs(page, 'flock-yuka');
      down = true;
      await choose(page, 'maze');
      const notice = page.locator('.notice');
      await notice.waitFor();
      expect(await notice.textContent()).toMatch(/The run has not changed.*could not be loaded/);
      expect(await page.locator('#error').isVisible()).toBe(false);
      expect(new URL(page.url()).searchParams.get('scene')).toBe('flock-yuka');
      const tick = await page.evaluate(() => window.skein!.tick);
      await waitForTick(page, tick + 2);
      await page.evaluate(() => window.skein!.pause());
      const shown = await page.evaluate(() => window.skein!.hash());
      expect(shown.hash).toBe(hashInNode('flock-yuka', 3, [], shown.tick));
      down = false;
      await choose(page, 'maze');
      await runs(page, 'maze');
      expect(await notice.count()).toBe(0);
      await page.goBack();
      await runs(page, 'flock-yuka');
    } finally {
      await context.close();
      await host.close();
    }
  },
);

slow(
  'a new build takes over completely at the next load, beside pages of the earlier build',
  async () => {
    const folder = copyOfSite();
    const host = await serveFolder(folder, '/', HEADERS);
    const context = await browser.newContext(SMALL);
    try {
      const old = await context.newPage();
      await old.goto(`${host.url}?scene=flock-yuka&workers=1`);
      const count = filesOf(folder).length;
      await untilKept(old, count);
      const [first] = (await kept(old)).filter((one) => /^assets\/index-.*js$/.test(one));
      rebuild(folder, 'second');

      const worker = join(folder, WORKER);
      const list = `const BUILT_FILES=${listOf(folder)};`;
      writeFileSync(
        worker,
        readFileSync(worker, 'utf8').replace(/^const BUILT_FILES=.*?\];/, list),
      );
      const update = () =>
        old.evaluate(async () => {
          const registration = (await navigator.serviceWorker.getRegistration())!;
          const failed = await registration.update().catch(String);
          if (typeof failed === 'string') return failed;
          const next = registration.installing ?? registration.active!;
          await new Promise<void>((resolve) => {
            const look = () => {
              if (/activated|redundant/.test(next.state)) resolve();
            };
            next.addEventListener('statechange', look);
            look();
          });
          return next.state;
        });

      // If one file differs from its build, none of that build is stored, and the first build stays complete.
      const page = join(folder, 'index.html');
      const whole = readFileSync(page);
      writeFileSync(page, `${whole} `);
      expect(await update()).toBe('redundant');
      await old.reload();
      await waitForTick(old, 2);
      expect(await old.evaluate(() => (window as { build?: string }).build)).toBeUndefined();

      writeFileSync(page, whole);
      expect(await update()).toBe('activated');
      // The old page still gets its own files, which the host no longer has.
      const ofOld = await old.evaluate(async (one) => (await fetch(one)).status, first);
      expect(ofOld).toBe(200);
      const next = await context.newPage();
      await next.goto(`${host.url}?scene=flock-yuka&workers=1`);
      await waitForTick(next, 2);
      expect(await next.evaluate(() => (window as { build?: string }).build)).toBe('second');
      await old.close();
      await next.reload();
      await untilKept(next, count);
      expect((await kept(next)).sort()).toEqual(filesOf(folder));
    } finally {
      await context.close();
      await host.close();
      rmSync(folder, { recursive: true });
    }
  },
  120_000,
);
