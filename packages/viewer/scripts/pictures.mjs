// Takes the pictures of the README and of the lab: `npm run pictures`. The runs are stepped tick by tick, so the
// pictures differ only by the graphics card. Needs Chromium.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openViewer, viewer } from './open-viewer.mjs';

/** The tick of the first shot of the beams, and the ticks between shots. */
const BEAMS = { tick: 95, shots: [50, 48, 30] };

const out = join(viewer, '../../docs/images');
mkdirSync(out, { recursive: true });
const { page, show, goOn, close } = await openViewer({ width: 1280, height: 720, scale: 1 });
try {
  await show({ scene: 'beams', seed: '1', bloom: 'on' });
  await goOn(BEAMS.tick);
  for (const ticks of BEAMS.shots) {
    await page.evaluate(() => window.skein?.fire(16));
    await goOn(ticks);
  }
  // Waits until the camera has reached its place.
  await page.waitForTimeout(4000);
  await page.screenshot({ path: join(out, 'beams.jpg'), type: 'jpeg', quality: 86 });
  console.log('beams');
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
