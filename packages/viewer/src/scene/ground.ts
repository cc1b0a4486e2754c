import { AdditiveBlending, Mesh, PlaneGeometry, ShaderMaterial } from 'three';
import { disposeTree } from './dispose-tree.ts';
import type { Extent } from './extent.ts';
import type { Layer } from './layer.ts';
import { niceLength } from './nice-length.ts';

const VERTEX = /* glsl */ `
  varying vec2 ground;
  void main() {
    vec4 place = modelMatrix * vec4(position, 1.0);
    ground = position.xy;
    gl_Position = projectionMatrix * viewMatrix * place;
  }
`;
const FRAGMENT = /* glsl */ `
  uniform float cell;
  uniform float reach;
  uniform float bright;
  varying vec2 ground;
  // 1 on a line; as wide as a pixel at any distance, and gone before lines would run together
  float lines(vec2 at, float width) {
    vec2 perPixel = fwidth(at);
    vec2 off = abs(fract(at - 0.5) - 0.5) / perPixel;
    vec2 on = (1.0 - clamp(off / width, 0.0, 1.0)) * (1.0 - smoothstep(0.15, 0.5, perPixel));
    return max(on.x, on.y);
  }
  void main() {
    float away = length(ground) / reach;
    float fade = exp(-2.2 * away * away);
    float fine = bright * 0.10 * lines(ground / cell, 1.1);
    float bold = bright * 0.26 * lines(ground / (5.0 * cell), 1.4);
    float glow = bright * bright * 0.035 * exp(-9.0 * away * away);
    gl_FragColor = vec4(vec3(0.30, 0.62, 0.86) * (max(fine, bold) * fade + glow), 1.0);
  }
`;

/** A grid to tell place, size and speed by; it lies below the scene, or behind a flat one. */
export class Ground implements Layer {
  readonly object: Mesh;

  constructor(extent: Extent, flat: boolean) {
    const reach = extent.radius * 4;
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        cell: { value: niceLength(extent.radius / 6) },
        reach: { value: reach },
        // Behind a flat scene there is no sky to give light.
        bright: { value: flat ? 1.5 : 1 },
      },
      // Light on what is behind: the sky goes on below the horizon.
      blending: AdditiveBlending,
      transparent: true,
      depthWrite: false,
    });
    this.object = new Mesh(new PlaneGeometry(reach * 2.4, reach * 2.4), material);
    this.object.renderOrder = -1;
    const { center } = extent;
    if (flat) {
      this.object.position.set(center.x, center.y, -0.02 * extent.radius);
    } else {
      this.object.rotation.x = -Math.PI / 2;
      this.object.position.set(center.x, floorOf(extent), center.z);
    }
  }

  dispose(): void {
    disposeTree(this.object);
  }
}

/** The floor of the bounds; where there are none, well below what is flown about. */
function floorOf(extent: Extent): number {
  return extent.bounded ? extent.box.min.y : extent.box.min.y - extent.radius * 0.5;
}
