import type { LawContext } from '../../laws/define-law.ts';
import { type FloatNode, float, select, type Vec3Node, vec3 } from '../../laws/expressions.ts';
import type { NeighborSet, Other } from '../../laws/neighbor-nodes.ts';

/** Two agents count as coincident if their squared distance is below this number (m^2). */
const COINCIDENT = 1e-24;
/**
 * If (future distance / present distance)^2 is below this number, the other agent counts as flying straight at this
 * one.
 */
const HEAD_ON = 1e-10;

/** The sums over all agents on the radar. */
export interface Radar {
  /** The sum of the unit vectors toward the other agents, each multiplied by the push of that agent. */
  readonly toward: Vec3Node;
  readonly total: FloatNode;
  /**
   * The sum of unit vectors toward the present positions of the agents that fly straight at this agent. Each unit
   * vector is multiplied by the push of the agent it points to.
   */
  readonly course: Vec3Node;
  /** The number of other agents on the same spot as this one. */
  readonly upon: FloatNode;
}

/**
 * Computes the sums of `Radar` for the present positions of the other agents. The push of an agent is `1 - distance /
 * range`, or 1 if `isEqual`. An agent on the same spot adds only to `upon`, because it has no direction.
 */
export function radarNow(others: NeighborSet, range: FloatNode, isEqual: boolean): Radar {
  const perRange = float(1).div(range);
  const isUpon = ({ distanceSquared }: Other) => distanceSquared.lessThan(COINCIDENT);
  const pushOf = (other: Other) => {
    const push = isEqual ? 1 : float(1).sub(other.distance.mul(perRange));
    return select(isUpon(other), 0, push);
  };
  return {
    toward: others.sum((other) => {
      return other.offset.mul(select(isUpon(other), 0, pushOf(other).div(other.distance)));
    }),
    total: others.sum(pushOf),
    course: vec3(0, 0, 0),
    upon: others.sum((other) => select(isUpon(other), 1, 0)),
  };
}

/**
 * Computes the sums of `Radar` for predicted positions of the other agents. The predicted position of another agent is
 * the point where that agent will be nearest to this agent within the horizon. Let t be the time until the other agent
 * is at that point. Unless all agents push equally, the push of the other agent is multiplied by horizon / (horizon +
 * t).
 */
export function radarAhead(
  { self, parameters: { horizon } }: Pick<LawContext<'horizon'>, 'self' | 'parameters'>,
  others: NeighborSet,
  range: FloatNode,
  isEqual: boolean,
): Radar {
  const perRange = float(1).div(range);
  const seen = ({ offset, distanceSquared, velocity }: Other) => {
    const drift = velocity.sub(self.velocity);
    const along = offset.dot(drift);
    const soonest = along.negate().div(drift.lengthSquared());
    const soon = select(soonest.lessThan(horizon), soonest, horizon);
    const time = select(along.lessThan(0), soon, 0);
    const then = offset.add(drift.mul(time));
    const squared = then.lengthSquared();
    const isHeadOn = squared.lessThan(distanceSquared.mul(HEAD_ON));
    const distance = select(isHeadOn, distanceSquared, squared).sqrt();
    const nearness = select(isHeadOn, 1, float(1).sub(distance.mul(perRange)));
    const urgency = horizon.mul(nearness).div(horizon.add(time).mul(distance));
    const isUpon = distanceSquared.lessThan(COINCIDENT);
    const share = select(isUpon, 0, isEqual ? float(1).div(distance) : urgency);
    // For an agent that flies straight at this one, `then` is close to 0, so `course` keeps its direction.
    return {
      isUpon,
      push: share.mul(distance),
      way: then.mul(share),
      course: offset.mul(select(isHeadOn, share, 0)),
    };
  };
  return {
    toward: others.sum((other) => seen(other).way),
    total: others.sum((other) => seen(other).push),
    course: others.sum((other) => seen(other).course),
    upon: others.sum((other) => select(seen(other).isUpon, 1, 0)),
  };
}

export function addRadars(one: Radar, other: Radar): Radar {
  return {
    toward: one.toward.add(other.toward),
    total: one.total.add(other.total),
    course: one.course.add(other.course),
    upon: one.upon.add(other.upon),
  };
}
