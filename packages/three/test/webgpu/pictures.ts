import * as THREE from 'three';
import { EffectComposer } from 'three/addons/postprocessing/EffectComposer.js';
import { OutputPass } from 'three/addons/postprocessing/OutputPass.js';
import { RenderPass } from 'three/addons/postprocessing/RenderPass.js';
import { WebGPURenderer } from 'three/webgpu';

export const [WIDTH, HEIGHT] = [320, 200];

export interface Renderers {
  readonly webgpu: WebGPURenderer;
  readonly webgl: THREE.WebGLRenderer;
  dispose(): void;
}

/** The backends of WebGPURenderer: WebGPU, if this browser has it, and WebGL 2, the fallback. */
export const BACKENDS = [...((await hasWebGPU()) ? ['WebGPU'] : []), 'WebGL 2'];

async function hasWebGPU(): Promise<boolean> {
  const { gpu } = navigator as { readonly gpu?: { requestAdapter(): Promise<unknown> } };
  return gpu !== undefined && (await gpu.requestAdapter()) !== null;
}

/** Both renderers. */
export async function renderers(backend: string): Promise<Renderers> {
  const webgl = new THREE.WebGLRenderer();
  const webgpu = new WebGPURenderer({ forceWebGL: backend !== 'WebGPU' });
  await webgpu.init();
  for (const renderer of [webgl, webgpu]) {
    renderer.setSize(WIDTH, HEIGHT);
    renderer.shadowMap.enabled = true;
  }
  const dispose = () => {
    webgpu.dispose();
    webgl.dispose();
  };
  return { webgl, webgpu, dispose };
}

/** The picture of the scene by WebGLRenderer. */
export function picture(
  renderer: THREE.WebGLRenderer,
  scene: THREE.Scene,
  camera: THREE.Camera,
): Uint8ClampedArray {
  renderer.render(scene, camera);
  return pixelsOf(renderer);
}

/**
 * What WebGPURenderer draws of the scene, as the screen would show it. It is read from a target: software that stands
 * in for a graphics card loses its device where a canvas is copied.
 */
export async function pictureByNodes(
  renderer: WebGPURenderer,
  scene: THREE.Scene,
  camera: THREE.Camera,
): Promise<Uint8ClampedArray> {
  const target = new THREE.RenderTarget(WIDTH, HEIGHT, { type: THREE.HalfFloatType });
  renderer.setRenderTarget(target);
  renderer.render(scene, camera);
  renderer.setRenderTarget(null);
  const halves = await renderer.readRenderTargetPixelsAsync(target, 0, 0, WIDTH, HEIGHT);
  target.dispose();
  const pixels = new Uint8ClampedArray(4 * WIDTH * HEIGHT);
  const isUpsideDown = 'isWebGLBackend' in renderer.backend;
  for (let i = 0; i < pixels.length; i++) {
    const row = Math.floor(i / (4 * WIDTH));
    const from = isUpsideDown ? i + 4 * WIDTH * (HEIGHT - 1 - 2 * row) : i;
    const value = THREE.DataUtils.fromHalfFloat(halves[from]!);
    pixels[i] = 255 * (i % 4 === 3 ? value : shownOf(value));
  }
  return pixels;
}

/** sRGB of a linear value. */
function shownOf(value: number): number {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
}

/** The picture by WebGLRenderer through a composer, which mixes light and fog in linear space, like WebGPURenderer. */
export function composed(
  renderer: THREE.WebGLRenderer,
  scene: THREE.Scene,
  camera: THREE.Camera,
): Uint8ClampedArray {
  const composer = new EffectComposer(renderer);
  composer.addPass(new RenderPass(scene, camera));
  composer.addPass(new OutputPass());
  composer.render();
  composer.dispose();
  return pixelsOf(renderer);
}

/** The number of pixels with a channel that differs by more than `by`. */
export function differing(a: Uint8ClampedArray, b: Uint8ClampedArray, by: number): number {
  let count = 0;
  for (let i = 0; i < a.length; i += 4) {
    if ([0, 1, 2].some((k) => Math.abs(a[i + k]! - b[i + k]!) > by)) count += 1;
  }
  return count;
}

function pixelsOf({ domElement }: THREE.WebGLRenderer): Uint8ClampedArray {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d')!;
  context.drawImage(domElement, 0, 0);
  return context.getImageData(0, 0, WIDTH, HEIGHT).data;
}
