import { GraphicsError } from '../scene/graphics.ts';

const NO_WEBGL =
  'This page needs WebGL 2, which this browser does not offer. WebGL may be switched off in the ' +
  'settings of the browser ("hardware acceleration"), or the browser may be too old.';

/**
 * Whether a separate thread can draw with WebGL 2 on a canvas. In some browsers, threads have only the 2D interface.
 */
export function threadsDraw(): boolean {
  const canTransfer = 'transferControlToOffscreen' in HTMLCanvasElement.prototype;
  return canTransfer && offersWebGL(new OffscreenCanvas(1, 1));
}

/**
 * Checks that WebGL 2 is available.
 *
 * @throws GraphicsError when it is missing
 */
export function requireWebGL(): void {
  if (!offersWebGL(document.createElement('canvas'))) throw new GraphicsError(NO_WEBGL);
}

/**
 * Whether a canvas offers WebGL 2. Pass a canvas that is used for nothing else, because the check makes it unusable for
 * drawing.
 */
function offersWebGL(canvas: HTMLCanvasElement | OffscreenCanvas): boolean {
  const probe = canvas.getContext('webgl2') as WebGL2RenderingContext | null;
  probe?.getExtension('WEBGL_lose_context')?.loseContext();
  return probe !== null;
}
