// The beams of the README, after three shots.
import { openViewer } from '../../packages/viewer/scripts/open-viewer.mjs';

/** The tick of the first shot, and the ticks after each. */
const FIRST = 95;
const SHOTS = [50, 48, 30];

export async function draw() {
  const { page, show, goOn, close } = await openViewer({ width: 1280, height: 720, scale: 1 });
  try {
    await show({ scene: 'beams', seed: '1', bloom: 'on' });
    await goOn(FIRST);
    for (const ticks of SHOTS) {
      await page.evaluate(() => window.skein?.fire(16));
      await goOn(ticks);
    }
    // Waits until the camera has reached its place.
    await page.waitForTimeout(4000);
    return { 'beams.jpg': await page.screenshot({ type: 'jpeg', quality: 86 }) };
  } finally {
    await close();
  }
}
