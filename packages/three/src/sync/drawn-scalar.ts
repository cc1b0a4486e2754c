import type { World } from '@skein/core';

/** A copy of a scalar field at the drawn state. */
export class DrawnScalar {
  readonly name: string;
  /** The number of cells along x, y and z. In the plane, there is one along z. */
  readonly cells: readonly [number, number, number];
  /** The values of the cells. x varies fastest, then y. */
  readonly values: Float32Array;

  /** The scalar fields of a world, in the order of its scenario. */
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

  /** Copies the values. Only between runs. */
  copyFrom({ views }: World): void {
    this.values.set(views.fields[this.name].values);
  }
}
