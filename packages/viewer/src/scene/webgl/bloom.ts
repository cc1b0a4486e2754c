import {
  CustomBlending,
  FramebufferTexture,
  HalfFloatType,
  LinearFilter,
  OneFactor,
  OneMinusSrcColorFactor,
  type PerspectiveCamera,
  type Scene,
  ShaderMaterial,
  type Texture,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js';
import { UnrealBloomPass } from 'three/addons/postprocessing/UnrealBloomPass.js';
import { RADIUS, STRENGTH, THRESHOLD } from '../glow-look.ts';
import type { Bloom } from '../graphics.ts';

const VERTEX = /* glsl */ `
  varying vec2 at;
  void main() {
    at = uv;
    gl_Position = vec4(position.xy, 0.0, 1.0);
  }
`;
const FRAGMENT = /* glsl */ `
  uniform sampler2D light;
  varying vec2 at;
  void main() {
    gl_FragColor = vec4(min(texture2D(light, at).rgb, 1.0), 1.0);
  }
`;

/**
 * Adds bloom to the finished picture. Copies the picture from the canvas, blurs the copy at a quarter of its
 * resolution, and adds the blurred copy to the picture. Under the bloom, the picture keeps its colors and edges.
 */
export class GlslBloom implements Bloom {
  readonly #renderer: WebGLRenderer;
  readonly #pass = new UnrealBloomPass(new Vector2(16, 16), STRENGTH, RADIUS, THRESHOLD);
  readonly #half = new WebGLRenderTarget(16, 16, { type: HalfFloatType, depthBuffer: false });
  readonly #copy = quadMaterial();
  readonly #glow = quadMaterial();
  readonly #quad = new FullScreenQuad();
  readonly #size = new Vector2();
  #taken = new FramebufferTexture(16, 16);

  constructor(renderer: WebGLRenderer) {
    this.#renderer = renderer;
    // Blends like the mode "screen": bright parts do not become white.
    this.#glow.blending = CustomBlending;
    this.#glow.blendSrc = OneFactor;
    this.#glow.blendDst = OneMinusSrcColorFactor;
  }

  draw(scene: Scene, camera: PerspectiveCamera): void {
    const renderer = this.#renderer;
    renderer.render(scene, camera);
    this.#fit();
    renderer.copyFramebufferToTexture(this.#taken);
    const { autoClear } = renderer;
    renderer.autoClear = false;
    renderer.setRenderTarget(this.#half);
    this.#render(this.#copy, this.#taken);
    // The pass adds its light to the input, but only the light is needed.
    this.#pass.render(renderer, this.#half, this.#half, 0, false);
    renderer.setRenderTarget(null);
    this.#render(this.#glow, this.#pass.renderTargetsHorizontal[0].texture);
    renderer.autoClear = autoClear;
  }

  dispose(): void {
    this.#pass.dispose();
    this.#half.dispose();
    this.#taken.dispose();
    this.#copy.dispose();
    this.#glow.dispose();
    this.#quad.dispose();
  }

  #render(material: ShaderMaterial, light: Texture): void {
    material.uniforms.light.value = light;
    this.#quad.material = material;
    this.#quad.render(this.#renderer);
  }

  /** Resizes the buffers if the size of the picture has changed. */
  #fit(): void {
    const { x: width, y: height } = this.#renderer.getDrawingBufferSize(this.#size);
    const { image } = this.#taken;
    if (image.width === width && image.height === height) return;
    this.#taken.dispose();
    this.#taken = new FramebufferTexture(width, height);
    this.#taken.minFilter = LinearFilter;
    this.#taken.magFilter = LinearFilter;
    const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
    this.#half.setSize(halfWidth, halfHeight);
    this.#pass.setSize(halfWidth, halfHeight);
  }
}

function quadMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { light: { value: null } },
    depthTest: false,
    depthWrite: false,
  });
}
