import { PerspectiveCamera, Vector3, WebGLCoordinateSystem, WebGPUCoordinateSystem } from 'three';
import { describe, expect, it } from 'vitest';
import { cutAbove } from '../../src/scene/cut-above.ts';

const HEIGHT = 5;

describe.each([
  ['WebGL', WebGLCoordinateSystem, -1],
  ['WebGPU', WebGPUCoordinateSystem, 0],
] as const)('with the depth of %s', (_, system, nearest) => {
  const camera = new PerspectiveCamera(50, 1.5, 0.5, 200);
  camera.coordinateSystem = system;
  camera.position.set(3, -20, 18);
  camera.up.set(0, 0, 1);
  camera.lookAt(1, 2, 3);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  const whole = camera.projectionMatrix.clone();
  const seen = (place: Vector3) => place.applyMatrix4(camera.matrixWorldInverse);
  cutAbove(camera, HEIGHT);

  it('draws what is below the height where it was, and nothing above it', () => {
    for (const x of [-4, 0, 6]) {
      for (const y of [-5, 2, 30]) {
        for (const z of [-2, 0, 4.9, 5.1, 9]) {
          const at = new Vector3(x, y, z);
          const before = seen(at.clone()).applyMatrix4(whole);
          const after = seen(at.clone()).applyMatrix4(camera.projectionMatrix);
          expect(after.x).toBeCloseTo(before.x, 9);
          expect(after.y).toBeCloseTo(before.y, 9);
          expect(after.z > nearest && after.z < 1).toBe(z < HEIGHT);
        }
      }
    }
  });

  it('keeps the order of depths', () => {
    const depths = [4, 2, 0].map(
      (z) => seen(new Vector3(1, 2, z)).applyMatrix4(camera.projectionMatrix).z,
    );
    expect(depths).toEqual([...depths].sort((one, other) => one - other));
  });
});
