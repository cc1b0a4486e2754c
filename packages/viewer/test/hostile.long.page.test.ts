import { deflateRawSync } from 'node:zlib';
import { createWorld, parseScenarioText, snapshot } from '@skein/core';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ISOLATION } from '../../../scripts/serving/headers.mjs';
import { browserArguments, requireBrowser } from '../../../scripts/setup/browser.mjs';
import { someOf } from '../../core/test/helpers/long.ts';
import { ownScene } from './own-scene.ts';
import { takePicture } from './pixels.ts';
import { waitForTick } from './replay.ts';
import { glbOf, triangle } from './scene/models/glb-parts.ts';
import { slow } from './slow.ts';
import { serveFolder } from './static-host.ts';

type Host = Awaited<ReturnType<typeof serveFolder>>;

/** Runs if text is treated as HTML or as a script. */
const MARKUP = '"><img src=x onerror="window.pwned=1"><script>window.pwned=2</script>';
const KEYS = '{"__proto__":{"pwned":3},"constructor":{"prototype":{"pwned":4}},';

const packed = (text: string | Buffer) =>
  deflateRawSync(text)
    .toString('base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** The test's own scene with some parts replaced. */
const scene = (more: object, species: object = {}) => {
  const own = JSON.parse(ownScene('mine'));
  const [only] = own.species;
  return JSON.stringify({ ...own, ...more, species: [{ ...only, ...species }] });
};

/** Timeout for a machine that renders in software, in ms. */
const PATIENCE = { timeout: 20_000 };

describe('hostile', () => {
  let host: Host;
  let other: Host;
  let browser: Browser;
  let page: Page;
  let dialogs = 0;
  const foreign: string[] = [];

  const { json, bin } = triangle();
  const green = { pbrMetallicRoughness: { baseColorFactor: [0, 1, 0, 1] } };
  const large = {
    ...json,
    materials: [green],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    nodes: [{ mesh: 0, scale: [3, 3, 3] }, {}],
    scenes: [{ nodes: [0] }],
  };
  const models: Record<string, Uint8Array | string> = {
    'good.glb': glbOf(large, bin),
    'away.glb': glbOf({ ...json, buffers: [{ uri: 'https://evil.example/a.bin' }] }, bin),
    'huge.glb': glbOf(
      { ...json, accessors: [{ count: 2e9, bufferView: 0, componentType: 5126, type: 'VEC3' }] },
      bin,
    ),
    'cut.glb': glbOf(json, bin).slice(0, 100),
    'page.glb': `<!doctype html>${MARKUP}`,
    'endless.glb': ' '.repeat(5 * 2 ** 20),
  };

  beforeAll(async () => {
    other = await serveFolder('/nowhere', '/');
    const answers = Object.entries(models).map(
      ([name, body]) =>
        [
          `/models/${name}`,
          (_: unknown, response: import('node:http').ServerResponse) => response.end(body),
        ] as const,
    );
    host = await serveFolder(inject('site'), '/', ISOLATION, {
      ...Object.fromEntries(answers),
      '/models/led.glb': (_, response) => {
        response.writeHead(302, { Location: `${other.url}a.glb` }).end();
      },
    });
    browser = await chromium.launch({ executablePath: requireBrowser(), args: browserArguments() });
    page = await browser.newPage({
      viewport: { width: 480, height: 300 },
      serviceWorkers: 'block',
    });
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^(https?|wss?):$/.test(protocol) && origin !== new URL(host.url).origin)
        foreign.push(request.url());
    });
    await page.addInitScript(() => {
      const found: string[] = [];
      Object.assign(window, { violations: found });
      addEventListener('securitypolicyviolation', (event) => {
        found.push(`${event.effectiveDirective} ${event.blockedURI}`);
      });
    });
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
    await other?.close();
  });

  const open = (query: string) => page.goto(`${host.url}?workers=1&bloom=off&${query}`);
  const running = () => page.evaluate(() => window.skein!.world!.scenario.name);

  /**
   * Checks that no script ran, nothing was shown as HTML, no other host was contacted, and no prototype gained a key.
   */
  async function unharmed(): Promise<void> {
    const found = await page.evaluate(() => ({
      violations: (window as unknown as { violations: string[] }).violations,
      pwned: (window as { pwned?: unknown }).pwned,
      learned: ({} as { pwned?: unknown }).pwned,
      elements: document.querySelectorAll('img[src="x"], [onerror], body script').length,
    }));
    expect(found).toEqual({ violations: [], elements: 0 });
    expect({ dialogs, foreign }).toEqual({ dialogs: 0, foreign: [] });
  }

  async function drop(name: string, body: string | Buffer): Promise<void> {
    const binary = Buffer.from(body).toString('base64');
    await page.evaluate(
      ([called, bytes]) => {
        const dataTransfer = new DataTransfer();
        const file = Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0));
        dataTransfer.items.add(new File([file], called));
        const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector('#view')!.dispatchEvent(event);
      },
      [name, binary],
    );
  }

  const everywhere = [
    ...['scene', 'seed', 'workers', 'stall-ms', 'capacity', 'kernel', 'set', 'count', 'camera'],
    ...['at', 'hash', 'speed', 'mesh', 'color', 'bloom', 'many', 'new', 'run', 'rotate'],
  ];
  const commands = [{ type: MARKUP }, { type: 'fire', launcher: MARKUP, tick: 0 }];

  const addresses: readonly [string, string, RegExp][] = [
    [
      'text in every key',
      everywhere.map((key) => `${key}=${encodeURIComponent(MARKUP)}`).join('&'),
      /scene = "><img src=x/,
    ],
    [
      'a run that decompresses without end',
      `run=${packed(Buffer.alloc(9 * 2 ** 20))}`,
      /more than 4194304 bytes/,
    ],
    [
      'a run of foreign commands',
      `scene=beams&run=${packed(JSON.stringify({ log: commands }))}`,
      /\$\.commands\[\d+\]/,
    ],
    [
      'a run with keys of every object',
      `run=${packed(`${KEYS}"log":[]${',"scenario":'}${KEYS}"a":1}}`)}`,
      /found the key "__proto__"/,
    ],
    [
      'a run of deep nesting',
      `run=${packed(`{"log":${'['.repeat(1e6)}${']'.repeat(1e6)}}`)}`,
      /.+/,
    ],
    [
      'numbers of agents of unknown species',
      'scene=flock-yuka&count=__proto__:5,constructor:7',
      /count = (__proto__:5|constructor:7) /,
    ],
  ];
  it.each(someOf(addresses, 3))('address: %s', async (_, query, words) => {
    await page.goto('about:blank');
    await open(query);
    const notice = page.locator('.notice', { hasText: 'Ignored in the link' });
    await notice.waitFor();
    expect(await notice.textContent()).toMatch(words);
    // What is sound runs.
    await waitForTick(page, 1);
    await unharmed();
  });

  slow('a link to millions of agents, which is opened only after a question', async () => {
    const [own] = JSON.parse(scene({})).species;
    const spawn = { type: 'box', min: [-500, -500], max: [500, 500] };
    const huge = {
      name: 'huge',
      dimensions: 2,
      species: [{ name: own.name, count: 4_194_304, spawn }],
    };
    await page.goto('about:blank');
    const run = packed(JSON.stringify({ log: [], scenario: huge }));
    expect(run.length).toBeLessThan(300);
    await open(`scene=flock-yuka&run=${run}`);
    const question = page.locator('#question');
    await question.waitFor();
    expect(await question.textContent()).toContain('4,194,304 agents');
    expect(await page.evaluate(() => window.skein?.world)).toBeUndefined();
    await question.getByRole('button', { name: 'Do not open it' }).click();
    await waitForTick(page, 2);
    expect(await running()).toBe('flock-yuka');
    // With a run on the page, this run stays.
    await drop('huge.json', JSON.stringify(huge));
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await waitForTick(page, (await page.evaluate(() => window.skein!.tick)) + 2);
    expect(await running()).toBe('flock-yuka');
    expect(page.url()).not.toContain('run=');
    // After yes it opens; a smaller one of the kind, so that the test is quick.
    await drop(
      'large.json',
      JSON.stringify({
        ...huge,
        name: 'large',
        species: [{ ...huge.species[0], count: 1_700_000 }],
      }),
    );
    await question.waitFor();
    await question.getByRole('button', { name: 'Open it', exact: true }).click();
    await page.waitForFunction(() => window.skein!.world!.scenario.name === 'large');
    await unharmed();
  });

  it('files, which are refused while the run continues', async () => {
    await open('scene=flock-yuka&color=column:constructor');
    await waitForTick(page, 2);
    const saved = Buffer.from(snapshot(createWorld(parseScenarioText(ownScene('mine')))));
    saved[saved.length >> 1] ^= 0x10;
    const files: [string | Buffer, RegExp][] = [
      [`${KEYS}"name":"a","species":[]}`, /__proto__/],
      ['{"a":'.repeat(0x80000), /levels/],
      [scene({ name: MARKUP }), /\$\.name/],
      [scene({}, { name: MARKUP }), /\$\.species\[0\]\.name/],
      [scene({}, { name: 'a'.repeat(1e6) }), /\$\.species\[0\]\.name/],
      [scene({ [MARKUP]: 1, [`b${'c'.repeat(1e5)}`]: 2 }), /unknown key/],
      [scene({}, { color: 'url(//evil.example)' }), /\$\.species\[0\]\.color/],
      [scene({}, { body: { gltf: MARKUP.repeat(10) } }), /gltf/],
      [saved, /found a wrong CRC/],
    ];
    for (const [body, words] of files) {
      await page.keyboard.press('Escape');
      await drop(`${MARKUP}.json`, body);
      await expect.poll(() => page.locator('#report').textContent(), PATIENCE).toMatch(words);
      expect(await page.locator('#report strong').textContent()).toContain('<img src=x');
      await unharmed();
    }
    expect(await running()).toBe('flock-yuka');
    await waitForTick(page, (await page.evaluate(() => window.skein!.tick)) + 2);
  });

  it('texts and names in a file are shown unchanged', async () => {
    await open('scene=flock-yuka&color=column:calm');
    await waitForTick(page, 1);
    const columns = {
      calm: { type: 'f32', min: 0, max: 8, unit: MARKUP.slice(0, 60), description: MARKUP },
    };
    await drop('mine.json', scene({ description: MARKUP }, { name: 'constructor', columns }));
    await page.waitForFunction(() => window.skein!.world!.scenario.name === 'mine');
    expect(await page.locator('#description').textContent()).toBe(MARKUP);
    await page.evaluate(() => window.skein!.pause());
    await page.keyboard.press('n');
    await page.locator('#insight').waitFor();
    await expect.poll(() => page.locator('#legend').textContent(), PATIENCE).toContain('calm');
    await unharmed();
  });

  it('models, which are refused one by one, and the run continues with other bodies', async () => {
    const bad: Record<string, RegExp> = {
      [`${other.url}a.glb`]: /Found a file on http/,
      'javascript:window.pwned=5': /Found a file on null/,
      'models/none.glb': /found HTTP status 404/,
      'models/led.glb': /fetch/i,
      'models/away.glb':
        /\$\.buffers\[0\]: found an address, expected all bytes in the file itself/,
      'models/huge.glb': /count: found 2000000000/,
      'models/cut.glb': /found 100 bytes, expected \d+ bytes/,
      'models/page.glb': /found other bytes, expected a binary glTF file/,
      'models/endless.glb': /at most 4194304 bytes/,
    };
    const own = JSON.parse(scene({}));
    const species = Object.keys(bad).map((gltf, at) => ({
      ...own.species[0],
      name: `s${at}`,
      columns: undefined,
      body: { gltf },
    }));
    await drop('models.json', JSON.stringify({ ...own, name: 'models', species }));
    await page.waitForFunction(() => window.skein!.world!.scenario.name === 'models');
    for (const [address, words] of Object.entries(bad)) {
      const notice = page.locator('.notice', { hasText: `The model ${address} cannot be drawn` });
      await notice.waitFor({ state: 'attached' });
      expect(await notice.textContent()).toMatch(words);
    }
    await waitForTick(page, (await page.evaluate(() => window.skein!.tick)) + 2);
    await unharmed();
  });

  it('models do not prevent a valid one from being drawn in its own color', async () => {
    const greens = async () => {
      const { rgb } = await takePicture(page);
      let count = 0;
      for (let at = 0; at < rgb.length; at += 3) {
        if (rgb[at + 1] > 60 && rgb[at] < rgb[at + 1] / 3 && rgb[at + 2] < rgb[at + 1] / 3) count++;
      }
      return count;
    };
    expect(await greens()).toBe(0);
    await drop('good.json', scene({ name: 'good' }, { body: { gltf: 'models/good.glb' } }));
    await page.waitForFunction(() => window.skein!.world!.scenario.name === 'good');
    await expect.poll(greens, PATIENCE).toBeGreaterThan(200);
    // The notices of the earlier models are gone.
    expect(await page.locator('.notice').count()).toBe(0);
    await unharmed();
  });

  it('messages from a frame and from the opener', async () => {
    await page.goto('about:blank');
    await open('scene=flock-yuka');
    await waitForTick(page, 2);
    await page.evaluate((markup) => {
      const all = [
        { skein: 'pause' },
        { skein: markup },
        { skein: 'command', command: { type: 'fire' } },
      ];
      for (const one of [...all, null, 7, { skein: { toString: 1 } }]) window.postMessage(one, '*');
    }, MARKUP);
    await waitForTick(page, (await page.evaluate(() => window.skein!.tick)) + 2);
    await unharmed();
  });
});
