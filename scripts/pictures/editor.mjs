// A wall drawn through a crowd, and an obstacle that was placed and selected, for docs/editor.md.
import { openViewer } from '../../packages/viewer/scripts/open-viewer.mjs';

const TICKS = 120;

export async function draw() {
  const { page, show, goOn, close } = await openViewer({ width: 1280, height: 720, scale: 1 });
  page.setDefaultTimeout(300_000);

  /** @param {number[][]} way CSS pixels */
  async function drag([from, ...way]) {
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
    await drag([
      [720, 330],
      [742, 340],
    ]);
    await page.keyboard.press('3');
    await drag([
      [560, 250],
      [700, 250],
      [700, 420],
    ]);
    await page.keyboard.press('1');
    await page.mouse.click(720, 330);
    await page.mouse.move(600, 600);
    await page.waitForTimeout(1000);
    return { 'editor.jpg': await page.screenshot({ type: 'jpeg', quality: 86 }) };
  } finally {
    await close();
  }
}
