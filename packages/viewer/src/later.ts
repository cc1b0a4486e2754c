import { CameraKeys } from './access/camera-keys.ts';
import { Handles } from './access/handles.ts';
import { Teller } from './access/teller.ts';
import { rotate } from './opening/rotate.ts';
import { watchSound } from './sound/watch-sound.ts';
import { ThreadStrip } from './threads/thread-strip.ts';
import type { Viewer } from './viewer.ts';

/**
 * Starts the parts of the page that are not needed for the first picture. `rotation` is the time for which each scene
 * is shown until the visitor touches the page, in s; when undefined, the default time.
 */
export function begin(viewer: Viewer, rotation: number | undefined): void {
  new Teller(viewer, document.querySelector<HTMLElement>('#said')!);
  new CameraKeys(viewer);
  new ThreadStrip(viewer, document.querySelector<HTMLElement>('#threads-strip')!);
  new Handles(viewer);
  watchSound(viewer);
  if (viewer.isOpening) rotate(viewer, rotation);
}
