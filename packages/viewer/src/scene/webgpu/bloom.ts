import {
  HalfFloatType,
  LinearFilter,
  LinearSRGBColorSpace,
  type PerspectiveCamera,
  type Scene,
  UnsignedByteType,
  Vector2,
} from 'three';
import { bloom } from 'three/addons/tsl/display/BloomNode.js';
import { clamp, min, texture, uv, vec4 } from 'three/tsl';
import {
  type Node,
  NodeMaterial,
  NodeUpdateType,
  QuadMesh,
  RenderTarget,
  type WebGPURenderer,
} from 'three/webgpu';
import { RADIUS, STRENGTH, THRESHOLD } from '../glow-look.ts';
import type { Bloom } from '../graphics.ts';

/** The factor by which UnrealBloomPass produces more light than `bloom` does with the same strength. */
const BRIGHTER = 3;

/**
 * Draws the same bloom as ../webgl/bloom.ts, with nodes of three.js. It draws the picture into a texture, and then
 * draws that texture with its bloom onto the canvas.
 */
export class NodeBloom implements Bloom {
  readonly #renderer: WebGPURenderer;
  readonly #picture: RenderTarget;
  readonly #half = new RenderTarget(1, 1, { type: HalfFloatType, depthBuffer: false });
  readonly #bloom;
  readonly #copy = new QuadMesh(new NodeMaterial());
  readonly #whole = new QuadMesh(new NodeMaterial());
  readonly #size = new Vector2();

  constructor(renderer: WebGPURenderer) {
    this.#renderer = renderer;
    const { samples } = renderer;
    this.#picture = new RenderTarget(1, 1, {
      type: UnsignedByteType,
      colorSpace: LinearSRGBColorSpace,
      minFilter: LinearFilter,
      samples,
    });
    const picture = texture(this.#picture.texture, uv()) as unknown as Node<'vec4'>;
    setFragment(this.#copy, vec4(min(picture.rgb, 1), 1));
    const half = texture(this.#half.texture, uv()) as unknown as Node<'vec4'>;
    this.#bloom = bloom(half, BRIGHTER * STRENGTH, RADIUS, THRESHOLD);
    // Relative to the picture; as wide as the WebGL bloom, which blurs at half of half the resolution.
    this.#bloom.setResolutionScale(0.25);
    // By default it is drawn once per frame of an animation loop, so a second picture would show the light of the first.
    this.#bloom.updateBeforeType = NodeUpdateType.RENDER;
    const light = clamp((this.#bloom as unknown as Node<'vec4'>).rgb, 0, 1);
    // Blends like the mode "screen": bright parts do not become white.
    const lit = picture.rgb.add(light).sub(picture.rgb.mul(light));
    setFragment(this.#whole, vec4(lit, 1));
  }

  draw(scene: Scene, camera: PerspectiveCamera): void {
    const renderer = this.#renderer;
    const { x: width, y: height } = renderer.getDrawingBufferSize(this.#size);
    this.#picture.setSize(width, height);
    this.#half.setSize(Math.ceil(width / 2), Math.ceil(height / 2));
    renderer.setRenderTarget(this.#picture);
    renderer.render(scene, camera);
    renderer.setRenderTarget(this.#half);
    this.#copy.render(renderer);
    renderer.setRenderTarget(null);
    this.#whole.render(renderer);
  }

  dispose(): void {
    this.#bloom.dispose();
    this.#picture.dispose();
    this.#half.dispose();
    for (const { material } of [this.#copy, this.#whole]) (material as NodeMaterial).dispose();
  }
}

function setFragment(quad: QuadMesh, fragment: Node<'vec4'>): void {
  const material = quad.material as NodeMaterial;
  material.fragmentNode = fragment;
  material.depthTest = false;
  material.depthWrite = false;
  material.fog = false;
}
