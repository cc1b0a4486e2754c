import type { Viewer } from '../viewer.ts';
import { soundsOf } from './sounds-of.ts';
import type { Tones } from './tones.ts';

/** While there is no sound it is looked up this often whether somebody wants it, ms; else with each frame. */
const LOOK_EVERY_MS = 500;

/** Lets fire and hits be heard while the option for it is on; its code is loaded once it is. */
export function watchSound(viewer: Viewer): void {
  let tones: Tones | undefined;
  let before = soundsOf(viewer.session);
  const look = async () => {
    if (!viewer.options.sound) {
      void tones?.close();
      tones = undefined;
      setTimeout(look, LOOK_EVERY_MS);
      return;
    }
    try {
      tones ??= new (await import('./tones.ts')).Tones();
    } catch (error) {
      console.warn('The page has no sound:', error);
      viewer.options.sound = false;
      setTimeout(look, LOOK_EVERY_MS);
      return;
    }
    tones.volume = viewer.options.volume;
    const now = soundsOf(viewer.session);
    if (now.run === before.run && !viewer.paused) {
      if (now.shots > before.shots) tones.fire();
      if (now.hits > before.hits) tones.hit();
    }
    before = now;
    requestAnimationFrame(look);
  };
  void look();
}
