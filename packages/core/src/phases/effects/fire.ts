import { normalizeInto, type Vector } from '../../math/direction.ts';
import { randomInto, STREAM, unit } from '../../math/random.ts';
import { cosine, sine } from '../../math/trigonometry.ts';
import { COMMAND } from '../../world/command-kinds.ts';
import { raise } from '../../world/event-ring.ts';
import { EVENT } from '../../world/events.ts';
import type { LauncherPlan } from '../../world/plan.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { aimLauncherInto } from '../aiming.ts';
import { resetExtras } from '../extras.ts';
import type { Effect, StoredCommand } from './define-effect.ts';
import { placeOfCommand } from './stored-commands.ts';

/**
 * Launches agents of a pool.
 *
 * A pool is a ring in the order of ids: the next ones are launched, and when the ring has come round
 * before a flight has ended, that flight ends and its agent starts again.
 */
export const fire: Effect = {
  stage(world, command, begin, end) {
    const { commandPlace, commandValue } = world.constants;
    const launcher = world.plan.launchers[commandPlace[command.place]];
    const count = commandPlace[command.place + 1];
    const angle = commandValue[command.value];
    const frame = frameOf(world, launcher, command.ordinal);
    const before = firedBefore(world, launcher.species, command);
    for (let k = 0; k < count; k++) {
      const slot = world.front.slot[poolMember(world, launcher.species, before + k)];
      if (slot >= begin && slot < end) start(world, slot, launcher, frame, angle, k / count);
    }
  },

  settle(world, command) {
    const { plan, front, back, constants } = world;
    const launcherIndex = constants.commandPlace[command.place];
    const count = constants.commandPlace[command.place + 1];
    const launcher = plan.launchers[launcherIndex];
    const before = firedBefore(world, launcher.species, command);
    let recycled = 0;
    for (let k = 0; k < count; k++) {
      const slot = front.slot[poolMember(world, launcher.species, before + k)];
      if (front.status[slot] === STATUS.alive) recycled++;
    }
    back.fired[launcher.species] = before + count;
    const [x, y, z] = launcher.position;
    raise(world, EVENT.fired, count, launcherIndex, recycled, x, y, z);
  },
};

/** The id of the nth agent that a pool launches. */
function poolMember(world: SharedWorld, species: number, n: number): number {
  const { first, count } = world.plan.species[species];
  return first + (n % count);
}

/** How many agents of the pool were fired before a command, earlier commands of its tick included. */
function firedBefore(
  world: SharedWorld,
  species: number,
  { index, ordinal }: StoredCommand,
): number {
  const { commandKind, commandPlace } = world.constants;
  let fired = world.front.fired[species];
  for (let other = index - ordinal; other < index; other++) {
    if (commandKind[other] !== COMMAND.fire) continue;
    const place = placeOfCommand(world, other);
    if (world.plan.launchers[commandPlace[place]].species !== species) continue;
    fired += commandPlace[place + 1];
  }
  return fired;
}

/** Forward along the aim, right and up across it, and the random roll that a volley starts from. */
interface Frame {
  readonly forward: Vector;
  readonly right: Vector;
  readonly up: Vector;
  readonly roll: number;
}

const bits = new Uint32Array(4);

function frameOf(world: SharedWorld, launcher: LauncherPlan, ordinal: number): Frame {
  const { seed, dimensions } = world.plan;
  const forward = new Float32Array(3);
  const right = new Float32Array(3);
  const up = new Float32Array(3);
  aimLauncherInto(forward, world, launcher);
  const [fx, fy, fz] = forward as unknown as [number, number, number];
  if (dimensions === 2) {
    right[2] = 1;
    normalizeInto(up, -fy, fx, 0);
  } else {
    // right = (0, 1, 0) x forward; straight up or down any right will do.
    normalizeInto(right, fz, 0, -fx);
    const [rx, ry, rz] = right as unknown as [number, number, number];
    normalizeInto(up, fy * rz - fz * ry, fz * rx - fx * rz, fx * ry - fy * rx);
  }
  randomInto(bits, seed, world.frontTick, ordinal, STREAM.fire);
  return { forward, right, up, roll: 2 * Math.PI * unit(bits[0]) };
}

/**
 * Starts the agent at `slot`: `share` of a full turn beyond the volley's base roll, at `angle` (rad)
 * from the line it points along. In the plane a roll only chooses the side.
 */
function start(
  world: SharedWorld,
  slot: number,
  launcher: LauncherPlan,
  frame: Frame,
  angle: number,
  share: number,
): void {
  const { stagedPosition, stagedVelocity, stagedStatus } = world.scratch;
  const roll = frame.roll + 2 * Math.PI * share;
  let acrossRight = sine(roll);
  let acrossUp = cosine(roll);
  if (world.plan.dimensions === 2) {
    acrossRight = 0;
    acrossUp = acrossUp < 0 ? -1 : 1;
  }
  const ahead = cosine(angle);
  const aside = sine(angle);
  const { forward, right, up } = frame;
  const component = (axis: number): number =>
    launcher.speed *
    (ahead * forward[axis] + aside * (acrossRight * right[axis] + acrossUp * up[axis]));
  stagedPosition.x[slot] = launcher.position[0];
  stagedPosition.y[slot] = launcher.position[1];
  stagedPosition.z[slot] = launcher.position[2];
  stagedVelocity.x[slot] = component(0);
  stagedVelocity.y[slot] = component(1);
  stagedVelocity.z[slot] = component(2);
  stagedStatus[slot] = STATUS.newborn;
  resetExtras(world, slot);
}
