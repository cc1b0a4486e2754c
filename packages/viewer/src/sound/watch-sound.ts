import type { Viewer } from '../viewer.ts';
import { soundsOf } from './sounds-of.ts';
import type { Tones } from './tones.ts';

/**
 * The interval at which the page checks whether sound was switched on, in ms. While sound is on, the page checks in
 * every frame.
 */
const LOOK_EVERY_MS = 500;

/**
 * Plays tones for shots and hits while the option for sound is on. The code for tones is loaded when sound is first
 * switched on.
 */
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
      console.warn('Sound is not available:', error);
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
