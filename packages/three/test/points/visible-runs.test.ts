import { blocksOf, createPointRecords, POINT_BLOCK, packPoints } from '@skein/core/read';
import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { MAX_RUNS, VisibleRuns } from '../../src/points/visible-runs.ts';

/** Numbers in [0, 1) from a seed. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Agents in a box of 100 x 60 x 40 m, in the order of its cells, x fastest. */
function swarm(count: number, seed: number) {
  const random = randoms(seed);
  const places = Array.from({ length: count }, () => {
    return new Vector3(random() * 100 - 50, random() * 60 - 30, random() * 40 - 20);
  });
  const cell = ({ x, y, z }: Vector3) =>
    Math.floor(x / 5) + 100 * (Math.floor(y / 5) + 100 * Math.floor(z / 5));
  places.sort((a, b) => cell(a) - cell(b));
  const columns = {
    x: Float32Array.from(places, ({ x }) => x),
    y: Float32Array.from(places, ({ y }) => y),
    z: Float32Array.from(places, ({ z }) => z),
    vx: Float32Array.from(places, () => 6 * random() - 3),
    vy: Float32Array.from(places, () => 6 * random() - 3),
    vz: Float32Array.from(places, () => 6 * random() - 3),
    species: new Uint8Array(count),
    id: Uint32Array.from(places, (_, i) => i),
  };
  const points = createPointRecords(count, false);
  packPoints(columns, count, points, 0, blocksOf(count));
  return { living: count, points, columns };
}

const COUNT = 40_003;
const agents = swarm(COUNT, 77);

function cameraAt(eye: Vector3, look: Vector3, fov: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(fov, 1.6, 0.1, 1000);
  camera.position.copy(eye);
  camera.lookAt(look);
  return camera;
}

/** Which agents are in the picture, one by one. */
function seen(camera: PerspectiveCamera, lag: number): number[] {
  camera.updateMatrixWorld();
  const { x, y, z, vx, vy, vz } = agents.columns;
  const at = new Vector3();
  return Array.from({ length: COUNT }, (_, i) => i).filter((i) => {
    at.set(x[i]! - lag * vx[i]!, y[i]! - lag * vy[i]!, z[i]! - lag * vz[i]!).project(camera);
    return Math.max(Math.abs(at.x), Math.abs(at.y), Math.abs(at.z)) <= 1;
  });
}

describe('VisibleRuns', () => {
  const random = randoms(5);
  const within = (reach: number) =>
    new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).multiplyScalar(reach);
  const views = Array.from({ length: 24 }, (_, k) => ({
    name: `view ${k} (seed 5)`,
    camera: cameraAt(within(k % 2 ? 60 : 160), within(30), 20 + 50 * random()),
    lag: (k % 3) - 1,
  }));

  it.each(views)('has all visible agents: $name', ({ camera, lag }) => {
    const runs = new VisibleRuns(0.1).of(agents, lag, camera);
    expect(runs.length).toBeLessThanOrEqual(MAX_RUNS);
    let end = -1;
    for (const { start, count } of runs) {
      expect(start).toBeGreaterThan(end);
      expect(start % POINT_BLOCK).toBe(0);
      expect(count).toBeGreaterThan(0);
      end = start + count;
    }
    expect(end).toBeLessThanOrEqual(COUNT);
    const missed = seen(camera, lag).filter(
      (i) => !runs.some(({ start, count }) => i >= start && i < start + count),
    );
    expect(missed).toEqual([]);
  });

  it('is one run if all agents are visible, and none if no agent is', () => {
    const runs = new VisibleRuns(0.1);
    const whole = [{ start: 0, count: COUNT }];
    const far = cameraAt(new Vector3(0, 30, 200), new Vector3(), 60);
    expect(runs.of(agents, 0, far)).toEqual(whole);
    expect(runs.of(agents, 0, undefined)).toEqual(whole);
    expect(runs.of(agents, 0, cameraAt(new Vector3(0, 0, 60), new Vector3(0, 0, 99), 60))).toEqual(
      [],
    );
    expect(runs.of({ ...agents, living: 0 }, 0, far)).toEqual([]);
  });

  it('leaves out most agents behind the camera or beside the picture', () => {
    const drawn = (camera: PerspectiveCamera) =>
      new VisibleRuns(0.1).of(agents, 0, camera).reduce((sum, { count }) => sum + count, 0);
    const inside = cameraAt(new Vector3(0, 0, 5), new Vector3(0, 0, -20), 40);
    expect(drawn(inside)).toBeLessThan(0.75 * COUNT);
    expect(drawn(cameraAt(new Vector3(0, 0, 19), new Vector3(0, 0, 40), 60))).toBeLessThan(
      0.15 * COUNT,
    );
  });
});
