import { readAddress } from './address.ts';
import { openDrawing } from './drawing/open-drawing.ts';
import { embed, isEmbedded } from './embed.ts';
import { isolation, keepOffline } from './offline/service-worker.ts';
import { rotationAsked } from './opening/rotation.ts';
import { isUntouched } from './opening/untouched.ts';
import { showError } from './panel/notices.ts';
import { SCENE_NAMES } from './scenes.ts';
import { Tinker } from './tinker.ts';
import { View } from './view.ts';
import { Viewer } from './viewer.ts';

/** The time from the opening of the first scene until the page loads its other files, in ms. */
const SETTLED_MS = 3000;

try {
  await isolation;
  const draw = await openDrawing(location.search);
  const ignored: string[] = [];
  const choices = readAddress(location.search, SCENE_NAMES, ignored);
  const rotation = rotationAsked(location.search, ignored);
  const view = new View(document.querySelector<HTMLCanvasElement>('#view')!);
  const viewer = new Viewer(view, (events) => draw(view, events), choices);
  window.skein = new Tinker(viewer);
  if (isEmbedded(location.search)) embed(viewer);
  viewer.isOpening = isUntouched(
    location.search,
    matchMedia('(prefers-reduced-motion: reduce)').matches,
  );
  for (const touch of ['pointerdown', 'keydown', 'wheel']) {
    window.addEventListener(touch, () => viewer.settle(), { capture: true, passive: true });
  }
  // Back and Forward open the run that the address names.
  window.addEventListener('popstate', async () => {
    try {
      const faults: string[] = [];
      await viewer.start(readAddress(location.search, SCENE_NAMES, faults), faults);
    } catch (error) {
      viewer.keep(error);
    }
  });
  await viewer.start(choices, ignored);
  const { begin } = await import('./later.ts');
  begin(viewer, rotation);
  setTimeout(() => {
    keepOffline(import.meta.url).catch((error: unknown) => {
      console.warn('The page could not be stored for offline use:', error);
    });
  }, SETTLED_MS);
} catch (error) {
  showError(error, SCENE_NAMES);
}
