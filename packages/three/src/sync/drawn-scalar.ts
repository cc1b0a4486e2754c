import type { World } from '@skein/core';

/** A scalar field of the plane, as it was at the drawn state. */
export class DrawnScalar {
  readonly name: string;
  /** Along x and y. */
  readonly cells: readonly [number, number];
  /** x runs first. */
  readonly values: Float32Array;

  /** Those of a world, in the order of its scenario; none in space, where nothing draws them. */
  static allOf({ scenario, views }: World): readonly DrawnScalar[] {
    if (scenario.dimensions === 3) return [];
    return Object.entries(views.fields).map(([name, { cells, values }]) => {
      return new DrawnScalar(name, [cells[0], cells[1]], values.length);
    });
  }

  private constructor(name: string, cells: readonly [number, number], count: number) {
    this.name = name;
    this.cells = cells;
    this.values = new Float32Array(count);
  }

  /** Only between runs. */
  copyFrom({ views }: World): void {
    this.values.set(views.fields[this.name].values);
  }
}
