import * as core from '@skein/core';
import * as worker from '@skein/worker';
import * as THREE from 'three';
import { expect, it } from 'vitest';
import { page as viewer } from 'vitest/browser';
import page from '../../../docs/three.md?raw';
import * as three from '../src/index.ts';

const MODULES: Readonly<Record<string, object>> = {
  three: THREE,
  '@skein/core': core,
  '@skein/worker': worker,
  '@skein/three': three,
};

const blocks = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code!);

interface Shown {
  readonly renderer: THREE.WebGLRenderer;
  readonly scene: THREE.Scene;
  readonly camera: THREE.Camera;
  readonly driver: three.Driver;
  readonly agents: three.Agents;
}

/** Runs code with its imports, and gives what it declares. */
async function run(code: string): Promise<Shown> {
  const body = code
    .replace(/import \* as (\w+) from '(.*)';/g, "const $1 = modules['$2'];")
    .replace(/import (\{.*\}) from '(.*)';/g, "const $1 = modules['$2'];");
  const AsyncFunction = (async () => {}).constructor as new (...text: string[]) => CallableFunction;
  const made = new AsyncFunction(
    'modules',
    `${body}\nreturn { renderer, scene, camera, driver, agents };`,
  );
  return made(MODULES);
}

/** The lower half of the picture, where the ground is: the sum of all channels. */
function light({ renderer, scene, camera }: Shown): number {
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight >> 1];
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels.reduce((sum, part) => sum + part, 0);
}

it('the code of docs/three.md shows 20,000 lit cones in 25 lines, which move and cast shadows', async () => {
  // A picture of its size is drawn in software.
  await viewer.viewport(480, 270);
  const [, agentsCode] = blocks;
  expect(agentsCode!.trim().split('\n').length).toBeLessThanOrEqual(25);
  const shown = await run(blocks.join('\n'));
  const { renderer, driver, agents } = shown;
  expect(agents.geometry.instanceCount).toBe(20_000);
  await expect.poll(() => driver.world.tick, { timeout: 30_000 }).toBeGreaterThan(0);
  renderer.setAnimationLoop(null);
  await driver.dispose();
  const lit = light(shown);
  agents.castShadow = false;
  const unshaded = light(shown);
  agents.visible = false;
  const empty = light(shown);
  expect(lit).toBeLessThan(0.995 * unshaded);
  expect(unshaded).toBeLessThan(0.999 * empty);
  agents.dispose();
  renderer.dispose();
  renderer.domElement.remove();
  await driver.team.dispose();
});
