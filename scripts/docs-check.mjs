// `npm run docs:check -- [FOLDER]`: opens every page of the built docs in Chromium, in the size of a phone and of a
// desktop, light and dark. It fails if a page contacts another host, logs an error, is wider than the screen, has a
// broken link, or shows a parameter without a name. It also fails if the search finds nothing, or a scene does not
// start or stop as it should. With FOLDER, it saves screenshots there. `npm run docs` builds the pages.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { readArguments } from './arguments.mjs';
import { browserArguments, requireBrowser } from './browser.mjs';
import { DOCS } from './docs/tools.mjs';
import { DOCS_HEADERS } from './serving/headers.mjs';
import { fileServer, listenAt } from './serving/serve-site.mjs';

const DIST = join(DOCS, '.vitepress', 'dist');
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const SCHEMES = /** @type {const} */ (['light', 'dark']);

const { positionals } = readArguments(import.meta.url, { allowPositionals: true });
const [folder] = positionals;
if (!existsSync(DIST)) {
  console.error('docs-check: the docs are not built; run: npm run docs');
  process.exit(1);
}
if (folder !== undefined) mkdirSync(folder, { recursive: true });

const pages = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.html') && !file.startsWith('viewer/') && file !== '404.html')
  .sort();

/** @type {Set<string>} */
const problems = new Set();
/** The ids in each page, and for each link a page that contains it. */
/** @type {Map<string, Set<string>>} */
const ids = new Map();
/** @type {Map<string, string>} */
const links = new Map();

const { url, close } = await listenAt(fileServer(DIST, DOCS_HEADERS), 0);
const browser = await chromium.launch({
  executablePath: requireBrowser(),
  args: browserArguments(),
});
try {
  for (const viewport of SIZES) {
    for (const colorScheme of SCHEMES) await look(viewport, colorScheme);
  }
  await search();
  await runScenes();
} finally {
  await browser.close();
  await close();
}
for (const [link, page] of links) {
  const { pathname, hash } = new URL(link);
  const file = pathname.slice(1).replace(/(^|\/)$/, '$1index.html');
  if (file.startsWith('viewer/')) continue;
  const there = ids.get(file);
  if (there === undefined) problems.add(`${page}: broken link ${link.slice(url.length)}`);
  else if (hash !== '' && !there.has(decodeURIComponent(hash.slice(1)))) {
    problems.add(`${page}: no heading for ${link.slice(url.length)}`);
  }
}
for (const problem of problems) console.error(problem);
console.log(`docs-check: ${pages.length} pages, ${links.size} links, ${problems.size} problems`);
process.exitCode = problems.size === 0 ? 0 : 1;

/**
 * @param {{ width: number, height: number }} viewport
 * @param {'light' | 'dark'} colorScheme
 */
async function look(viewport, colorScheme) {
  const context = await browser.newContext({ viewport, colorScheme });
  const tab = await context.newPage();
  let name = '';
  tab.on('console', (message) => {
    if (message.type() === 'error') problems.add(`${name}: ${message.text()}`);
  });
  tab.on('pageerror', ({ message }) => problems.add(`${name}: ${message}`));
  tab.on('request', (request) => {
    const to = request.url();
    if (!to.startsWith(url) && !/^(data|blob):/.test(to)) problems.add(`${name}: contacts ${to}`);
  });
  for (name of pages) {
    await tab.goto(`${url}${name}`);
    await tab.waitForLoadState('networkidle');
    const seen = await tab.evaluate(() => ({
      beyond: document.documentElement.scrollWidth - innerWidth,
      // The name that typedoc gives to a destructured parameter.
      unnamed: document.body.textContent.includes('__namedParameters'),
      ids: Array.from(document.querySelectorAll('[id]'), ({ id }) => id),
      links: Array.from(document.querySelectorAll('a[href]'), (link) =>
        link instanceof HTMLAnchorElement ? link.href : '',
      ),
    }));
    if (seen.unnamed) problems.add(`${name}: a parameter has no name`);
    if (seen.beyond > 0) problems.add(`${name}: ${seen.beyond} px wider than ${viewport.width}`);
    ids.set(name, new Set(seen.ids));
    for (const link of seen.links) if (link.startsWith(url)) links.set(link, name);
    if (folder === undefined) continue;
    const picture = `${name.replace(/\W+/g, '-')}-${viewport.width}-${colorScheme}.png`;
    await tab.screenshot({ path: join(folder, picture) });
  }
  await context.close();
}

async function search() {
  const tab = await browser.newPage();
  await tab.goto(url);
  // A page that is still loading its scripts does not react to keys.
  await tab.waitForFunction("document.querySelector('#app').__vue_app__ !== undefined");
  await tab.keyboard.press('Control+k');
  await tab.locator('#localsearch-input').fill('time horizon');
  const first = tab.locator('.VPLocalSearchBox .result').first();
  const found = await first.textContent({ timeout: 10_000 }).catch(() => null);
  if (found === null) problems.add('The search finds nothing.');
  await tab.close();
}

/** Scenes start on request, one at a time, and stop when out of view; with reduced motion, none starts by itself. */
async function runScenes() {
  const context = await browser.newContext({ viewport: SIZES[1], reducedMotion: 'reduce' });
  const tab = await context.newPage();
  tab.setDefaultTimeout(30_000);
  const frames = tab.locator('.live-scene iframe');
  const buttons = tab.getByRole('button', { name: /^Run the scene / });
  try {
    await tab.goto(url);
    await buttons.waitFor();
    if ((await frames.count()) > 0) problems.add('index.html: moves in spite of reduced motion');
    await tab.goto(`${url}models.html`);
    await buttons.first().click();
    await tab.locator('.live-scene iframe.begun').waitFor();
    await tab.frameLocator('.live-scene iframe').locator('canvas').first().waitFor();
    const first = await frames.getAttribute('title');
    await buttons.last().dispatchEvent('click');
    await tab.waitForFunction(
      (title) => document.querySelector('.live-scene iframe')?.getAttribute('title') !== title,
      first,
    );
    if ((await frames.count()) !== 1) problems.add('models.html: two scenes run at once');
    await tab.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await frames.waitFor();
    await tab.evaluate(() => scrollTo(0, 0));
    await frames.waitFor({ state: 'detached' });
  } catch (error) {
    problems.add(`A scene does not run: ${/** @type {Error} */ (error).message}`);
  }
  await context.close();
}
