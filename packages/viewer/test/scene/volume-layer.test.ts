import { createWorld, parseScenario, tick } from '@skein/core';
import { DrawnState } from '@skein/three/parts';
import { type DataTexture, type MeshBasicMaterial, PerspectiveCamera } from 'three';
import { expect, it } from 'vitest';
import { VolumeLayer } from '../../src/scene/volume-layer.ts';

/** One agent at rest that deposits, in a box with different numbers of cells along each axis. */
const CELLS = [5, 3, 4];
const scenario = parseScenario({
  name: 'one',
  bounds: { type: 'contain', min: [0, 0, 0], max: [10, 6, 8] },
  fields: [{ name: 'trail', cells: CELLS }],
  species: [
    {
      name: 'ant',
      count: 1,
      spawn: { type: 'points', positions: [[7, 1, 5]] },
      behaviors: [{ type: 'deposit', field: 'trail', rate: 2 }],
    },
  ],
});
/** The views along x, y and z. */
const CELL = [3, 0, 2];

it.each([
  { axis: 'x', eye: [50, 3, 4], order: [1, 2, 0] },
  { axis: 'y', eye: [5, -50, 4], order: [0, 2, 1] },
  { axis: 'z', eye: [5, 3, 60], order: [0, 1, 2] },
])('lights up the cell of a deposit, seen along $axis', ({ eye, order }) => {
  const world = createWorld(scenario);
  tick(world, 3);
  const state = new DrawnState(world);
  const layer = new VolumeLayer(state.scalars[0], 0, [0, 0, 0], [10, 6, 8]);
  const camera = new PerspectiveCamera();
  camera.position.fromArray(eye);
  const drawn = { mesh: 'species', trails: 'sprites', particles: 'card' } as const;
  const look = { ...drawn, color: 'species', flash: 0 } as const;
  const frame = { pixelsPerMeter: 1, seconds: 0, lag: 0, camera };
  layer.update(state, { ...frame, look: { ...look, field: true } });
  const { map, opacity } = layer.object.material as MeshBasicMaterial;
  const { data, width, height } = (map as DataTexture).image as {
    data: Uint8Array;
    width: number;
    height: number;
  };
  const [u, v, axis] = order;
  expect([width, height]).toEqual([CELLS[u], CELLS[v] * CELLS[axis]]);
  const lit = Array.from({ length: width * height }, (_, texel) => data[4 * texel + 3] > 0);
  const expected = (CELL[axis] * CELLS[v] + CELL[v]) * CELLS[u] + CELL[u];
  expect(lit.flatMap((is, texel) => (is ? [texel] : []))).toEqual([expected]);
  expect(opacity).toBeCloseTo(Math.min(1, 3 / CELLS[axis]), 5);

  // The corners of the agent's slice, at the height of the center of its cells.
  const { position } = layer.object.geometry.attributes;
  const at = position.array[3 * 4 * CELL[axis] + axis];
  expect(at).toBeCloseTo([10, 6, 8][axis] * ((CELL[axis] + 0.5) / CELLS[axis]), 5);
  layer.update(state, { ...frame, look: { ...look, field: false } });
  expect(layer.object.visible).toBe(false);
  layer.dispose();
});
