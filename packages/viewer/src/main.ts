import { readAddress } from './address.ts';
import { showError } from './panel/notices.ts';
import { SCENE_NAMES } from './scenes.ts';
import { Tinker } from './tinker.ts';
import { Viewer } from './viewer.ts';

try {
  const choices = readAddress(location.search, SCENE_NAMES);
  const viewer = new Viewer(document.querySelector<HTMLCanvasElement>('#view')!, choices);
  window.skein = new Tinker(viewer);
  await viewer.start(choices);
} catch (error) {
  showError(error, SCENE_NAMES);
}
