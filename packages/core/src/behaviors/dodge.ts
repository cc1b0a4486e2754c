import type { LawContext } from '../laws/define-law.ts';
import { type BoolNode, float, select, type Vec3Node, vec3 } from '../laws/expressions.ts';
import { choice, quantity, whole } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, seen, weight } from './keys.ts';
import { addRadars, type Radar, radarAhead, radarNow } from './parts/radar.ts';
import { sideOf } from './parts/side.ts';
import { toVelocity } from './parts/velocity.ts';

/**
 * Other agents push an agent away. The pushes cancel if the length of their sum is at most this fraction of the sum of
 * their lengths.
 */
const CANCELED = 1e-5;
/** Numbers of the random streams: for the side of a dodge, for agents on the same spot, and for the pull to the aim. */
const STREAM = { side: 0, spot: 1, pull: 2 } as const;

const NOTHING = vec3(0, 0, 0);
/** A radius (m) that is negative, so no neighbor is within it. */
const NOWHERE = -1;

/**
 * Dodges every agent on the radar, and at times goes to the aim. The desired velocity is maxSpeed times the vector
 *
 *   avoid * dodge + pull * unit(offset of the aim) * min(1, distance / brakingDistance)
 *
 * Here `distance` is the distance to the aim, and unit(v) is the unit vector in the direction of v. The dodge is
 * explained below. If the whole vector is longer than 1, it is shortened to 1.
 *
 * The force is weight * (desired velocity - velocity). The maxForce of the species limits the acceleration.
 *
 * The pull acts while `commanded` is 1. It also acts while the aim is farther away than twice the radar range. At other
 * times, the pull acts only in some seconds. In each second, it acts with the probability `chance`, whatever dt is.
 * With `beyond: "growing"`, the factor distance / brakingDistance is not limited to 1.
 *
 * The dodge is the direction of a sum over all agents within the range of the radar. Each of them adds a unit vector
 * that points away from it, times 1 - d / range. Here d is the distance to it. With a `horizon`, the vector points away
 * from the place where the other agent will be nearest within the horizon. Then d is the distance to that place, and
 * the vector is also multiplied by horizon / (horizon + t). Here t is the time until the other agent is at that place.
 * With `push: "equal"`, the vectors are added without these factors.
 *
 * An agent on the same spot adds a vector in a random direction. With a `horizon`, an agent that flies straight at the
 * dodging agent adds a vector that points to a random side. The reason is that neither side is better. If the vectors
 * cancel, the agent dodges in a random direction.
 *
 * source: the bees of a public article on dodging bullets. For these bees, `push` is "equal", `avoid` is 0.6, `pull` is
 * 1, and `beyond` is "growing". In the article, the result also depends on the order of the neighbors
 */
export const dodge = defineBehavior('dodge', {
  family: 'crowd',
  label: 'Dodge',
  keys: {
    weight: weight('kg/s', 5),
    ...aimed,
    commanded: whole(0, 1, 0),
    commandedRange: quantity('m', 1e-3, 1e4, 20),
    freeRange: quantity('m', 1e-3, 1e4, 40),
    horizon: quantity('s', 0, 60, 0),
    push: choice(['near', 'equal']),
    avoid: quantity('1', 0, 100, 1),
    pull: quantity('1', 0, 100, 0.5),
    beyond: choice(['even', 'growing']),
    chance: quantity('1', 0, 1, 0.1),
    brakingDistance: quantity('m', 1e-3, 1e5, 50),
    species: seen,
  },
  needs: ['maxSpeed'],
  force(law) {
    const { aim, self, neighbors, parameters, settings, ground } = law;
    const { commanded, commandedRange, freeRange, horizon, avoid, pull, brakingDistance } =
      parameters;
    const isCommanded = commanded.greaterThan(0);
    const range = select(isCommanded, commandedRange, freeRange);
    const isEqual = settings.push === 'equal';
    // One of the two sets of neighbors is always empty, and that costs nothing.
    const foresees = horizon.greaterThan(0);
    const now = radarNow(neighbors.within(select(foresees, NOWHERE, range)), range, isEqual);
    const others = neighbors.within(select(foresees, range, NOWHERE));
    const radar = addRadars(now, radarAhead(law, others, range, isEqual));
    const dodging = dodgeOf(law, radar, ground.dimensions).mul(avoid);
    const { distance } = aim;
    const braking = settings.beyond === 'growing' ? brakingDistance : distance.max(brakingDistance);
    const isFar = distance.greaterThan(range.mul(2));
    const isPulled = isCommanded.or(isFar).or(isDrawn(law)).and(aim.found);
    const toAim = aim.offset.mul(select(isPulled, pull.div(braking), 0));
    const way = dodging.add(toAim);
    return toVelocity(way.mul(self.maxSpeed.div(way.length().max(1))), law);
  },
});

/** The direction in which to dodge, a unit vector. If there is nothing on the radar, it is the zero vector. */
function dodgeOf(
  { random }: Pick<LawContext, 'random'>,
  { toward, course, upon, total: pushes }: Radar,
  dimensions: 2 | 3,
): Vec3Node {
  const total = pushes.add(upon);
  const own = random.at(0).direction(STREAM.side);
  const aside = sideOf(course.normalize(), own, dimensions).mul(course.length());
  const sum = random.direction(STREAM.spot).mul(upon).sub(toward).add(aside);
  const length = sum.length();
  const isCanceled = length.lessThanEqual(total.mul(CANCELED));
  const none = select(total.greaterThan(0), own, NOTHING);
  return select(isCanceled, none, sum.div(length));
}

/**
 * Decides at random whether the agent goes to its aim in the present second. The seconds of different agents begin at
 * different ticks.
 */
function isDrawn({ self, tick, dt, random, parameters }: LawContext<'chance'>): BoolNode {
  const ticks = float(1).div(dt).add(0.5).floor().max(1).toUint();
  const second = tick.add(self.id.mod(ticks)).div(ticks);
  return random.at(second).uniform(STREAM.pull).lessThan(parameters.chance);
}
