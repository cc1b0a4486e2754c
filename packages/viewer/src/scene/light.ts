import { AdditiveBlending, type Color, ShaderMaterial } from 'three';

/** Outside of the picture: where a vertex shader puts what is not to be drawn. */
export const NOWHERE = 'vec4(2.0, 2.0, 2.0, 1.0)';

/**
 * A material of light: it is added up, so nothing hides behind it and nothing has to be sorted.
 * Colors are mixed as the screen shows them, so that a lone beam has the color of its species.
 */
export function lightMaterial(
  vertexShader: string,
  fragmentShader: string,
  color: Color,
): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms: {
      color: { value: color.clone().convertLinearToSRGB() },
      now: { value: 0 },
      pixelsPerMeter: { value: 1 },
      wanted: { value: 0 },
      lag: { value: 0 },
    },
    blending: AdditiveBlending,
    transparent: true,
    depthWrite: false,
  });
}
