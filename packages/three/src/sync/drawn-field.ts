import type { World } from '@skein/core';
import { NO_MOVE } from '@skein/core/path';
import { innerOf, refresh } from '@skein/core/supervise';

/** A copy of a flow field. It is updated when the field changes. */
export class DrawnField {
  /** For each cell of the map, the move toward the goal, as in MOVE_X and MOVE_Y, or NO_MOVE. */
  readonly move: Uint8Array;
  /** The index of the target that the field leads to. */
  readonly target: number;
  /** A number that changes with the field. */
  version = 0;
  readonly #index: number;
  #map = 0;
  #goal = 0;

  /** @param index the index of the field in the world */
  constructor(index: number, cells: number, target: number) {
    this.#index = index;
    this.move = new Uint8Array(cells).fill(NO_MOVE);
    this.target = target;
  }

  /** The flow fields of a world: one for each target that agents follow a field to. */
  static allOf(world: World): readonly DrawnField[] {
    const { plan, views } = innerOf(world);
    const targets = plan.map?.fields ?? [];
    return targets.map((target, index) => new DrawnField(index, views.mapCost.length, target));
  }

  /** Copies the field of the world. Only between runs. */
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
