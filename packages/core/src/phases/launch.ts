import { normalizeInto, type Vector } from '../math/direction.ts';
import { randomInto, STREAM, unit } from '../math/random.ts';
import { cosine, sine } from '../math/trigonometry.ts';
import { COMMAND } from '../world/command-kinds.ts';
import { WORD } from '../world/layout.ts';
import type { LauncherPlan } from '../world/plan.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { aimLauncherInto } from './aiming.ts';
import { resetExtras } from './extras.ts';
import type { Kernel } from './kernel.ts';

/**
 * Carries out the `fire` commands of this tick for the agents in places [begin, end).
 *
 * A pool is a ring in the order of ids: the next ones are launched, and when the ring has come round
 * before a flight has ended, that flight ends and its agent starts anew.
 *
 * reads front, constants; writes staged position (m), velocity (m/s), status and extras, and back.route,
 * of the slice
 */
export const launch: Kernel = (world, begin, end) => {
  const { commandTick, commandKind, commandPlace, commandValue } = world.constants;
  const commands = world.control.word[WORD.commandCount];
  for (let c = 0; c < commands; c++) {
    if (commandTick[c] !== world.frontTick || commandKind[c] !== COMMAND.fire) continue;
    const launcher = world.plan.launchers[commandPlace[4 * c]];
    const count = commandPlace[4 * c + 1];
    const angle = commandValue[4 * c];
    const frame = frameOf(world, launcher, c);
    const before = firedBefore(world, launcher.species, c);
    for (let k = 0; k < count; k++) {
      const slot = world.front.slot[poolMember(world, launcher.species, before + k)];
      if (slot >= begin && slot < end) start(world, slot, launcher, frame, angle, k / count);
    }
  }
};

/** The id of the nth agent that a pool launches. */
export function poolMember(world: SharedWorld, species: number, n: number): number {
  const { first, count } = world.plan.species[species];
  return first + (n % count);
}

/** How many agents of the pool were fired before command `c`, earlier commands of its tick included. */
export function firedBefore(world: SharedWorld, species: number, c: number): number {
  const { commandTick, commandKind, commandPlace } = world.constants;
  let fired = world.front.fired[species];
  for (let other = 0; other < c; other++) {
    if (commandTick[other] !== world.frontTick || commandKind[other] !== COMMAND.fire) continue;
    if (world.plan.launchers[commandPlace[4 * other]].species !== species) continue;
    fired += commandPlace[4 * other + 1];
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

/**
 * Which command of its tick this is. Unlike its place in the table, that does not depend on when the
 * host dropped commands that were done.
 */
function ordinalOf(world: SharedWorld, c: number): number {
  const { commandTick } = world.constants;
  let ordinal = 0;
  for (let other = 0; other < c; other++) {
    if (commandTick[other] === world.frontTick) ordinal++;
  }
  return ordinal;
}

function frameOf(world: SharedWorld, launcher: LauncherPlan, c: number): Frame {
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
  randomInto(bits, seed, world.frontTick, ordinalOf(world, c), STREAM.fire);
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
