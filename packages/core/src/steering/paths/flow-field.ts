import { NO_MOVE } from '../../path/flow-field.ts';
import { MOVE_X, MOVE_Y } from '../../path/octile.ts';
import { slotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import { centerX, centerY, isWall, mapCellOf } from '../../world/map.ts';
import { openCellsOf } from '../../world/open-cells.ts';
import { rolesIn } from '../../world/roles.ts';
import { STATUS } from '../../world/status.ts';
import type { Steer } from '../behavior.ts';
import { steerAlong } from './toward.ts';

const fround = Math.fround;

const WEIGHT = slotOf('flowField', 'weight');
const BRAKING_DISTANCE = slotOf('flowField', 'brakingDistance');

/**
 * Steers to the target by the shared flow field, which gives the next cell for each cell of the map. The agent goes
 * toward the center of the next cell. In the cell of the target, it steers to the target itself and comes to rest
 * there. An agent that cannot reach the target brakes.
 *
 * reads front.position (m), front.velocity (m/s), front.fieldMove
 * source: Elijah Emerson, Crowd Pathfinding and Steering Using Flow Field Tiles, Game AI Pro (2013), chapter 23
 */
export const steerFlowField: Steer = (world, behavior, begin, end) => {
  const { front, plan } = world;
  const map = plan.map!;
  const { status, position, targetPosition, fieldMove, fieldGoal } = front;
  const roles = rolesIn(world);
  const at = behavior.index * RECORD;
  const weight = front.behaviorParameters[at + WEIGHT];
  const braking = front.behaviorParameters[at + BRAKING_DISTANCE];
  const field = map.fields.indexOf(behavior.target);
  const cells = map.width * map.height;
  const open = openCellsOf(world, front);
  const goal = fieldGoal[field] - 1;
  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const x = position.x[i];
    const y = position.y[i];
    const cell = mapCellOf(map, x, y);
    const move = cell < 0 ? NO_MOVE : fieldMove[field * cells + cell];
    if (cell === goal) {
      const wayX = fround(targetPosition.x[behavior.target] - x);
      const wayY = fround(targetPosition.y[behavior.target] - y);
      steerAlong(world, behavior, i, wayX, wayY, weight, braking);
    } else if (isWall(front, cell)) {
      // Leads out of a wall that was placed on top of the agent.
      const out = open.near(front, x, y);
      const wayX = out < 0 ? 0 : fround(centerX(map, out) - x);
      const wayY = out < 0 ? 0 : fround(centerY(map, out) - y);
      steerAlong(world, behavior, i, wayX, wayY, weight, braking);
    } else if (move === NO_MOVE) {
      steerAlong(world, behavior, i, 0, 0, weight, braking);
    } else {
      const next = cell + MOVE_X[move] + MOVE_Y[move] * map.width;
      const wayX = fround(centerX(map, next) - x);
      const wayY = fround(centerY(map, next) - y);
      steerAlong(world, behavior, i, wayX, wayY, weight, 0);
    }
  }
};
