import type { World } from '@skein/core';
import { innerOf, refresh } from '@skein/core/internal';
import { NO_MOVE } from '@skein/core/path';

/** A copy of a flow field of the world. It is updated only when the field has changed. */
export class DrawnField {
  /**
   * For each cell of the map, the first move of the path to the goal. A move is an index into MOVE_X and MOVE_Y, or
   * NO_MOVE.
   */
  readonly move: Uint8Array;
  /** The index of the target to which the field leads. */
  readonly target: number;
  /** A number that changes whenever the field changes. */
  version = 0;
  readonly #index: number;
  #map = 0;
  #goal = 0;

  /**
   * @param index the index of the field in the world
   * @param target the index of the target to which the field leads
   */
  constructor(index: number, cells: number, target: number) {
    this.#index = index;
    this.move = new Uint8Array(cells).fill(NO_MOVE);
    this.target = target;
  }

  /**
   * Creates copies of all flow fields of a world. There is one field for each target that agents reach by a flow field.
   */
  static allOf(world: World): readonly DrawnField[] {
    const { plan, views } = innerOf(world);
    const targets = plan.map?.fields ?? [];
    return targets.map((target, index) => new DrawnField(index, views.mapCost.length, target));
  }

  /** Copies the field from the world if it has changed. Call it only while no run is in progress. */
  copyFrom(world: World): void {
    // The threads have changed the memory since this thread last read it.
    const inner = innerOf(world);
    refresh(inner);
    const { front } = inner;
    const index = this.#index;
    if (this.#map === front.fieldMap[index] && this.#goal === front.fieldGoal[index]) return;
    this.#map = front.fieldMap[index];
    this.#goal = front.fieldGoal[index];
    const { length } = this.move;
    this.move.set(front.fieldMove.subarray(index * length, (index + 1) * length));
    this.version += 1;
  }
}
