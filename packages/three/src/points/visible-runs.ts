import { BLOCK_NUMBERS, blocksOf, POINT_BLOCK, type PointRecords } from '@skein/core/read';
import { Box3, type Camera, Frustum, Matrix4 } from 'three';

/** Consecutive points that are drawn together: the first one, and their number. */
export interface Run {
  readonly start: number;
  readonly count: number;
}

/**
 * The maximum number of runs of points. If there are more runs, it is faster to merge some of them, and to draw the
 * hidden points between them too.
 */
export const MAX_RUNS = 12;

/**
 * Finds the points that a camera may see, as runs of consecutive points. Points are tested in blocks. If the bounding
 * box of a block intersects the view, all points of the block are in a run. If there are too many runs, the runs with
 * the smallest gaps between them are merged.
 */
export class VisibleRuns {
  readonly #frustum = new Frustum();
  readonly #matrix = new Matrix4();
  readonly #box = new Box3();

  readonly #margin: number;

  /** @param margin how far a point extends from its position, in m */
  constructor(margin: number) {
    this.#margin = margin;
  }

  /**
   * Returns the points that the camera may see, as runs of consecutive points. Without a camera, returns all points as
   * one run.
   *
   * @param lag the time from the drawn moment to the state, in s
   */
  of(
    { living, points }: { readonly living: number; readonly points: PointRecords },
    lag: number,
    camera: Camera | undefined,
  ): readonly Run[] {
    if (living === 0) return [];
    if (camera === undefined) return [{ start: 0, count: living }];
    camera.updateMatrixWorld();
    this.#matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    this.#frustum.setFromProjectionMatrix(this.#matrix, camera.coordinateSystem);
    const ends: number[] = [];
    for (let block = 0; block < blocksOf(living); block++) {
      if (!this.#sees(points.blocks, block, lag)) continue;
      const start = block * POINT_BLOCK;
      if (ends.at(-1) === start) ends.pop();
      else ends.push(start);
      ends.push(Math.min(living, start + POINT_BLOCK));
    }
    return runsOf(joined(ends));
  }

  #sees(blocks: Float32Array, block: number, lag: number): boolean {
    const at = block * BLOCK_NUMBERS;
    const { min, max } = this.#box;
    min.fromArray(blocks, at);
    max.fromArray(blocks, at + 4).add(min);
    this.#box.expandByScalar(this.#margin + Math.abs(lag) * blocks[at + 3]!);
    return this.#frustum.intersectsBox(this.#box);
  }
}

/**
 * If there are more than MAX_RUNS runs, merges the runs with the smallest gaps between them. `ends` contains the start
 * and the end of each run, alternately.
 */
function joined(ends: readonly number[]): readonly number[] {
  const gaps = ends.length / 2 - 1;
  if (gaps < MAX_RUNS) return ends;
  const widths = Array.from({ length: gaps }, (_, k) => ends[2 * k + 2]! - ends[2 * k + 1]!);
  const kept = new Set(
    [...widths.keys()].sort((a, b) => widths[b]! - widths[a]! || a - b).slice(0, MAX_RUNS - 1),
  );
  const inside = ends.slice(1, -1).filter((_, k) => kept.has(k >> 1));
  return [ends[0]!, ...inside, ends.at(-1)!];
}

function runsOf(ends: readonly number[]): Run[] {
  return Array.from({ length: ends.length / 2 }, (_, k) => ({
    start: ends[2 * k]!,
    count: ends[2 * k + 1]! - ends[2 * k]!,
  }));
}
