// The lab of the page, with a law that runs and what it costs.
import { openViewer } from '../../packages/viewer/scripts/open-viewer.mjs';

export async function draw() {
  const { page, show, goOn, close } = await openViewer({ width: 1280, height: 720, scale: 1 });
  try {
    await show({ scene: 'flock', seed: '1' });
    await page.keyboard.press('j');
    await page.getByRole('tab', { name: 'Law' }).click();
    await page.locator('#drawer .cost p').first().filter({ hasText: 'swirl' }).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForFunction(() => (window.skein?.world?.scenario.laws ?? []).length > 0);
    await goOn(240);
    await page.getByRole('button', { name: 'Measure' }).click();
    await page.locator('#drawer .cost').filter({ hasText: 'A tick takes' }).waitFor();
    return { 'lab.jpg': await page.screenshot({ type: 'jpeg', quality: 86 }) };
  } finally {
    await close();
  }
}
