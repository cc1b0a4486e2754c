import { shortWay } from '../grid/torus.ts';
import { cosine, sine } from '../math/trigonometry.ts';
import type { State } from './layout.ts';
import type { MotionPlan, PathPlan } from './plan.ts';
import type { SharedWorld } from './world.ts';

const TURN = 2 * Math.PI;

type Point = [x: number, y: number, z: number];

const from: Point = [0, 0, 0];
const to: Point = [0, 0, 0];
const drift: Point = [0, 0, 0];

/**
 * Stores in `state` the velocity (m/s) that each target's motion has in the step that starts at `tick`. This velocity
 * depends only on the tick. If a command moves a target, the target continues from its new position.
 */
export function writeDrifts(world: SharedWorld, state: State, tick: number): void {
  const { targets } = world.plan;
  const { x, y, z } = state.targetDrift;
  targets.forEach(({ motion }, target) => {
    if (motion === undefined) {
      x[target] = 0;
      y[target] = 0;
      z[target] = 0;
      return;
    }
    driftInto(drift, world, motion, tick);
    x[target] = drift[0];
    y[target] = drift[1];
    z[target] = drift[2];
  });
}

/**
 * Computes the velocity (m/s) of a motion in the step that starts at `tick`, in f64. On a torus, the motion takes the
 * short way along each leg of a path, and orbits at the short distance from its center.
 */
export function driftInto(out: Point, world: SharedWorld, motion: MotionPlan, tick: number): void {
  const { dt, grid } = world.plan;
  homeInto(from, world, motion, tick);
  homeInto(to, world, motion, tick + 1);
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = shortWay(to[axis] - from[axis], grid.edge[axis]) / dt;
  }
}

function homeInto(out: Point, world: SharedWorld, motion: MotionPlan, tick: number): void {
  const time = tick * world.plan.dt;
  if (motion.type === 'path') {
    const path = world.plan.paths[motion.path];
    pointAtInto(out, world, path, motion.speed * time);
    return;
  }
  const { start, center, axis, rate } = motion;
  const turns = (rate * time) / TURN;
  const angle = (turns - Math.floor(turns)) * TURN;
  const c = cosine(angle);
  const s = sine(angle);
  const { edge } = world.plan.grid;
  const r: Point = [
    shortWay(start[0] - center[0], edge[0]),
    shortWay(start[1] - center[1], edge[1]),
    shortWay(start[2] - center[2], edge[2]),
  ];
  const along = (r[0] * axis[0] + r[1] * axis[1] + r[2] * axis[2]) * (1 - c);
  out[0] = center[0] + r[0] * c + (axis[1] * r[2] - axis[2] * r[1]) * s + axis[0] * along;
  out[1] = center[1] + r[1] * c + (axis[2] * r[0] - axis[0] * r[2]) * s + axis[1] * along;
  out[2] = center[2] + r[2] * c + (axis[0] * r[1] - axis[1] * r[0]) * s + axis[2] * along;
}

/**
 * Finds a point of a path. `distance` (m) is measured along the path, from the first point. A closed path repeats; an
 * open path is followed back and forth.
 */
function pointAtInto(out: Point, world: SharedWorld, path: PathPlan, distance: number): void {
  const { x, y, z } = world.constants.pathPoint;
  const { edge } = world.plan.grid;
  const { first, count, closed } = path;
  const legs = closed ? count : count - 1;
  const legOf = (leg: number): Point => {
    const a = first + leg;
    const b = first + ((leg + 1) % count);
    return [
      shortWay(x[b] - x[a], edge[0]),
      shortWay(y[b] - y[a], edge[1]),
      shortWay(z[b] - z[a], edge[2]),
    ];
  };
  const length = (leg: number): number => {
    const [dx, dy, dz] = legOf(leg);
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  };
  let whole = 0;
  for (let leg = 0; leg < legs; leg++) whole += length(leg);
  const round = closed ? whole : 2 * whole;
  let rest = whole > 0 ? distance - Math.floor(distance / round) * round : 0;
  if (rest > whole) rest = round - rest;
  let leg = 0;
  while (leg < legs - 1 && rest > length(leg)) rest -= length(leg++);
  const a = first + leg;
  const share = whole > 0 && length(leg) > 0 ? rest / length(leg) : 0;
  const [dx, dy, dz] = legOf(leg);
  out[0] = x[a] + share * dx;
  out[1] = y[a] + share * dy;
  out[2] = z[a] + share * dz;
}
