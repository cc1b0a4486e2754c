import { tick } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { World } from '../../src/world/world.ts';
import { distance, positionOf, type Triple, worldOf } from './scenes.ts';

/** The numbers for which the figures of the guidance laws are given. */
export const SPEED = 30;
export const CURVATURE_RADIUS = 25;
export const DAMPING = 0.1;
const START: Triple = [0, 0, 50];

export interface Shot {
  readonly behavior: Readonly<Record<string, unknown>>;
  /** Further keys of the species. */
  readonly species?: Readonly<Record<string, unknown>>;
  readonly position?: readonly number[];
  readonly velocity?: readonly number[];
  /** Where the target is at the start (m), and how it moves: straight on at a velocity (m/s), or on an orbit. */
  readonly target?: readonly number[];
  readonly course?: readonly number[];
  readonly orbit?: Readonly<Record<string, unknown>>;
  readonly radius?: number;
  readonly dt?: number;
  readonly dimensions?: number;
  readonly count?: number;
  readonly bounds?: Readonly<Record<string, unknown>>;
  readonly kernel?: 'ts' | 'simd';
}

/** Agents that start at one spot with one velocity, under one behavior, and a target. */
export function shoot(shot: Shot): World {
  const { position = [0, 0, 0], velocity = [SPEED, 0, 0], target = START, count = 1 } = shot;
  const { course, orbit } = shot;
  const speed = course ? Math.hypot(...course) : 0;
  const end = target.map((value, axis) => value + (course?.[axis] ?? 0) * (speed > 0 ? 200 : 0));
  return worldOf(
    {
      dt: shot.dt ?? 1 / 60,
      dimensions: shot.dimensions ?? 3,
      ...(shot.bounds && { bounds: shot.bounds }),
      species: [
        {
          name: 'missile',
          count,
          spawn: {
            type: 'points',
            positions: Array(count).fill(position),
            velocities: Array(count).fill(velocity),
          },
          damping: DAMPING,
          behaviors: [shot.behavior],
          ...shot.species,
        },
      ],
      paths: speed > 0 ? [{ name: 'course', points: [target, end] }] : [],
      targets: [
        {
          name: 'goal',
          position: target,
          radius: shot.radius ?? 1,
          ...(speed > 0 && { motion: { type: 'path', path: 'course', speed } }),
          ...(orbit && { motion: { type: 'orbit', ...orbit } }),
        },
      ],
    },
    shot.kernel && { kernel: shot.kernel },
  );
}

/** Steps until the first hit; its time (s), or undefined when there is none within this number of seconds. */
export function timeOfHit(world: World, seconds: number): number | undefined {
  const { dt } = world.scenario;
  while (world.tick * dt < seconds) {
    tick(world);
    const hit = takeEvents(world).find((event) => event.type === 'hit');
    if (hit) return hit.tick * dt;
  }
  return undefined;
}

export function targetOf(world: World, index = 0): Triple {
  const { x, y, z } = world.views.targetPosition;
  return [x[index], y[index], z[index]];
}

/** How far an agent is from a target (m). */
export function missOf(world: World, id = 0): number {
  return distance(positionOf(world, id), targetOf(world));
}
