import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { type Framing, frameTwoPoints } from '../../src/camera/framing.ts';

const FOV = 60;

/** Random numbers in [0, 1), the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function cameraAt({ eye, look, up }: Framing, aspect: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(FOV, aspect, 0.001, 1e7);
  camera.position.copy(eye);
  camera.up.copy(up);
  camera.lookAt(look);
  camera.updateMatrixWorld();
  return camera;
}

function lens(aspect: number) {
  return { fov: (FOV * Math.PI) / 180, aspect };
}

describe('frameTwoPoints', () => {
  for (const seed of [1, 2, 3]) {
    it(`keeps both points in the picture for 500 random pairs and shapes, seed ${seed}`, () => {
      const next = numbers(seed);
      for (let i = 0; i < 500; i++) {
        const scale = 10 ** (next() * 5 - 2);
        const point = () =>
          new Vector3(next() - 0.5, next() - 0.5, next() - 0.5).multiplyScalar(scale);
        const [near, far] = [point(), point()];
        const aspect = 0.3 + 3 * next();
        const margin = 0.1 + 0.7 * next();
        const along = 0.01 + 0.9 * next();
        const framing = frameTwoPoints(near, far, lens(aspect), { margin, along });
        const camera = cameraAt(framing, aspect);
        for (const place of [near, far]) {
          const seen = place.clone().project(camera);
          const ahead = camera.getWorldDirection(new Vector3()).dot(place.clone().sub(framing.eye));
          const which = `pair ${i}: ${near.toArray()} ${far.toArray()} aspect ${aspect}`;
          expect(ahead, which).toBeGreaterThan(0);
          expect(Math.abs(seen.x), which).toBeLessThan(1e-3);
          expect(Math.abs(seen.y), which).toBeLessThan(1 - margin + 1e-3);
        }
      }
    });
  }

  it('puts the points at the margin from the edge, the near one below', () => {
    const [near, far] = [new Vector3(0, 0, 0), new Vector3(0, 0, 50)];
    const camera = cameraAt(frameTwoPoints(near, far, lens(16 / 9)), 16 / 9);
    expect(near.clone().project(camera).y).toBeCloseTo(-0.6, 5);
    expect(far.clone().project(camera).y).toBeCloseTo(0.6, 5);
  });

  it('stands behind and above the near point', () => {
    const { eye } = frameTwoPoints(new Vector3(0, 0, 0), new Vector3(0, 0, 50), lens(16 / 9));
    expect(eye.z).toBeLessThan(-1);
    expect(eye.y).toBeGreaterThan(1);
    expect(eye.length()).toBeLessThan(10);
  });

  it('stands farther away in a picture narrower than high', () => {
    const [near, far] = [new Vector3(1, 2, 3), new Vector3(20, -7, 40)];
    const wide = frameTwoPoints(near, far, lens(2));
    const square = frameTwoPoints(near, far, lens(1));
    const narrow = frameTwoPoints(near, far, lens(390 / 844));
    expect(square.eye.distanceTo(near)).toBeCloseTo(wide.eye.distanceTo(near), 9);
    expect(narrow.eye.distanceTo(near)).toBeGreaterThan(1.5 * square.eye.distanceTo(near));
  });

  it('looks at the point when both coincide', () => {
    const place = new Vector3(4, -5, 6);
    const framing = frameTwoPoints(place, place.clone(), lens(1.5));
    const seen = place.clone().project(cameraAt(framing, 1.5));
    expect(framing.eye.distanceTo(place)).toBeGreaterThan(1);
    expect(Math.hypot(seen.x, seen.y)).toBeLessThan(1e-6);
  });

  for (const [name, far] of [
    ['above', new Vector3(3, 60, -2)],
    ['below', new Vector3(3, -60, -2)],
  ] as const) {
    it(`frames a target straight ${name} the gun, where the up direction is along the line`, () => {
      const near = new Vector3(3, 4, -2);
      const framing = frameTwoPoints(near, far, lens(1.7));
      const camera = cameraAt(framing, 1.7);
      expect(framing.up.length()).toBeCloseTo(1, 9);
      for (const place of [near, far]) {
        const seen = place.clone().project(camera);
        expect(Math.abs(seen.x)).toBeLessThan(1e-6);
        expect(Math.abs(seen.y)).toBeLessThanOrEqual(0.6 + 1e-6);
      }
    });
  }
});
