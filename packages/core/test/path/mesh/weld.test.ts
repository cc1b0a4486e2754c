import { describe, expect, it } from 'vitest';
import { buildMesh, findMeshProblems } from '../../../src/path/mesh/build-mesh.ts';
import { type Point, weld } from '../../../src/path/mesh/weld.ts';

/** A square of 1 m on the left, and two halves of one beside it that are higher. */
function seam(step: number): Point[][] {
  const at = (x: number, y: number, z = 0): Point => [x, y, z];
  return [
    [at(0, 0), at(1, 0), at(1, 1), at(0, 1)],
    [at(1, 0, step), at(2, 0, step), at(2, 0.5, step), at(1, 0.5, step)],
    [at(1, 0.5, step), at(2, 0.5, step), at(2, 1, step), at(1, 1, step)],
  ];
}

function areaOf(vertices: readonly Point[], corners: readonly number[]): number {
  let area = 0;
  corners.forEach((from, k) => {
    const [ax, ay] = vertices[from];
    const [bx, by] = vertices[corners[(k + 1) % corners.length]];
    area += ax * by - ay * bx;
  });
  return Math.abs(area) / 2;
}

describe('weld', () => {
  it('makes corners one vertex up to a climb, and splits an edge that meets two', () => {
    const { vertices, polygons } = weld(seam(0.3), 0.3001);
    expect(polygons).toEqual([
      [0, 1, 2, 3, 4],
      [1, 5, 6, 2],
      [2, 6, 7, 3],
    ]);
    expect(vertices[2]).toEqual([1, 0.5, Math.fround(0.3)]);
    expect(vertices).toHaveLength(8);
  });

  it('keeps floors apart whose heights differ by more', () => {
    const { vertices, polygons } = weld(seam(0.31), 0.3);
    expect(vertices).toHaveLength(10);
    expect(polygons[0]).toHaveLength(4);
  });

  it('leaves out polygons without area, and those over another', () => {
    const [one, ...rest] = seam(0);
    const line: Point[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0.5, 0, 0],
    ];
    expect(weld([one, line, [...one].reverse(), ...rest], 0)).toEqual(weld([one, ...rest], 0));
  });

  it.each([65, 66, 130, 500])('cuts a polygon whose edge meets %i others', (count) => {
    const wide: Point[] = [
      [0, 0, 0],
      [count, 0, 0],
      [count, -1, 0],
      [0, -1, 0],
    ];
    const others = Array.from({ length: count }, (_, k): Point[] => [
      [k, 0, 0],
      [k + 1, 0, 0],
      [k + 1, 1, 0],
      [k, 1, 0],
    ]);
    const { vertices, polygons } = weld([wide, ...others], 0);
    expect(Math.max(...polygons.map(({ length }) => length))).toBeLessThanOrEqual(64);
    expect(findMeshProblems(vertices, polygons)).toEqual([]);
    const mesh = buildMesh(vertices, polygons);
    expect(new Set(mesh.part).size).toBe(1);
    expect(vertices).toHaveLength(2 * count + 4);
    const area = polygons.reduce((sum, corners) => sum + areaOf(vertices, corners), 0);
    expect(area).toBeCloseTo(2 * count);
  });
});
