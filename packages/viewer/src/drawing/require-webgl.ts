import { GraphicsError } from '../scene/graphics.ts';

const NO_WEBGL =
  'This browser offers no WebGL 2, which this page draws with. It may be switched off in the ' +
  'settings of the browser ("hardware acceleration"), or the browser may be too old.';

/** Whether a thread can draw on a canvas of the page by WebGL 2: some browsers have threads draw in the plane alone. */
export function threadsDraw(): boolean {
  const canTransfer = 'transferControlToOffscreen' in HTMLCanvasElement.prototype;
  return canTransfer && offersWebGL(new OffscreenCanvas(1, 1));
}

/** @throws GraphicsError where WebGL 2 is missing */
export function requireWebGL(): void {
  if (!offersWebGL(document.createElement('canvas'))) throw new GraphicsError(NO_WEBGL);
}

/** Asked of a canvas of its own: a failed try would spoil the real one, and three.js logs it. */
function offersWebGL(canvas: HTMLCanvasElement | OffscreenCanvas): boolean {
  const probe = canvas.getContext('webgl2') as WebGL2RenderingContext | null;
  probe?.getExtension('WEBGL_lose_context')?.loseContext();
  return probe !== null;
}
