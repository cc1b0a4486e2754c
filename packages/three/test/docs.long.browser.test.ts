import * as core from '@skein/core';
import * as worker from '@skein/worker';
import * as THREE from 'three';
import * as GPU from 'three/webgpu';
import { expect, it } from 'vitest';
import { page as viewer } from 'vitest/browser';
import page from '../../../docs/three.md?raw';
import * as three from '../src/index.ts';
import * as ofGpu from '../src/webgpu.ts';
import { differing, pictureByNodes } from './webgpu/pictures.ts';

/** WebGPU in software loses its device if its canvas is shown in a page; other tests do not show theirs. */
class OnWebGL2 extends GPU.WebGPURenderer {
  constructor(parameters: ConstructorParameters<typeof GPU.WebGPURenderer>[0]) {
    super({ ...parameters, forceWebGL: true });
  }
}

const MODULES: Readonly<Record<string, object>> = {
  three: THREE,
  '@skein/core': core,
  '@skein/worker': worker,
  '@skein/three': three,
  '@skein/three/webgpu': ofGpu,
  'three/webgpu': { ...GPU, WebGPURenderer: OnWebGL2 },
};

/** The first sets the stage; each of the others is a page with it. */
const [stage, ...blocks] = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code!);
const [ofAgents, ...others] = blocks;

interface Shown {
  readonly renderer: THREE.WebGLRenderer;
  readonly scene: THREE.Scene;
  readonly camera: THREE.Camera;
  readonly driver: three.Driver;
  readonly gpu: GPU.WebGPURenderer | undefined;
}

/** Runs code with its imports, and returns its declarations. */
async function run(code: string): Promise<Shown> {
  const body = code
    .replace(/import \* as (\w+) from '(.*)';/g, "const $1 = modules['$2'];")
    .replace(/import (\{.*\}) from '(.*)';/g, "const $1 = modules['$2'];");
  const AsyncFunction = (async () => {}).constructor as new (...text: string[]) => CallableFunction;
  const made = new AsyncFunction(
    'modules',
    `${body}\nreturn { renderer, scene, camera, driver, gpu: typeof gpu === 'object' ? gpu : undefined };`,
  );
  return made(MODULES);
}

/** The sum of all channels of the picture, or of the lowest part of it. */
function lightOf({ renderer, scene, camera }: Shown, part = 1): number {
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const [width, height] = [gl.drawingBufferWidth, Math.floor(gl.drawingBufferHeight * part)];
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels.reduce((sum, part) => sum + part, 0);
}

it('the code of docs/three.md shows 20,000 lit cones in 25 lines, which move and cast shadows', async () => {
  // A picture of this size takes long in software.
  await viewer.viewport(480, 270);
  expect(ofAgents!.trim().split('\n').length).toBeLessThanOrEqual(25);
  const shown = await run(`${stage}\n${ofAgents}`);
  const { renderer, driver, scene } = shown;
  const agents = scene.children.find((child) => child instanceof three.Agents)!;
  expect(agents.geometry.instanceCount).toBe(20_000);
  await expect.poll(() => driver.world.tick, { timeout: 30_000 }).toBeGreaterThan(0);
  renderer.setAnimationLoop(null);
  await driver.dispose();
  const lit = lightOf(shown, 0.5);
  agents.castShadow = false;
  const unshaded = lightOf(shown, 0.5);
  agents.visible = false;
  const empty = lightOf(shown, 0.5);
  expect(lit).toBeLessThan(0.995 * unshaded);
  expect(unshaded).toBeLessThan(0.999 * empty);
  agents.dispose();
  renderer.dispose();
  renderer.domElement.remove();
  await driver.team.dispose();
});

it.each([
  ['Trails', three.Trails],
  ['Particles', three.Particles],
] as const)('the code of docs/three.md shows %s', async (name, Shown) => {
  await viewer.viewport(480, 270);
  const code = others.find((other) => other.includes(`create${name}`))!;
  const shown = await run(`${stage}\n${code}`);
  const { renderer, driver, scene } = shown;
  const light = scene.children.filter((child) => child instanceof Shown);
  expect(light).toHaveLength(1);
  await expect.poll(() => driver.world.tick, { timeout: 30_000 }).toBeGreaterThan(12);
  renderer.setAnimationLoop(null);
  await driver.dispose();
  const seen = lightOf(shown);
  light[0]!.visible = false;
  expect(lightOf(shown)).toBeLessThan(0.999 * seen);
  renderer.dispose();
  renderer.domElement.remove();
  await driver.team.dispose();
});

it('the code of docs/three.md shows agents and trails with WebGPURenderer', async () => {
  await viewer.viewport(480, 270);
  const code = others.find((other) => other.includes('WebGPURenderer'))!;
  const { renderer, driver, scene, camera, gpu } = await run(`${stage}\n${code}`);
  await expect.poll(() => driver.world.tick, { timeout: 30_000 }).toBeGreaterThan(20);
  gpu!.setAnimationLoop(null);
  await driver.dispose();
  const shown = await pictureByNodes(gpu!, scene, camera);
  for (const kind of [ofGpu.NodeAgents, ofGpu.NodeTrails]) {
    const [object] = scene.children.filter((child) => child instanceof kind);
    object!.visible = false;
    const without = await pictureByNodes(gpu!, scene, camera);
    expect(differing(shown, without, 20), kind.name).toBeGreaterThan(300);
    object!.visible = true;
  }
  gpu!.domElement.remove();
  gpu!.dispose();
  renderer.dispose();
  await driver.team.dispose();
});
