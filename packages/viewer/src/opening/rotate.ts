import type { Viewer } from '../viewer.ts';
import { freeze } from './cross-fade.ts';
import { ROTATION, Rotation } from './rotation.ts';

/** Whether it is time is looked up this often, ms. */
const LOOK_EVERY_MS = 500;
/** The next scene is seen through the last one once it has drawn so many states, ticks. */
const DRAWN_TICKS = 3;
/** A scene that does not begin within this, ms, is shown as it is. */
const LATE_MS = 15_000;
/** Only a machine that steps this many agents in time is shown them. */
const LARGE = { scene: 'swarm-100k', agents: 100_000 };

/** Moves on from scene to scene, until somebody touches the page. */
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
  // Somebody may have come in the meantime.
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
