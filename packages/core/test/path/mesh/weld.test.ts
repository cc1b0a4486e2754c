import { describe, expect, it } from 'vitest';
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
});
