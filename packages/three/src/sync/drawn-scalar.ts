import type { World } from '@skein/core';

/** A copy of a scalar field, as it is in the drawn state. */
export class DrawnScalar {
  readonly name: string;
  /** The number of cells along x, y and z. In the plane, the number along z is 1. */
  readonly cells: readonly [number, number, number];
  /** The value of each cell. The index of a cell increases first along x, then along y, then along z. */
  readonly values: Float32Array;

  /** Creates copies of all scalar fields of a world, in the order of the scenario. */
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

  /** Copies the values from the world. Call it only while no run is in progress. */
  copyFrom({ views }: World): void {
    this.values.set(views.fields[this.name].values);
  }
}
