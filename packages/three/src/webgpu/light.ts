import {
  CustomBlending,
  type Fog,
  type FogExp2,
  OneFactor,
  OneMinusSrcAlphaFactor,
  type Scene,
} from 'three';
import {
  cameraProjectionMatrix,
  clamp,
  Fn,
  float,
  max,
  modelViewMatrix,
  reference,
  smoothstep,
  sRGBTransferEOTF,
  texture,
  varying,
  vec2,
  vec4,
  viewport,
} from 'three/tsl';
import { type Node, type NodeBuilder, NodeMaterial } from 'three/webgpu';
import { scaleTexture } from '../light/scale-texture.ts';

/**
 * The color space in which colors are mixed. `linear` is the default of WebGPURenderer, which converts the whole
 * picture at the end. `shown` is sRGB, for a renderer that does not convert the picture (`outputColorSpace` is
 * LinearSRGBColorSpace).
 */
export type Mixing = 'linear' | 'shown';

/** The nodes from which the shaders of a light are built. */
export interface NodeLight {
  /** For each vertex: its position in view space, its position in clip space, and whether it is drawn. */
  readonly view: Node<'vec4'>;
  readonly clip: Node<'vec4'>;
  readonly isShown: Node<'bool'>;
  /** For each fragment: its sRGB color, and the strength with which this color is added. */
  readonly color: Node<'vec3'>;
  readonly strength: Node<'float'>;
  /** The fraction of the background that the light covers, from 0 to 1. */
  readonly cover: number;
}

/** Converts an sRGB color to the color space in which colors are mixed. */
export function mixable(shown: Node<'vec3'>, mixing: Mixing): Node<'vec3'> {
  return mixing === 'shown' ? shown : (sRGBTransferEOTF(shown) as Node<'vec3'>);
}

/**
 * Creates a material for light. Light is added to the picture. It hides nothing, so it needs no sorting. Fog dims the
 * light.
 */
export function nodeLightMaterial(light: NodeLight, mixing: Mixing): NodeMaterial {
  const { view, clip, isShown, color, strength, cover } = light;
  const material = new NodeMaterial();
  material.vertexNode = isShown.select(clip, vec4(2, 2, 2, 1));
  const depth = varying(view.z.negate());
  material.fragmentNode = Fn(() => {
    const mixed = mixable(clamp(color, 0, 1), mixing);
    const added = clamp(strength, 0, 1).mul(clarity(depth)).toVar();
    // On a transparent canvas, only pixels with some alpha are visible.
    return vec4(mixed.mul(added), added.mul(cover > 0 ? cover : 1));
  })();
  material.blending = CustomBlending;
  material.blendSrc = OneFactor;
  material.blendDst = cover > 0 ? OneMinusSrcAlphaFactor : OneFactor;
  material.transparent = true;
  material.depthWrite = false;
  // The fog of a node material would add its own color.
  material.fog = false;
  return material;
}

/** Transforms a position from the space of the object to view space. */
export function viewOf(place: Node<'vec3'>): Node<'vec4'> {
  return modelViewMatrix.mul(vec4(place, 1)) as Node<'vec4'>;
}

/** The length of 1 m on the screen, in pixels, for a position in clip space. */
export function pixelsPerMeter(clip: Node<'vec4'>): Node<'float'> {
  const scale = cameraProjectionMatrix.mul(vec4(0, 1, 0, 0)) as Node<'vec4'>;
  return viewport.w.mul(0.5).mul(scale.y).div(max(clip.w, 0.3));
}

/** The color scale for vertex shaders, from 0 (at rest) to 1 (maximum speed). */
export class NodeScale {
  readonly #texture = scaleTexture();

  at(share: Node<'float'>): Node<'vec3'> {
    const sample = texture(this.#texture, vec2(share, 0.5)).level(float(0));
    return (sample as unknown as Node<'vec4'>).rgb;
  }

  dispose(): void {
    this.#texture.dispose();
  }
}

/** Returns the fraction of a light that passes through the fog of the scene. It depends on the depth of the light. */
const clarity = Fn(([depth]: [Node<'float'>], builder: NodeBuilder) => {
  const { fog } = (builder as unknown as { scene: Scene }).scene;
  if (fog === null) return float(1);
  const { isFogExp2 } = fog as Partial<FogExp2>;
  if (isFogExp2) {
    const density = reference('density', 'float', fog as FogExp2);
    return density.mul(density).mul(depth).mul(depth).negate().exp();
  }
  const near = reference('near', 'float', fog as Fog);
  const far = reference('far', 'float', fog as Fog);
  return smoothstep(near, far, depth).oneMinus();
});
