import { readAddress } from './address.ts';
import { embed, isEmbedded } from './embed.ts';
import { isUntouched } from './opening/untouched.ts';
import { showError } from './panel/notices.ts';
import { SCENE_NAMES } from './scenes.ts';
import { Tinker } from './tinker.ts';
import { Viewer } from './viewer.ts';

const tell = (error: unknown) => showError(error, SCENE_NAMES);

try {
  const choices = readAddress(location.search, SCENE_NAMES);
  const viewer = new Viewer(document.querySelector<HTMLCanvasElement>('#view')!, choices);
  window.skein = new Tinker(viewer);
  if (isEmbedded(location.search)) embed(viewer);
  viewer.isOpening = isUntouched(location.search);
  for (const touch of ['pointerdown', 'keydown', 'wheel']) {
    window.addEventListener(touch, () => viewer.settle(), { capture: true, passive: true });
  }
  // Back and Forward lead to what ran there.
  window.addEventListener('popstate', () => {
    try {
      viewer.start(readAddress(location.search, SCENE_NAMES)).catch(tell);
    } catch (error) {
      tell(error);
    }
  });
  await viewer.start(choices);
  const { begin } = await import('./later.ts');
  begin(viewer);
} catch (error) {
  tell(error);
}
