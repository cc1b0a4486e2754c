// Takes a picture of a scene at one of its ticks:
//
//   npm run tool -- screenshot [--scene beams] [--seed 1] [--tick 95]
//     [--fire SHOTS] [--size 1280x720] [--scale 1.5] [--out beams.png]
//
// `--fire 16:60,1:40` fires 16 agents, steps 60 ticks, fires 1, and steps 40; before that the run goes to `--tick`. For
// the scene beams, the default is `--fire 16:50,1:0`. The run is stepped tick by tick, so the same arguments give the
// same picture.
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readArguments } from '../../../scripts/arguments.mjs';
import { openViewer } from './open-viewer.mjs';

const { values } = readArguments(import.meta.url, {
  options: {
    scene: { type: 'string', default: 'beams' },
    seed: { type: 'string', default: '1' },
    tick: { type: 'string', default: '95' },
    fire: { type: 'string' },
    size: { type: 'string', default: '1280x720' },
    scale: { type: 'string', default: '1.5' },
    out: { type: 'string' },
  },
});
const fire = values.fire ?? (values.scene === 'beams' ? '16:50,1:0' : '');
const out = resolve(values.out ?? `${values.scene}.png`);
const [width, height] = values.size.split('x').map(Number);

const { page, show, goOn, close } = await openViewer({
  width,
  height,
  scale: Number(values.scale),
});
try {
  await show({ scene: values.scene, seed: values.seed });
  if (Number(values.tick) > 0) await goOn(Number(values.tick));
  for (const shot of fire.split(',').filter((part) => part !== '')) {
    const [count, ticks] = shot.split(':').map(Number);
    await page.evaluate((n) => window.skein?.fire(n), count);
    await goOn(ticks);
  }
  // Waits until the camera has reached its place.
  await page.waitForTimeout(3000);
  mkdirSync(dirname(out), { recursive: true });
  await page.screenshot({ path: out });
  console.log(out);
} finally {
  await close();
}
