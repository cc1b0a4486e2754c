import type { LawAim } from '../../laws/define-law.ts';
import { float, select, type Vec3Node, vec3 } from '../../laws/expressions.ts';
import type { Ground } from '../define-behavior.ts';

/** Unit vectors of a body that stands upright and does not bank. */
export interface Frame {
  readonly forward: Vec3Node;
  readonly up: Vec3Node;
  readonly right: Vec3Node;
}

/** Sine of the climb from which +z is up, as +y says too little. */
const STEEP = 0.999;

/**
 * The frame of a body that heads along a unit vector. Up is as near +y as it can be, or as near +z for a body
 * that heads almost straight up or down; in two dimensions it is +z.
 */
export function frameOf(forward: Vec3Node, dimensions: 2 | 3): Frame {
  const { x, y, z } = forward;
  if (dimensions === 2) return { forward, up: vec3(0, 0, 1), right: vec3(y, x.negate(), 0) };
  const climbs = y.abs().lessThan(STEEP);
  const skyward = select(climbs, vec3(0, 1, 0), vec3(0, 0, 1));
  const up = skyward.sub(forward.mul(select(climbs, y, z))).normalize();
  return { forward, up, right: forward.cross(up) };
}

/** The unit vector along another one; +x along one without length. */
export function directionOf(vector: Vec3Node): Vec3Node {
  const length = vector.length();
  const moves = length.greaterThan(0);
  return select(moves, vector.mul(select(moves, float(1).div(length), 0)), vec3(1, 0, 0));
}

/**
 * Where what an agent is aimed at goes (not a unit vector): where its body faces in a world that keeps headings,
 * else where it moves, as any target does.
 */
export function courseOf(aim: LawAim, { headings }: Pick<Ground, 'headings'>): Vec3Node {
  if (!headings) return aim.velocity;
  return select(aim.heading.lengthSquared().greaterThan(0), aim.heading, aim.velocity);
}
