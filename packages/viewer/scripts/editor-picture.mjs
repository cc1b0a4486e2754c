// Takes the picture of docs/editor.md, part of `npm run pictures`: a wall drawn through a crowd, and an obstacle that
// was placed and selected. Needs Chromium.
import { join } from 'node:path';
import { openViewer, viewer } from './open-viewer.mjs';

const TICKS = 120;

const out = join(viewer, '../../docs/images/editor.jpg');
const { page, show, goOn, close } = await openViewer({ width: 1280, height: 720, scale: 1 });
page.setDefaultTimeout(300_000);

/** @param {number[][]} way CSS pixels */
async function draw([from, ...way]) {
  await page.mouse.move(from[0], from[1]);
  await page.mouse.down();
  for (const [x, y] of way) await page.mouse.move(x, y, { steps: 12 });
  await page.mouse.up();
  await page.locator('#edit[aria-busy="true"]').waitFor({ state: 'detached' });
}

try {
  await show({ scene: 'maze', seed: '1' });
  await goOn(TICKS);
  await page.keyboard.press('e');
  await page.locator('#edit').waitFor();
  await page.keyboard.press('2');
  await draw([
    [720, 330],
    [742, 340],
  ]);
  await page.keyboard.press('3');
  await draw([
    [560, 250],
    [700, 250],
    [700, 420],
  ]);
  await page.keyboard.press('1');
  await page.mouse.click(720, 330);
  await page.mouse.move(600, 600);
  await page.waitForTimeout(1000);
  await page.screenshot({ path: out, type: 'jpeg', quality: 86 });
  console.log('editor');
} finally {
  await close();
}
