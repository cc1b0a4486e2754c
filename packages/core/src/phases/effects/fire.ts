import { COMMAND } from '../../commands/records.ts';
import { normalizeInto, type Vector } from '../../math/direction.ts';
import { randomInto, STREAM, unit } from '../../math/random.ts';
import { cosine, sine } from '../../math/trigonometry.ts';
import { EVENT } from '../../world/events.ts';
import type { LauncherPlan } from '../../world/plan.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { aimLauncherInto } from '../aiming.ts';
import type { Draft } from '../draft.ts';
import { resetExtras } from '../newborn-extras.ts';
import type { Effect, StoredCommand } from './define-effect.ts';
import { placeAfter, restartColumns, settleBirths } from './settle-births.ts';

const { launcher: LAUNCHER, count: COUNT } = COMMAND.fire.words;

/**
 * The effect of the command `fire`: launches agents of a pool. Takes the agents that have been dead longest, and then
 * the oldest living ones.
 */
export const fire: Effect = {
  bears: true,

  act(draft, command, begin, end) {
    launch(draft, command, begin, end);
  },

  settle(draft, command) {
    const { world } = draft;
    const { launcher, species, count } = volleyOf(world, command);
    const births = launch(draft, command, 0, 0, (place, again) => {
      if (again) restartColumns(world, placeAfter(world, place));
    });
    settleBirths(world, EVENT.fired, launcher, species, count, births);
  },
};

/** Creates the agents of a volley, and stages those in places [begin, end). */
function launch(
  draft: Draft,
  command: StoredCommand,
  begin: number,
  end: number,
  visit?: (place: number, again: boolean) => void,
): { readonly born: number; readonly recycled: number } {
  const { world } = draft;
  const { launcher: index, species, count } = volleyOf(world, command);
  const launcher = world.plan.launchers[index];
  const [x, y, z] = launcher.position;
  const angle = world.constants.commandValue[command.value];
  let frame: Frame | undefined;
  return draft.bear(species, count, (place, k, again) => {
    draft.put(place, x, y, z);
    visit?.(place, again);
    if (place < begin || place >= end) return;
    frame ??= frameOf(draft, launcher, command.ordinal);
    start(world, place, launcher, frame, angle, k / count);
  });
}

function volleyOf({ plan, constants }: SharedWorld, { place }: StoredCommand) {
  const launcher = constants.commandPlace[place + LAUNCHER];
  const count = constants.commandPlace[place + COUNT];
  return { launcher, species: plan.launchers[launcher].species, count };
}

/**
 * The axes of a launcher: `forward` along the aim, `right` and `up` perpendicular to it. `roll` is the random start
 * angle of a volley.
 */
interface Frame {
  readonly forward: Vector;
  readonly right: Vector;
  readonly up: Vector;
  readonly roll: number;
}

const bits = new Uint32Array(4);

function frameOf(draft: Draft, launcher: LauncherPlan, ordinal: number): Frame {
  const { world } = draft;
  const { seed, dimensions } = world.plan;
  const forward = new Float32Array(3);
  const right = new Float32Array(3);
  const up = new Float32Array(3);
  aimLauncherInto(forward, { plan: world.plan, front: draft.front }, launcher);
  const [fx, fy, fz] = forward as unknown as [number, number, number];
  if (dimensions === 2) {
    right[2] = 1;
    normalizeInto(up, -fy, fx, 0);
  } else {
    // right = (0, 1, 0) x forward. For a forward straight up or down, any right will do.
    normalizeInto(right, fz, 0, -fx);
    const [rx, ry, rz] = right as unknown as [number, number, number];
    normalizeInto(up, fy * rz - fz * ry, fz * rx - fx * rz, fx * ry - fy * rx);
  }
  randomInto(bits, seed, world.frontTick, ordinal, STREAM.fire);
  return { forward, right, up, roll: 2 * Math.PI * unit(bits[0]) };
}

/**
 * Launches the agent at place `at`. `angle` (rad) is the angle between the start direction of the agent and the
 * direction of the launcher. The start direction is rotated around the direction of the launcher. The rotation is the
 * roll of the volley plus the fraction `share` of a full turn. In two dimensions, this rotation only selects the side.
 */
function start(
  world: SharedWorld,
  at: number,
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
  stagedPosition.x[at] = launcher.position[0];
  stagedPosition.y[at] = launcher.position[1];
  stagedPosition.z[at] = launcher.position[2];
  stagedVelocity.x[at] = component(0);
  stagedVelocity.y[at] = component(1);
  stagedVelocity.z[at] = component(2);
  stagedStatus[at] = STATUS.newborn;
  resetExtras(world, at);
}
