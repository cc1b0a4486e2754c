import type { LawAim } from '../../laws/define-law.ts';
import { float, select, type Vec3Node, vec3 } from '../../laws/expressions.ts';
import type { Ground } from '../define-behavior.ts';

/** The axes, as unit vectors, of a body that stands upright and does not bank. */
export interface Frame {
  readonly forward: Vec3Node;
  readonly up: Vec3Node;
  readonly right: Vec3Node;
}

/**
 * The sine of a climb angle. For a steeper course, the up vector is derived from +z, because +y is almost parallel to
 * the forward vector.
 */
const STEEP = 0.999;

/**
 * Returns the axes of a body that heads along a unit vector. Up is the perpendicular direction nearest to +y. If the
 * body heads almost straight up or down, up is the perpendicular direction nearest to +z. In two dimensions, up is +z.
 */
export function frameOf(forward: Vec3Node, dimensions: 2 | 3): Frame {
  const { x, y, z } = forward;
  if (dimensions === 2) return { forward, up: vec3(0, 0, 1), right: vec3(y, x.negate(), 0) };
  const climbs = y.abs().lessThan(STEEP);
  const skyward = select(climbs, vec3(0, 1, 0), vec3(0, 0, 1));
  const up = skyward.sub(forward.mul(select(climbs, y, z))).normalize();
  return { forward, up, right: forward.cross(up) };
}

/** Returns the direction of a vector as a unit vector, or +x for a vector of length 0. */
export function directionOf(vector: Vec3Node): Vec3Node {
  const length = vector.length();
  const moves = length.greaterThan(0);
  return select(moves, vector.mul(select(moves, float(1).div(length), 0)), vec3(1, 0, 0));
}

/**
 * Returns the course of an agent's aim, as a vector of any length. If the aim is an agent and the world stores
 * headings, the course is the heading of the aim. Otherwise the course is the velocity of the aim.
 */
export function courseOf(aim: LawAim, { headings }: Pick<Ground, 'headings'>): Vec3Node {
  if (!headings) return aim.velocity;
  return select(aim.heading.lengthSquared().greaterThan(0), aim.heading, aim.velocity);
}
