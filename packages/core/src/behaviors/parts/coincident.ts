import {
  type BoolNode,
  type FloatNode,
  select,
  type Vec3Node,
  vec3,
} from '../../laws/expressions.ts';
import type { Other } from '../../laws/neighbor-nodes.ts';

/**
 * Squared distance (m^2) below which two agents are considered to be on the same spot. No direction then leads from one
 * agent to the other, and 1/distance^2 would exceed the range of f32.
 */
const COINCIDENT = 1e-24;

/** Returns whether a neighbor is on the agent's spot. */
export function isCoincident(other: Other): BoolNode {
  return other.distanceSquared.lessThan(COINCIDENT);
}

/** Returns a vector that counts in a sum, or 0 for a neighbor on the agent's spot. */
export function unlessCoincident(other: Other, vector: Vec3Node): Vec3Node {
  return select(isCoincident(other), vec3(0, 0, 0), vector);
}

/** Returns 1 for a neighbor that a mean counts, or 0 for a neighbor on the agent's spot. */
export function countOf(other: Other): FloatNode {
  return select(isCoincident(other), 0, 1);
}
