// Takes the five pictures of the README, and that of the lab: `npm run pictures`. The runs are stepped tick by tick, so
// that the pictures are the same but for what the graphics card makes of them. Needs a Chromium.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openViewer, viewer } from './open-viewer.mjs';

/** What each shows: to which tick it runs; then shots, by ticks between them; whom it looks at. */
const PICTURES = [
  { scene: 'beams', query: { bloom: 'on' }, tick: 95, shots: [50, 48, 30] },
  { scene: 'fish-and-shark', query: {}, tick: 240, selected: 5 },
  { scene: 'maze', query: {}, tick: 300 },
  { scene: 'dogfight', query: { bloom: 'on' }, tick: 260 },
  { scene: 'crossing', query: {}, tick: 420 },
];

const out = join(viewer, '../../docs/images');
mkdirSync(out, { recursive: true });
const { page, show, goOn, close } = await openViewer({ width: 1280, height: 720, scale: 1 });
try {
  for (const { scene, query, tick, shots = [], selected } of PICTURES) {
    await show({ scene, seed: '1', ...query });
    await goOn(tick);
    for (const ticks of shots) {
      await page.evaluate(() => window.skein?.fire(16));
      await goOn(ticks);
    }
    if (selected !== undefined) await page.evaluate((id) => window.skein?.select(id), selected);
    // The camera closes in on where it should be.
    await page.waitForTimeout(4000);
    await page.screenshot({ path: join(out, `${scene}.jpg`), type: 'jpeg', quality: 86 });
    console.log(scene);
  }
  await show({ scene: 'flock', seed: '1' });
  await page.keyboard.press('j');
  await page.getByRole('tab', { name: 'Law' }).click();
  await page.locator('#drawer .cost p').first().filter({ hasText: 'swirl' }).waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForFunction(() => (window.skein?.world?.scenario.laws ?? []).length > 0);
  await goOn(240);
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.locator('#drawer .cost').filter({ hasText: 'A tick takes' }).waitFor();
  await page.screenshot({ path: join(out, 'lab.jpg'), type: 'jpeg', quality: 86 });
  console.log('lab');
} finally {
  await close();
}
