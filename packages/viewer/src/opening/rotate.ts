import type { Viewer } from '../viewer.ts';
import { freeze } from './cross-fade.ts';
import { ROTATION, Rotation } from './rotation.ts';

/** The interval at which the page checks whether the next scene is due, in ms. */
const LOOK_EVERY_MS = 500;
/**
 * The number of ticks after which the next scene counts as visible. Until then, a copy of the old scene covers the
 * picture.
 */
const DRAWN_TICKS = 3;
/** The longest time (ms) to wait for the next scene. A copy of the old scene covers the picture during this time. */
const LATE_MS = 15_000;
/** A large scene, which is shown only on machines that can step this many agents in real time. */
const LARGE = { scene: 'great-murmuration', agents: 100_000 };

/**
 * Shows one scene after the other until the visitor touches the page. Each scene is shown for `seconds`, or for the
 * default time.
 */
export function rotate(viewer: Viewer, seconds: number | undefined): void {
  const rotation = new Rotation(ROTATION, seconds);
  let moving = false;
  const timer = setInterval(async () => {
    if (!viewer.isOpening) return clearInterval(timer);
    if (moving || document.hidden || viewer.paused || viewer.session === undefined) return;
    const canShow = (scene: string) => scene !== LARGE.scene || viewer.able > LARGE.agents;
    const next = rotation.pass(LOOK_EVERY_MS, viewer.sceneName, canShow);
    if (next === undefined) return;
    moving = true;
    await moveOn(viewer, next);
    moving = false;
  }, LOOK_EVERY_MS);
}

async function moveOn(viewer: Viewer, scene: string): Promise<void> {
  const fade = await freeze(viewer.picture);
  // The visitor may have touched the page in the meantime.
  if (viewer.isOpening) {
    await viewer.open({ scene, options: viewer.options });
    await drawn(viewer);
  }
  fade();
}

async function drawn(viewer: Viewer): Promise<void> {
  const end = performance.now() + LATE_MS;
  while ((viewer.session?.state.tick ?? 0) < DRAWN_TICKS && performance.now() < end) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
