import * as core from '@skein/core';
import * as worker from '@skein/worker';
import * as THREE from 'three';
import { expect, it } from 'vitest';
import { page as viewer } from 'vitest/browser';
import page from '../../../../docs/tutorial-level.md?raw';
import * as ground from '../../src/ground/index.ts';
import * as three from '../../src/index.ts';

const MODULES: Readonly<Record<string, object>> = {
  three: THREE,
  '@skein/core': core,
  '@skein/worker': worker,
  '@skein/three': three,
  '@skein/three/ground': ground,
};

interface Shown {
  readonly renderer: THREE.WebGLRenderer;
  readonly scene: THREE.Scene;
  readonly camera: THREE.Camera;
  readonly driver: three.Driver;
  readonly agents: three.Agents;
}

it('the code of docs/tutorial-level.md shows walkers, who stand upright on the floor', async () => {
  await viewer.viewport(480, 270);
  const blocks = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
  const body = blocks
    .join('\n')
    .replace(/import .* from '\.\/.*';/g, '')
    .replace(/import \* as THREE from 'three';/g, '')
    .replace(/import (\{.*\}) from '(.*)';/g, "const $1 = modules['$2'];")
    .replace(/export /g, '')
    // The same name in two files.
    .replace(/const material = new THREE.MeshStandardMaterial\(\);/, '');
  const AsyncFunction = (async () => {}).constructor as new (...text: string[]) => CallableFunction;
  const make = new AsyncFunction(
    'modules',
    `const THREE = modules.three;\n${body}\nreturn { renderer, scene, camera, driver, agents };`,
  );
  const { renderer, scene, camera, driver, agents }: Shown = await make(MODULES);
  await expect.poll(() => driver.world.tick, { timeout: 30_000 }).toBeGreaterThan(10);
  renderer.setAnimationLoop(null);
  await driver.dispose();
  agents.updateWorldMatrix(true, false);
  // At the feet of a walker: 1.7 m high in the scene, and as wide as it is.
  const matrix = new THREE.Matrix4();
  agents.getMatrixAt(0, matrix);
  matrix.premultiply(agents.matrixWorld);
  const box = new THREE.Box3().setFromBufferAttribute(
    agents.geometry.attributes.position as THREE.BufferAttribute,
  );
  box.applyMatrix4(matrix);
  const size = box.getSize(new THREE.Vector3());
  expect(size.y).toBeCloseTo(1.7, 1);
  expect(size.x).toBeCloseTo(0.5, 1);
  expect(box.min.y).toBeCloseTo(0, 1);
  // They are seen.
  const light = (): number => {
    renderer.render(scene, camera);
    const gl = renderer.getContext();
    const pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
    gl.readPixels(
      0,
      0,
      gl.drawingBufferWidth,
      gl.drawingBufferHeight,
      gl.RGBA,
      gl.UNSIGNED_BYTE,
      pixels,
    );
    return pixels.reduce((sum, part) => sum + part, 0);
  };
  const shown = light();
  agents.visible = false;
  expect(light()).not.toBe(shown);
  renderer.dispose();
  renderer.domElement.remove();
  await driver.team.dispose();
});
