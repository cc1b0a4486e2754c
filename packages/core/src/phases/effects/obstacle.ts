import { COMMAND, OBSTACLE_DEED } from '../../commands/records.ts';
import type { State } from '../../world/layout.ts';
import { NO_OBSTACLE } from '../../world/obstacle-kinds.ts';
import { eraseObstacle, findObstacle, writeObstacle } from '../../world/obstacles.ts';
import type { SharedWorld } from '../../world/world.ts';
import { changeObstacles } from '../obstacle-motion.ts';
import type { Effect } from './define-effect.ts';

const { deed: DEED, detail: DETAIL, low: LOW, high: HIGH } = COMMAND.obstacle.words;

/**
 * The effect of the command `obstacle`: adds, moves, turns or removes an obstacle. The world has already checked that
 * the obstacle exists, or that there is room for a new one.
 */
export const obstacle: Effect = {
  settle({ world }, { place, value }) {
    const { back, constants } = world;
    const { commandPlace, commandValue } = constants;
    const deed = commandPlace[place + DEED];
    const detail = commandPlace[place + DETAIL];
    const low = commandPlace[place + LOW];
    const high = commandPlace[place + HIGH];
    const row = deed === OBSTACLE_DEED.add ? freeRow(world) : findObstacle(back, low, high);
    if (row < 0) return;
    changeObstacles(world, () => {
      if (deed === OBSTACLE_DEED.add) {
        writeObstacle(back, row, [detail, low, high], commandValue, value);
      } else if (deed === OBSTACLE_DEED.remove) eraseObstacle(back, row);
      else if (deed === OBSTACLE_DEED.move) moveTo(world, row, commandValue, value);
      else turnTo(back, row, detail === 1, commandValue, value);
    });
  },
};

/** The first empty row that is not reserved for an obstacle with a motion. */
function freeRow({ plan, back }: SharedWorld): number {
  const { capacity, motions } = plan.obstacles;
  for (let row = 0; row < capacity; row++) {
    if (back.obstacleKind[row] === NO_OBSTACLE && motions[row] === undefined) return row;
  }
  return -1;
}

/** Moves an obstacle to a new position. If the obstacle has a motion, the motion continues from the new position. */
function moveTo({ plan, back }: SharedWorld, row: number, values: Float32Array, at: number): void {
  const hasMotion = plan.obstacles.motions[row] !== undefined;
  for (const [k, axis] of (['x', 'y', 'z'] as const).entries()) {
    back.obstacleCenter[axis][row] = values[at + k];
    if (!hasMotion) back.obstacleVelocity[axis][row] = values[at + 3 + k];
  }
}

function turnTo(
  back: State,
  row: number,
  hasRotation: boolean,
  values: Float32Array,
  at: number,
): void {
  if (hasRotation) back.obstacleRotation.set(values.subarray(at, at + 4), 4 * row);
  for (const [k, axis] of (['x', 'y', 'z'] as const).entries()) {
    back.obstacleSpin[axis][row] = values[at + 4 + k];
  }
}
