// Takes the pictures for the gallery of scenes, all of them or those of the named scenes:
//
//   npm run tool -- thumbnails [--docs] [SCENE ...]
//
// Each is a WebP file of 320 x 200 pixels in packages/viewer/public/thumbnails. With --docs it has 960 x 540 pixels and
// is in docs/images/scenes; a page of the documentation shows it until its scene runs.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../../../scripts/arguments.mjs';
import { openViewer, viewer } from './open-viewer.mjs';

const { values, positionals } = readArguments(import.meta.url, {
  options: { docs: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const SIZE = values.docs ? { width: 960, height: 540 } : { width: 320, height: 200 };
const QUALITY = 0.72;
/**
 * The maximum size of all pictures together, in bytes. The gallery loads each when it becomes visible. A page of the
 * documentation should not be larger than its code.
 */
const MAX_BYTES = values.docs ? 1_500_000 : 250_000;
/** The tick at which a scene is best seen, if that is not after two seconds. */
const MOMENTS = {
  'circle-3d': 330,
  'bees-article': 240,
  'fish-and-shark': 240,
  'flock-article': 420,
  'flock-forces': 360,
  'swarm-100k': 250,
  ants: 1000,
  beams: 340,
  bottleneck: 240,
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
  : join(viewer, 'public', 'thumbnails');
mkdirSync(out, { recursive: true });
const all = ['scenarios', 'scenarios/models'].flatMap((folder) =>
  readdirSync(join(viewer, '../..', folder))
    .filter((file) => /^[\w-]+[.]json$/.test(file))
    .map((file) => file.replace(/\.json$/, '')),
);
const scenes = positionals.length > 0 ? positionals : all;

// Taken larger and scaled down afterwards, which gives smooth edges.
const { page, show, goOn, close } = await openViewer({ ...SIZE, scale: values.docs ? 1.5 : 2.5 });
try {
  for (const scene of scenes) {
    await show({ scene, ...QUERIES[scene] });
    await page.addStyleTag({ content: 'body > :not(main) { visibility: hidden }' });
    await goOn(MOMENTS[scene] ?? 120);
    await page.evaluate((zoom) => {
      const camera = window.skein?.camera;
      if (camera) Object.assign(camera, { zoom }).updateProjectionMatrix();
    }, ZOOMS[scene] ?? 1);
    // Waits until the camera has reached its place.
    await page.waitForTimeout(1500);
    const png = (await page.screenshot()).toString('base64');
    const webp = await page.evaluate(toWebP, { png, quality: QUALITY, ...SIZE });
    writeFileSync(join(out, `${scene}.webp`), Buffer.from(webp, 'base64'));
    console.log(`${scene}: ${Math.round((webp.length * 3) / 4)} bytes`);
  }
} finally {
  await close();
}
const bytes = readdirSync(out).reduce((sum, file) => sum + statSync(join(out, file)).size, 0);
console.log(`${bytes} bytes in all`);
if (bytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);

/**
 * Runs in the page, because a browser has a WebP encoder and Node has none.
 *
 * @param {{ png: string, quality: number, width: number, height: number }} picture
 */
async function toWebP({ png, quality, width, height }) {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2D canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}
