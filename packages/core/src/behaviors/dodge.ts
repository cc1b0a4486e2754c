import type { LawContext } from '../laws/define-law.ts';
import { type BoolNode, float, select, type Vec3Node, vec3 } from '../laws/expressions.ts';
import { choice, quantity, whole } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, seen, weight } from './keys.ts';
import { addRadars, type Radar, radarAhead, radarNow } from './parts/radar.ts';
import { sideOf } from './parts/side.ts';
import { toVelocity } from './parts/velocity.ts';

/** A sum of pushes this much shorter than their lengths together has no direction left. */
const CANCELED = 1e-5;
/** What random numbers are for. */
const STREAM = { side: 0, spot: 1, pull: 2 } as const;

const NOTHING = vec3(0, 0, 0);
/** A radius (m) that nothing is within. */
const NOWHERE = -1;

/**
 * Dodges all that the radar shows, and now and then goes to its aim. The desired velocity is maxSpeed
 * along
 *
 *   avoid x dodge + pull x unit(way to the aim) x min(1, distance / brakingDistance)
 *
 * or the share of maxSpeed that its length is when below 1. With `beyond: "growing"` the pull is
 * distance / brakingDistance however far the aim is. It is felt while commanded, from twice the radar
 * range on, and in seconds that are drawn: each agent draws every second with the chance given, at any
 * dt. The force is weight x (desired velocity - velocity); the species' maxForce limits the
 * acceleration.
 *
 * The dodge is the direction of the sum of unit vectors away from all within the range of the radar, each times
 * 1 - distance/range. With a `horizon` others count where they will be nearest within it, at time t, times
 * horizon / (horizon + t). `push: "equal"` leaves the directions, and takes all of them times 1.
 *
 * What has no direction gets one that each agent draws for itself: others on the same spot, pushes that cancel one
 * another, and the side on which it leaves what flies straight at it.
 *
 * source: the bees of a public article on dodging bullets. Its numbers are push "equal", avoid 0.6,
 * pull 1, beyond "growing"; there the order of the neighbors decided as well
 */
export const dodge = defineBehavior('dodge', {
  family: 'crowd',
  label: 'Dodge',
  description:
    'Dodges all agents on its radar, and goes to its aim while commanded, from twice the range, and at times: weight x (desired velocity - velocity).',
  keys: {
    weight: weight('kg/s', 5),
    ...aimed,
    commanded: whole(0, 1, '1 sends it to its aim, 0 leaves it free.', 0),
    commandedRange: quantity('m', 1e-3, 1e4, 'Radar range while commanded.', 20),
    freeRange: quantity('m', 1e-3, 1e4, 'Radar range while free.', 40),
    horizon: quantity(
      's',
      0,
      60,
      'Other agents count at their nearest position within this time. 0: at their present position.',
      0,
    ),
    push: choice(
      ['near', 'equal'],
      '"near": others push more the nearer they are and the sooner they come; "equal": all push equally.',
    ),
    avoid: quantity('1', 0, 100, 'Fraction of maxSpeed at which it dodges.', 1),
    pull: quantity('1', 0, 100, 'Fraction of maxSpeed at which it goes to its aim.', 0.5),
    beyond: choice(
      ['even', 'growing'],
      'The pull beyond brakingDistance: "even" is constant; "growing" is proportional to the distance, and outweighs dodging far away.',
    ),
    chance: quantity(
      '1',
      0,
      1,
      'Fraction of seconds in which a free agent is pulled at any distance.',
      0.1,
    ),
    brakingDistance: quantity(
      'm',
      1e-3,
      1e5,
      'The pull falls in proportion inside this distance to the aim.',
      50,
    ),
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
    // One of the two looks nowhere, which costs nothing.
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

/** The way that dodging leads, a unit vector, or 0 with nothing on the radar. */
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

/** Whether an agent is pulled in this second of its own; seconds begin at different ticks. */
function isDrawn({ self, tick, dt, random, parameters }: LawContext<'chance'>): BoolNode {
  const ticks = float(1).div(dt).add(0.5).floor().max(1).toUint();
  const second = tick.add(self.id.mod(ticks)).div(ticks);
  return random.at(second).uniform(STREAM.pull).lessThan(parameters.chance);
}
