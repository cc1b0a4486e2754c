import { heightAt, type World } from '@skein/core';
import { innerOf } from '@skein/core/internal';

type Point = readonly [x: number, y: number, z: number];

/** The columns of the points that `lift` moves to the ground. */
interface Columns {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly z: Float32Array;
}

/**
 * The ground of a scene with a height map. Whatever is at (x, y) in the scene is drawn at the height of the ground
 * there.
 */
export class Relief {
  /** The distance between two neighboring points of the height map, in m. */
  readonly spacing: number;
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
    this.spacing = innerOf(world).plan.heights?.cellSize ?? 1;
  }

  static of(world: World): Relief | undefined {
    return innerOf(world).plan.heights && new Relief(world);
  }

  heightAt(x: number, y: number): number {
    return heightAt(this.#world, x, y);
  }

  /** Sets z of each of the first `count` points to the height of the ground at that point. */
  lift({ x, y, z }: Columns, count: number): void {
    for (let i = 0; i < count; i++) z[i] = this.heightAt(x[i], y[i]);
  }

  /**
   * Returns points along the straight line from one point to another, each at the height of the ground. The start of
   * the line is left out.
   */
  along(from: Point, to: Point): Point[] {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const parts = Math.min(64, Math.max(1, Math.ceil(Math.hypot(dx, dy) / this.spacing)));
    return Array.from({ length: parts }, (_, part) => {
      const x = from[0] + (dx * (part + 1)) / parts;
      const y = from[1] + (dy * (part + 1)) / parts;
      return [x, y, this.heightAt(x, y)];
    });
  }
}
