// Draws every scene of the viewer into a folder, in several ways, so that the pictures before and after a
// change can be compared: `npm run tool -- scenes-compare BEFORE AFTER`.
//
//   npm run tool -- scenes-capture FOLDER [NAME ...]
//
// Draws the pictures whose names start with NAME, or all of them in about five minutes. Seed, tick and size are always
// the same, and the camera is at rest. A run is stepped tick by tick.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readArguments, refuse } from '../../../scripts/arguments.mjs';
import { openViewer } from './open-viewer.mjs';
import { VIEWS } from './views.mjs';

const SIZE = { width: 480, height: 300, scale: 1 };
/** The number of ticks from the shot to the picture. */
const AFTER_SHOT = 24;
/** If two pictures taken this far apart are equal, the camera is at rest, in ms. */
const REST_MS = 400;
/** No camera moves for longer than this, in ms. */
const MAX_REST_MS = 20_000;

const { positionals } = readArguments(import.meta.url, { allowPositionals: true });
const [folder, ...names] = positionals;
if (folder === undefined) refuse(import.meta.url, 'which folder? --help says what there is');
const views = VIEWS.filter(
  ({ name }) => names.length === 0 || names.some((one) => name.startsWith(one)),
);
if (views.length === 0) refuse(import.meta.url, `no picture begins with ${names.join(' or ')}`);
const out = resolve(folder);
mkdirSync(out, { recursive: true });

const { page, show, goOn, close } = await openViewer(SIZE);
try {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { name, tick, fire, query } of views) {
    await show(query);
    // The text beside the picture shows times, which differ.
    await page.addStyleTag({ content: 'body > :not(main) { visibility: hidden }' });
    await goOn(fire === undefined ? tick : tick - AFTER_SHOT);
    if (fire !== undefined) {
      await page.evaluate((count) => window.skein?.fire(count), fire);
      await goOn(AFTER_SHOT);
    }
    writeFileSync(join(out, `${name}.png`), await atRest());
    console.log(name);
  }
} finally {
  await close();
}

/** Takes the picture when it no longer changes. */
async function atRest() {
  const begun = Date.now();
  let last = await page.screenshot({ timeout: 120_000 });
  while (Date.now() - begun < MAX_REST_MS) {
    await page.waitForTimeout(REST_MS);
    const next = await page.screenshot({ timeout: 120_000 });
    if (next.equals(last)) return next;
    last = next;
  }
  console.warn('The picture is still moving.');
  return last;
}
