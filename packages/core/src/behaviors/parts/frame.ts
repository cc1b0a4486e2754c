import type { LawAim } from '../../laws/define-law.ts';
import { float, select, type Vec3Node, vec3 } from '../../laws/expressions.ts';
import type { Ground } from '../define-behavior.ts';

/** The axes of a body that stands upright and does not bank, as unit vectors. */
export interface Frame {
  readonly forward: Vec3Node;
  readonly up: Vec3Node;
  readonly right: Vec3Node;
}

/** Sine of the climb angle. From this angle on, up is taken from +z, because forward is too close to +y. */
const STEEP = 0.999;

/**
 * The axes of a body that heads along a unit vector. Up is as near to +y as possible, or to +z for a body that heads
 * almost straight up or down. In two dimensions up is +z.
 */
export function frameOf(forward: Vec3Node, dimensions: 2 | 3): Frame {
  const { x, y, z } = forward;
  if (dimensions === 2) return { forward, up: vec3(0, 0, 1), right: vec3(y, x.negate(), 0) };
  const climbs = y.abs().lessThan(STEEP);
  const skyward = select(climbs, vec3(0, 1, 0), vec3(0, 0, 1));
  const up = skyward.sub(forward.mul(select(climbs, y, z))).normalize();
  return { forward, up, right: forward.cross(up) };
}

/** The direction of a vector, as a unit vector; +x for a vector of length 0. */
export function directionOf(vector: Vec3Node): Vec3Node {
  const length = vector.length();
  const moves = length.greaterThan(0);
  return select(moves, vector.mul(select(moves, float(1).div(length), 0)), vec3(1, 0, 0));
}

/**
 * The course of an agent's aim (not a unit vector). In a world that keeps headings, it is where the body of a quarry
 * faces. Otherwise, and for targets, it is the velocity.
 */
export function courseOf(aim: LawAim, { headings }: Pick<Ground, 'headings'>): Vec3Node {
  if (!headings) return aim.velocity;
  return select(aim.heading.lengthSquared().greaterThan(0), aim.heading, aim.velocity);
}
