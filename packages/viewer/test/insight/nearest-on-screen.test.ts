import { Matrix4, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { nearestOnScreen } from '../../src/insight/nearest-on-screen.ts';

const SIZE = { width: 719, height: 433 };
const LAG = 0.3;

function columnsOf(places: readonly number[][], velocities: readonly number[][] = []) {
  const column = (rows: readonly number[][], axis: number) =>
    Float32Array.from(places, (_, i) => rows[i]?.[axis] ?? 0);
  return {
    living: places.length,
    x: column(places, 0),
    y: column(places, 1),
    z: column(places, 2),
    vx: column(velocities, 0),
    vy: column(velocities, 1),
    vz: column(velocities, 2),
  };
}

function eye(): { camera: PerspectiveCamera; matrix: readonly number[] } {
  const camera = new PerspectiveCamera(60, SIZE.width / SIZE.height, 0.5, 200);
  camera.position.set(7, 11, 31);
  camera.lookAt(1, -2, 3);
  camera.updateMatrixWorld();
  const { elements } = new Matrix4().multiplyMatrices(
    camera.projectionMatrix,
    camera.matrixWorldInverse,
  );
  return { camera, matrix: elements };
}

/** Pseudorandom numbers from -1 to 1, the same in each run. */
function noise(k: number): number {
  const value = Math.sin(k * 12.9898 + 4.1) * 43758.5453;
  return 2 * (value - Math.floor(value)) - 1;
}

describe('nearestOnScreen', () => {
  it('finds the agent that three.js draws nearest, among those in the picture', () => {
    const { camera, matrix } = eye();
    const rows = (scale: number, from: number) =>
      Array.from({ length: 1003 }, (_, i) =>
        [0, 1, 2].map((axis) => scale * noise(from + 3 * i + axis)),
      );
    const [places, velocities] = [rows(60, 0), rows(9, 7919)];
    const seen = places.map((place, i) =>
      new Vector3(...place).addScaledVector(new Vector3(...velocities[i]), -LAG).project(camera),
    );
    const columns = columnsOf(places, velocities);
    let found = 0;
    for (let k = 0; k < 200; k++) {
      const left = (0.5 + 0.5 * noise(31 * k)) * SIZE.width;
      const top = (0.5 + 0.5 * noise(31 * k + 1)) * SIZE.height;
      let [nearest, least] = [-1, 20];
      seen.forEach(({ x, y, z }, i) => {
        if (Math.abs(z) > 1) return;
        const away = Math.hypot(
          ((x + 1) / 2) * SIZE.width - left,
          ((1 - y) / 2) * SIZE.height - top,
        );
        if (away < least) [nearest, least] = [i, away];
      });
      expect(nearestOnScreen(columns, LAG, { left, top, ...SIZE, matrix }, 20)).toBe(nearest);
      if (nearest >= 0) found += 1;
    }
    expect(found).toBeGreaterThan(20);
    expect(found).toBeLessThan(180);
  });

  it('finds no agent behind the camera, although its place is mirrored into the picture', () => {
    const { camera, matrix } = eye();
    const behind = camera.position
      .clone()
      .multiplyScalar(2)
      .sub(new Vector3(1, -2, 3));
    const spot = { left: SIZE.width / 2, top: SIZE.height / 2, ...SIZE, matrix };
    expect(nearestOnScreen(columnsOf([behind.toArray()]), 0, spot, 1000)).toBe(-1);
    expect(nearestOnScreen(columnsOf([behind.toArray(), [1, -2, 3]]), 0, spot, 2)).toBe(1);
  });

  it('finds no agent above the height at which the picture is cut', () => {
    const { matrix } = eye();
    const spot = { left: SIZE.width / 2, top: SIZE.height / 2, ...SIZE, matrix };
    const columns = columnsOf([[1, -2, 3]]);
    expect(nearestOnScreen(columns, 0, { ...spot, cut: 3.5 }, 1000)).toBe(0);
    expect(nearestOnScreen(columns, 0, { ...spot, cut: 2.5 }, 1000)).toBe(-1);
  });
});
