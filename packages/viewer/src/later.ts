import { CameraKeys } from './access/camera-keys.ts';
import { Handles } from './access/handles.ts';
import { Teller } from './access/teller.ts';
import { isEmbedded } from './embed.ts';
import { rotate } from './opening/rotate.ts';
import { FilmStrip } from './past/film-strip.ts';
import { watchSound } from './sound/watch-sound.ts';
import { ThreadStrip } from './threads/thread-strip.ts';
import type { Viewer } from './viewer.ts';

/**
 * Starts the parts of the page that are not needed for the first picture. `rotation` is the time for which each scene
 * is shown until the visitor touches the page, in s; when undefined, the default time.
 */
export function begin(viewer: Viewer, rotation: number | undefined): void {
  // A page in a frame shows no controls.
  if (!isEmbedded(location.search)) {
    new ThreadStrip(viewer, document.querySelector<HTMLElement>('#threads-strip')!);
    new FilmStrip(viewer, document.querySelector<HTMLInputElement>('#bar input')!);
  }
  new Teller(viewer, document.querySelector<HTMLElement>('#said')!);
  new CameraKeys(viewer);
  new Handles(viewer);
  watchSound(viewer);
  if (viewer.isOpening) rotate(viewer, rotation);
}
