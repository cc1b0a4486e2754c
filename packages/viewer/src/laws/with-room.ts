import type { Scenario, Species } from '@skein/core';
import { LIMITS, type Obstacle } from '@skein/core/describe';
import { withCounts } from './count-slider.ts';

type Triple = [x: number, y: number, z: number];

/** A box, by its center and half of its edges (m). */
interface Room {
  readonly center: Triple;
  readonly half: Triple;
}

/**
 * Returns the scenario with new numbers of agents, as `withCounts` does. Where agents start and live grows with their
 * number, so the density stays as in the scene. It never shrinks. A scene whose places are laid out stays as it is, see
 * `canGrow`.
 *
 * Bounds grow with the number of all agents, and the start region of a species with its own number. In a scene without
 * bounds, the reach of a tether is the room of its species, and grows as well.
 */
export function withRoom(scenario: Scenario, many: Readonly<Record<string, number>>): Scenario {
  const next = withCounts(scenario, many);
  if (!canGrow(scenario)) return next;
  const { bounds, dimensions } = scenario;
  const old = bounds.type === 'open' ? undefined : roomOf(bounds.min, bounds.max);
  const most = old === undefined ? 1 : Math.max(1, fitting(old, EVERYWHERE, dimensions));
  const all = Math.min(most, growth(numberOf(next), numberOf(scenario), dimensions));
  const room = old === undefined ? EVERYWHERE : { ...old, half: scaled(old.half, all) };
  const species = next.species.map((one, index) => {
    const { spawn, count } = scenario.species[index];
    if (spawn.type === 'points' || spawn.type === 'pool') return one;
    const region = regionOf(spawn);
    // Agents on a shell share a surface, or a line in the plane.
    const own = growth(one.count, count, spawn.type === 'shell' ? dimensions - 1 : dimensions);
    const isFull = old !== undefined && isSame(region, old, dimensions);
    const by = isFull ? all : Math.max(1, Math.min(own, fitting(region, room, dimensions)));
    const behaviors =
      old === undefined ? one.behaviors.map((each) => reaching(each, by)) : one.behaviors;
    return { ...one, spawn: grown(spawn, by), behaviors };
  });
  if (bounds.type === 'open') return { ...next, species };
  return { ...next, bounds: { ...bounds, ...cornersOf(room) }, species };
}

/**
 * Whether the room of a scene can grow without changing what the scene is about. It cannot if the places of the scene
 * are laid out: by a map, a mesh, a height field, a field, paths, regions or launchers. Obstacles lay them out, too,
 * unless they lie apart on a torus. So do goals on the other side of a place.
 */
export function canGrow(scenario: Scenario): boolean {
  const { map, mesh, heights, fields, paths, regions, launchers, obstacles, bounds } = scenario;
  const plans = [fields, paths, regions, launchers];
  if (map ?? mesh ?? heights) return false;
  if (plans.some((plan) => plan !== undefined && plan.length > 0)) return false;
  if (!scenario.species.every(isAroundItsGoals)) return false;
  if (obstacles.length === 0) return true;
  if (bounds.type !== 'wrap') return false;
  const room = roomOf(bounds.min, bounds.max);
  return obstacles.every((obstacle) => {
    const body = bodyOf(obstacle);
    return body !== undefined && fitting(body, room, scenario.dimensions) > 1;
  });
}

/**
 * The factor by which a room grows when its agents become `count` instead of `before`: the smallest multiple of 0.001
 * whose power is at least the ratio of the numbers. It is found by exact steps, because the roots of browsers differ.
 */
export function growth(count: number, before: number, dimensions: number): number {
  if (count <= before || before === 0) return 1;
  const power = (thousandths: number): number => {
    let result = 1;
    for (let axis = 0; axis < dimensions; axis++) result *= thousandths;
    return result;
  };
  const wanted = (count / before) * power(1000);
  const guess = Math.floor(1000 * (count / before) ** (1 / dimensions));
  let thousandths = Math.max(1000, guess - 2);
  while (power(thousandths) < wanted) thousandths++;
  return thousandths / 1000;
}

const EVERYWHERE: Room = {
  center: [0, 0, 0],
  half: [LIMITS.coordinate, LIMITS.coordinate, LIMITS.coordinate],
};

/** The number of agents at the start. */
function numberOf({ species }: Scenario): number {
  const living = species.filter(({ spawn }) => spawn.type !== 'pool');
  return living.reduce((sum, { count }) => sum + count, 0);
}

type Region = Exclude<Species['spawn'], { readonly type: 'points' | 'pool' }>;

function regionOf(spawn: Region): Room {
  if (spawn.type === 'box') return roomOf(spawn.min, spawn.max);
  const { center, radius } = spawn;
  return { center, half: [radius, radius, radius] };
}

function grown(spawn: Region, by: number): Region {
  if (spawn.type !== 'box') return { ...spawn, radius: spawn.radius * by };
  const { center, half } = regionOf(spawn);
  return { ...spawn, ...cornersOf({ center, half: scaled(half, by) }) };
}

/** A behavior with `by` times the reach, if it is a tether. */
function reaching(behavior: Species['behaviors'][number], by: number): typeof behavior {
  if (behavior.type !== 'tether') return behavior;
  return { ...behavior, length: behavior.length * by, margin: behavior.margin * by };
}

/** The factor by which a part of a room can grow around its center until it touches a side of the room. */
function fitting(part: Room, room: Room, dimensions: number): number {
  const free = Array.from({ length: dimensions }, (_, axis) => {
    const left = room.half[axis] - Math.abs(part.center[axis] - room.center[axis]);
    return left / part.half[axis];
  });
  return Math.min(...free);
}

function isSame(a: Room, b: Room, dimensions: number): boolean {
  const axes = Array.from({ length: dimensions }, (_, axis) => axis);
  return axes.every((axis) => a.center[axis] === b.center[axis] && a.half[axis] === b.half[axis]);
}

/** Whether the agents of a species have no goals, or goals opposite of the center of the region in which they start. */
function isAroundItsGoals({ spawn, goals }: Species): boolean {
  if (goals === undefined) return true;
  if (goals.type !== 'mirror' || spawn.type === 'points' || spawn.type === 'pool') return false;
  const { center } = regionOf(spawn);
  return goals.center.every((at, axis) => at === center[axis]);
}

/** A box around an obstacle; undefined for an obstacle without end. */
function bodyOf(obstacle: Obstacle): Room | undefined {
  if (obstacle.type === 'plane') return undefined;
  if (obstacle.type === 'box') return roomOf(obstacle.min, obstacle.max);
  const radius = 'radius' in obstacle ? obstacle.radius : 0;
  const points =
    obstacle.type === 'sphere'
      ? [obstacle.center]
      : obstacle.type === 'capsule'
        ? [obstacle.from, obstacle.to]
        : obstacle.points;
  const side = (most: (...values: number[]) => number, by: number) =>
    [0, 1, 2].map((axis) => most(...points.map((at) => at[axis] ?? 0)) + by);
  return roomOf(side(Math.min, -radius), side(Math.max, radius));
}

function roomOf(min: readonly number[], max: readonly number[]): Room {
  const of = (each: (low: number, high: number) => number): Triple => [
    each(min[0], max[0]),
    each(min[1], max[1]),
    each(min[2] ?? 0, max[2] ?? 0),
  ];
  return { center: of((low, high) => (low + high) / 2), half: of((low, high) => (high - low) / 2) };
}

function cornersOf({ center, half }: Room): { readonly min: Triple; readonly max: Triple } {
  const at = (sign: 1 | -1): Triple => [
    center[0] + sign * half[0],
    center[1] + sign * half[1],
    center[2] + sign * half[2],
  ];
  return { min: at(-1), max: at(1) };
}

function scaled([x, y, z]: Triple, by: number): Triple {
  return [x * by, y * by, z * by];
}
