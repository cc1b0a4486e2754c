import {
  createWorld,
  kernels,
  parseScenarioText,
  type Scenario,
  stateHash,
  tick,
} from '@skein/core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../core/test/helpers/long.ts';
import { type OpenPage, openPage } from './open-page.ts';
import { standStill, waitForTick } from './replay.ts';
import { SLOW, slow } from './slow.ts';

const LIFT = `import { defineLaw, vec3 } from '@skein/core/laws';

export const lift = defineLaw({
  name: 'lift',
  description: 'Pushes along y.',
  parameters: {
    push: { unit: 'N', default: 7, min: 0, max: 90, description: 'How strongly.' },
  },
  force: ({ parameters }) => vec3(0, parameters.push, 0),
});
`;

/** Code that tries to reach the page, storage and network, and reports the results in the description of its law. */
const SPY = `import { defineLaw, vec3 } from '@skein/core/laws';
const found: string[] = [];
const attempt = (name: string, act: () => unknown) => {
  try { const got = act(); found.push(name + ' ' + String(got)); } catch { found.push(name + ' refused'); }
};
const world = globalThis as any;
attempt('parent', () => typeof world.parent);
attempt('document', () => typeof world.document);
attempt('localStorage', () => typeof world.localStorage);
attempt('indexedDB', () => world.indexedDB.open('x'));
attempt('eval', () => world.eval('1 + 1'));
attempt('Function', () => new world.Function('return 1')());
attempt('importScripts', () => world.importScripts('ADDRESS/assets/x.js'));
attempt('socket', () => new world.WebSocket('ws://127.0.0.1:9/').readyState);
attempt('request', () => {
  const request = new world.XMLHttpRequest();
  request.open('GET', 'ADDRESS/', false);
  request.send();
  return request.status;
});
world.fetch('ADDRESS/?fetched').catch(() => {});
world.fetch('http://localhost:9/?fetched', { mode: 'no-cors' }).catch(() => {});
export const spy = defineLaw({
  name: 'spy',
  description: found.join(', '),
  force: () => vec3(0, 0, 0),
});
`;

describe('the lab', () => {
  let open: OpenPage;
  let page: Page;
  const requests: string[] = [];

  beforeAll(async () => {
    const viewport = { width: 900, height: 560 };
    open = await openPage('?scene=flock&seed=6&workers=2', { viewport });
    page = open.page;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    page.on('request', (request) => requests.push(request.url()));
    await waitForTick(page, 2);
    await standStill(page);
    await page.keyboard.press('j');
    await page.getByRole('tab', { name: 'Law' }).click();
    await cost('swirl:').waitFor();
  });
  afterAll(() => open?.close());

  const cost = (text: string | RegExp) =>
    page.locator('#drawer .cost p').first().filter({ hasText: text });
  const problem = () => page.locator('#code-1 .problems');

  /** Puts a text into the editor, as if it were pasted. */
  async function write(source: string): Promise<void> {
    await page.locator('#code-1 .cm-content').focus();
    await page.keyboard.press('Control+a');
    await page.evaluate((text) => navigator.clipboard.writeText(text), source);
    await page.keyboard.press('Control+v');
  }

  /** The text that the editor marks. */
  const marked = () => page.locator('#code-1 .cm-lintRange-error').allTextContents();

  async function refused(source: string, why: RegExp): Promise<void> {
    await write(source);
    await problem().filter({ hasText: why }).waitFor();
  }

  it('undoes nothing in a law that was just opened', async () => {
    const lines = page.locator('#code-1 .cm-line');
    const before = await lines.count();
    await page.locator('#code-1 .cm-content').focus();
    await page.keyboard.press('Control+z');
    expect([before > 1, await lines.count()]).toEqual([true, before]);
  });

  it('marks mistakes in a law at their place during typing', async () => {
    if (SLOW) {
      await refused(LIFT.replace('force:', 'force;'), /Line 9 .*Unexpected token/);
      await refused(LIFT.replace('vec3(0', 'vec4(0'), /Line 9 .*vec4 is not defined/);
      await refused(
        LIFT.replace('parameters.push', 'parameters.pish'),
        /Line 9 .*no such parameter, expected one of push/,
      );
      await refused(
        LIFT.replaceAll('defineLaw', 'defineLow'),
        /Line 3 .*no "defineLow". It has defineLaw/,
      );
    }
    await refused(
      LIFT.replace('default: 7', 'default: 700'),
      /Line 7 .*a number from 0 \(the value of "min"\) to 90/,
    );
    expect(await marked()).toEqual(['default']);
    await refused('const a = 1;\nlet a = 2;', /Line 2 .*already been declared/);
  });

  it('runs a law on all threads, with the hash that its saved scenario has in Node', async () => {
    await write(LIFT);
    await cost(/^lift: \d+ operations for each agent, \d+ bytes$/).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForFunction(() => window.skein?.world?.scenario.laws?.[0]?.name === 'lift');
    await page.evaluate(() => window.skein!.resume());
    await waitForTick(page, 12);
    // Its parameter is a slider of the panel.
    expect(await page.locator('#panel').textContent()).toContain('Lift');
    expect(await page.evaluate(() => window.skein!.team!.workers)).toBe(2);
    for (const workers of someOf([2, 1], 2)) {
      await page.evaluate((count) => window.skein!.threads(count), workers);
      await standStill(page);
      const shown = await page.evaluate(() => window.skein!.hash());
      // The page uses SIMD if available.
      const saved = await savedScenario();
      for (const kernel of kernels()) {
        const world = createWorld(saved, { kernel });
        tick(world, shown.tick);
        expect({ tick: world.tick, hash: stateHash(world) }).toEqual(shown);
      }
      await page.evaluate(() => window.skein!.resume());
      await waitForTick(page, shown.tick + 5);
    }
  });

  async function savedScenario(): Promise<Scenario> {
    await page.getByRole('button', { name: 'Share this run' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save scenario' }).click(),
    ]);
    await page.keyboard.press('Escape');
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    return parseScenarioText(Buffer.concat(chunks).toString());
  }

  slow('stops endless code, and stays responsive meanwhile', async () => {
    await write(`${LIFT}\nfor (;;) {}\n`);
    const begin = await page.evaluate(() => window.skein!.tick);
    await problem()
      .filter({ hasText: /the code took more than 2 s/ })
      .waitFor();
    expect(await page.evaluate(() => window.skein!.tick)).toBeGreaterThan(begin);
    await write(LIFT);
    await cost('lift:').waitFor();
  });

  it('lets code reach neither page nor storage nor network, and evaluates no text', async () => {
    requests.length = 0;
    await write(SPY.replaceAll('ADDRESS', open.url.replace(/\/$/, '')));
    await cost('spy:').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForFunction(() => window.skein?.world?.scenario.laws?.[0]?.name === 'spy');
    const found = await page.evaluate(() => window.skein!.world!.scenario.laws![0].description);
    expect(found.split(', ')).toEqual([
      'parent undefined',
      'document undefined',
      'localStorage undefined',
      'indexedDB refused',
      'eval refused',
      'Function refused',
      'importScripts refused',
      expect.stringMatching(/^socket (refused|[023])$/),
      'request refused',
    ]);
    expect(requests.filter((url) => /fetched|x\.js/.test(url))).toEqual([]);
  });

  slow('accepts only data, even if code imitates the lab', async () => {
    await standStill(page);
    const say = (what: string) => `postMessage(${what});`;
    const html = '<img src=x onerror=document.title="changed">';
    const cases: readonly [code: string, why: RegExp][] = [
      [say('{ laws: [] }'), /not a text of laws/],
      [say('"x".repeat(1_000_001)'), /too long/],
      [say('"no JSON"'), /JSON/],
      [say("'[' + '['.repeat(99)"), /levels/],
      [say('JSON.stringify({ laws: [{ law: 1, name: "<img src=x onerror=alert(1)>" }] })'), /name/],
      [say(`JSON.stringify({ error: { message: '${html}', stacks: [] } })`), /<img src=x/],
      [`throw new Error('${html}')`, /<img src=x/],
    ];
    for (const [code, why] of cases) await refused(code, why);
    expect(await page.locator('#drawer img, #code-1 .problems img').count()).toBe(0);
    expect(await page.title()).toMatch(/^Skein/);
    // A forged law is data like any other and passes the same checks.
    const forged = LIFT.replace("name: 'lift'", "name: 'forged'");
    await write(`${forged}\nJSON.stringify = () => '{"laws":[{"law":1}]}';`);
    await problem().filter({ hasText: /name/ }).waitFor();
  });

  slow('accepts messages only from its frame', async () => {
    await write(LIFT);
    await cost('lift:').waitFor();
    await page.evaluate(() => {
      const forged = { kind: 'said', text: '{"laws":[]}' };
      window.postMessage(forged, '*');
      for (const frame of document.querySelectorAll('iframe')) {
        frame.contentWindow!.postMessage(forged, '*');
      }
    });
    await page.waitForTimeout(300);
    expect(await problem().isVisible()).toBe(false);
    await cost('lift:').waitFor();
  });

  slow('opens a law of its gallery in a scene that suits it', async () => {
    await page.evaluate(() => window.skein!.resume());
    await page.getByRole('button', { name: 'Gallery' }).click();
    await page.getByRole('button', { name: /^Orbit/ }).click();
    await page.waitForFunction(() => window.skein?.world?.scenario.name === 'orbit');
    await cost('orbit:').waitFor();
    expect(await page.locator('#drawer .carried summary').textContent()).toContain('orbit');
  });

  slow(
    'runs no code from a link, which holds the law as data, and the run is the same',
    async () => {
      const at = await page.evaluate(async () => {
        window.skein!.pause();
        return window.skein!.hash();
      });
      await page.getByRole('button', { name: 'Share this run' }).click();
      const field = page.getByLabel('Link to this moment');
      await page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('#share input')?.value,
      );
      const link = await field.inputValue();
      expect(link.length).toBeLessThan(8000);
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(link);
      await page.waitForFunction((wanted) => window.skein?.tick === wanted, at.tick);
      expect(await page.evaluate(() => window.skein!.hash())).toEqual(at);
      expect(await page.locator('iframe').count()).toBe(0);
      await page.keyboard.press('j');
      await page.getByRole('tab', { name: 'Law' }).click();
      await page.locator('#drawer .carried summary').click();
      expect(await page.locator('#drawer .carried pre').textContent()).toContain('force: (n');
    },
  );

  it('violates no policy and logs no error', () => {
    const own = open.errors.filter(
      (error) =>
        !/Content Security Policy.*(connect-src|script-src)|localhost:9|127.0.0.1:9/.test(error),
    );
    expect(own).toEqual([]);
  });
});
