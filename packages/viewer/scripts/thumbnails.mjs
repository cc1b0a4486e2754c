// Takes the pictures for the gallery of scenes, all of them or those of the named scenes:
//
//   npm run tool -- thumbnails [--docs | --loops | --still] [SCENE ...]
//
// Each is a WebP file of 320 x 200 pixels in packages/viewer/public/thumbnails. With --docs it has 960 x 540 pixels and
// is in docs/images/scenes; a page of the documentation shows it until its scene runs. With --loops, each is a sheet of
// 24 pictures of 240 x 150 pixels in packages/viewer/public/loops, for the scenes that move in the gallery. With --still
// it is packages/viewer/public/opening.webp, which the page shows until the first frame of its first scene is drawn.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../../../scripts/arguments.mjs';
import { openViewer, viewer } from './open-viewer.mjs';

const { values, positionals } = readArguments(import.meta.url, {
  options: {
    docs: { type: 'boolean', default: false },
    loops: { type: 'boolean', default: false },
    still: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const SIZE = values.docs
  ? { width: 960, height: 540 }
  : values.still
    ? { width: 640, height: 400 }
    : values.loops
      ? { width: 240, height: 150 }
      : { width: 320, height: 200 };
const QUALITY = values.still ? 0.35 : values.loops ? 0.6 : 0.72;
/**
 * A loop: its pictures in rows, the ticks between two of them, and the number of pictures in which the end fades into
 * the beginning.
 */
const LOOP = { across: 6, down: 4, ticks: 7, fade: 6 };
/** @type {string[]} The scenes that move in the gallery. */
const FEATURED = JSON.parse(
  readFileSync(new URL('../src/controls/featured.json', import.meta.url), 'utf8'),
);
/**
 * The maximum size of all pictures together, in bytes. The gallery loads each when it becomes visible. A page of the
 * documentation should not be larger than its code.
 */
const MAX_BYTES = values.still ? 15_000 : values.docs || values.loops ? 1_500_000 : 260_000;
/** The tick at which a scene is best seen, if that is not after two seconds. */
const MOMENTS = {
  'circle-3d': 330,
  'bees-article': 240,
  'fish-and-shark': 240,
  'flock-article': 420,
  'flock-forces': 360,
  'great-murmuration': 120,
  'swarm-100k': 250,
  ants: 1000,
  beams: 340,
  bottleneck: 240,
  castle: 900,
  circle: 900,
  couzin: 600,
  crossing: 420,
  dogfight: 260,
  epidemic: 450,
  evacuation: 2000,
  fireflies: 900,
  flock: 420,
  'food-chain': 240,
  formation: 300,
  hills: 420,
  lanes: 1500,
  maze: 300,
  meadow: 900,
  murmuration: 600,
  physarum: 150,
  'old-town': 600,
  'particle-life': 600,
  predators: 300,
  salvo: 230,
  tiles: 330,
  savanna: 420,
  shepherd: 900,
  station: 700,
  swarmalators: 700,
  topological: 500,
  vicsek: 500,
};

/** The query for the picture, if it differs from the first view of a visitor. */
const QUERIES = {
  ants: { color: 'column:branch' },
  beams: { bloom: 'on' },
  epidemic: { color: 'column:state' },
  fireflies: { color: 'column:phase' },
  formation: { camera: 'follow' },
  murmuration: { bloom: 'on' },
  salvo: { bloom: 'on' },
  swarmalators: { color: 'column:phase' },
  vicsek: { color: 'heading' },
};
/** The enlargement of the center of the picture, for pictures with empty edges. */
const ZOOMS = {
  'circle-3d': 1.2,
  'fish-and-shark': 2,
  dogfight: 1.7,
  flock: 1.4,
  'swarm-100k': 2.4,
  couzin: 2.2,
  predators: 1.6,
};

const out = values.docs
  ? join(viewer, '../../docs/images/scenes')
  : join(viewer, 'public', values.still ? '' : values.loops ? 'loops' : 'thumbnails');
mkdirSync(out, { recursive: true });
const all = ['scenarios', 'scenarios/models'].flatMap((folder) =>
  readdirSync(join(viewer, '../..', folder))
    .filter((file) => /^[\w-]+[.]json$/.test(file))
    .map((file) => file.replace(/\.json$/, '')),
);
const OPENING = 'murmuration';
const chosen = values.still ? [OPENING] : positionals;
const scenes = chosen.length > 0 ? chosen : values.loops ? FEATURED : all;

// Taken larger and scaled down afterwards, which gives smooth edges.
const { page, show, goTo, close } = await openViewer(
  // As on a desk, where the camera leaves room for the words.
  values.still
    ? { width: 1280, height: 800, scale: 1 }
    : { ...SIZE, scale: values.docs || values.loops ? 1.5 : 2.5 },
);
const shot = async () => (await page.screenshot()).toString('base64');
try {
  for (const scene of scenes) {
    await show({ scene, ...QUERIES[scene] });
    // As in a frame of another page: the picture alone, in the middle.
    if (!values.still) await page.evaluate(() => document.body.classList.add('embed'));
    else await page.addStyleTag({ content: 'body > :not(main) { visibility: hidden }' });
    const moment = values.still ? 1 : (MOMENTS[scene] ?? 120);
    await goTo(moment);
    await page.evaluate(
      (zoom) => {
        const camera = window.skein?.camera;
        if (camera) Object.assign(camera, { zoom }).updateProjectionMatrix();
      },
      values.still ? 1 : (ZOOMS[scene] ?? 1),
    );
    // Waits until the camera has reached its place.
    if (!values.still) await page.waitForTimeout(1500);
    const pngs = [await shot()];
    const last = values.loops ? LOOP.across * LOOP.down + LOOP.fade : 1;
    while (pngs.length < last) {
      await goTo(moment + LOOP.ticks * pngs.length);
      pngs.push(await shot());
    }
    const sheet = values.loops ? LOOP : { across: 1, down: 1, fade: 0 };
    const webp = await page.evaluate(toWebP, { pngs, quality: QUALITY, ...SIZE, ...sheet });
    const name = values.still ? 'opening' : scene;
    writeFileSync(join(out, `${name}.webp`), Buffer.from(webp, 'base64'));
    console.log(`${name}: ${Math.round((webp.length * 3) / 4)} bytes`);
  }
} finally {
  await close();
}
const written = values.still ? ['opening.webp'] : readdirSync(out);
const bytes = written.reduce((sum, file) => sum + statSync(join(out, file)).size, 0);
console.log(`${bytes} bytes in all`);
if (bytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);

/**
 * Draws pictures into a sheet. The last `fade` pictures fade into the first ones, so that the sheet can be shown as a
 * loop. Runs in the page, because a browser has a WebP encoder and Node has none.
 *
 * @param {{
 *   pngs: readonly string[], quality: number, width: number, height: number, across: number, down: number, fade: number
 * }} sheet `width` and `height` are of one picture
 */
async function toWebP({ pngs, quality, width, height, across, down, fade }) {
  const images = await Promise.all(
    pngs.map(async (png) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      return image;
    }),
  );
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: width * across, height: height * down });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2D canvas');
  context.imageSmoothingQuality = 'high';
  const count = across * down;
  for (let k = 0; k < count; k++) {
    const place = /** @type {const} */ ([
      width * (k % across),
      height * Math.floor(k / across),
      width,
      height,
    ]);
    context.globalAlpha = 1;
    context.drawImage(images[k], ...place);
    if (k >= fade || images[count + k] === undefined) continue;
    // The first picture continues the last one.
    context.globalAlpha = 1 - (k + 1) / (fade + 1);
    context.drawImage(images[count + k], ...place);
  }
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}
