import { readAddress } from './address.ts';
import { embed, isEmbedded } from './embed.ts';
import { isolation, keepOffline } from './offline/service-worker.ts';
import { isUntouched } from './opening/untouched.ts';
import { showError } from './panel/notices.ts';
import { SCENE_NAMES } from './scenes.ts';
import { Tinker } from './tinker.ts';
import { Viewer } from './viewer.ts';

/** So long after the first scene the page has time for its other files, ms. */
const SETTLED_MS = 3000;

try {
  await isolation;
  const choices = readAddress(location.search, SCENE_NAMES);
  const viewer = new Viewer(document.querySelector<HTMLCanvasElement>('#view')!, choices);
  window.skein = new Tinker(viewer);
  if (isEmbedded(location.search)) embed(viewer);
  viewer.isOpening = isUntouched(
    location.search,
    matchMedia('(prefers-reduced-motion: reduce)').matches,
  );
  for (const touch of ['pointerdown', 'keydown', 'wheel']) {
    window.addEventListener(touch, () => viewer.settle(), { capture: true, passive: true });
  }
  // Back and Forward lead to what ran there.
  window.addEventListener('popstate', async () => {
    try {
      await viewer.start(readAddress(location.search, SCENE_NAMES));
    } catch (error) {
      viewer.keep(error);
    }
  });
  await viewer.start(choices);
  const { begin } = await import('./later.ts');
  begin(viewer);
  setTimeout(() => {
    keepOffline(import.meta.url).catch((error: unknown) => {
      console.warn('The page needs a network:', error);
    });
  }, SETTLED_MS);
} catch (error) {
  showError(error, SCENE_NAMES);
}
