import { GraphicsError } from '../scene/graphics.ts';

/**
 * Asked of a canvas of its own: a failed try would spoil the real one, and three.js logs it.
 *
 * @throws GraphicsError where WebGL 2 is missing
 */
export function requireWebGL(): void {
  const probe = document.createElement('canvas').getContext('webgl2');
  if (probe === null) {
    throw new GraphicsError(
      'This browser offers no WebGL 2, which this page draws with. It may be switched off in the ' +
        'settings of the browser ("hardware acceleration"), or the browser may be too old.',
    );
  }
  probe.getExtension('WEBGL_lose_context')?.loseContext();
}
