import { NO_MOVE, refresh, type World } from '@skein/core';

/** A copy of the flow field that leads to the first target that has one; taken anew when it changes. */
export class DrawnField {
  /** Of each cell of the map the move toward the goal, as in MOVE_X and MOVE_Y, or NO_MOVE. */
  readonly move: Uint8Array;
  /** Index of the target that it leads to. */
  readonly target: number;
  /** Changes with the field. */
  version = 0;
  #map = 0;
  #goal = 0;

  constructor(cells: number, target: number) {
    this.move = new Uint8Array(cells).fill(NO_MOVE);
    this.target = target;
  }

  /** The field of a world, if it has any. */
  static of({ plan, views }: World): DrawnField | undefined {
    const target = plan.map?.fields[0];
    return target === undefined ? undefined : new DrawnField(views.mapCost.length, target);
  }

  /** Takes over the world's field. Only between runs. */
  copyFrom(world: World): void {
    // The threads have gone on since this one last looked.
    refresh(world);
    const { front } = world;
    if (this.#map === front.fieldMap[0] && this.#goal === front.fieldGoal[0]) return;
    this.#map = front.fieldMap[0];
    this.#goal = front.fieldGoal[0];
    this.move.set(front.fieldMove.subarray(0, this.move.length));
    this.version += 1;
  }
}
