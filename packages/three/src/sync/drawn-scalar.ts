import type { World } from '@skein/core';

/** A scalar field, as it was at the drawn state. */
export class DrawnScalar {
  readonly name: string;
  /** Along x, y and z; one along z in the plane. */
  readonly cells: readonly [number, number, number];
  /** x runs first, then y. */
  readonly values: Float32Array;

  /** Those of a world, in the order of its scenario. */
  static allOf({ views }: World): readonly DrawnScalar[] {
    return Object.entries(views.fields).map(([name, { cells, values }]) => {
      return new DrawnScalar(name, [cells[0], cells[1], cells[2] ?? 1], values.length);
    });
  }

  private constructor(name: string, cells: DrawnScalar['cells'], count: number) {
    this.name = name;
    this.cells = cells;
    this.values = new Float32Array(count);
  }

  /** Only between runs. */
  copyFrom({ views }: World): void {
    this.values.set(views.fields[this.name].values);
  }
}
