import { choice } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, curvature, ends } from './keys.ts';
import { drive, flightOf } from './parts/flight.ts';
import { alongCircle, pursuit } from './parts/pursuit.ts';

/**
 * With r the way to the target, n the direction of flight and c = r - n (r.n) the lateral miss (m), shortened
 * to at most 1 after division by `saturation`:
 *
 *   acceleration = c speed^2 / curvatureRadius + n speed damping
 *
 * The drag -damping x velocity comes from the species, so that the speed settles at `speed` and the
 * tightest circle has the curvature radius. With `turn: "rotate"` the centripetal part turns the
 * velocity and keeps its length. With "add" it is added as it stands, and the speed grows by about
 * (speed dt / curvatureRadius)^2 / 2 of itself in each tick of a hard turn.
 *
 * What the source leaves open is settled here. A target straight behind is turned to over a side
 * that each agent draws. An agent at rest starts straight at the target. A turn within one tick is
 * not wider than 45 degrees.
 *
 * source: the homing law of the ParticleBeams demo by T. Hirayama, KAYAC Inc., 2019
 */
export const homing = defineBehavior('homing', {
  family: 'guidance',
  label: 'Home in',
  description:
    'Curvature-limited pursuit: centripetal acceleration of at most speed^2/curvatureRadius toward the target, thrust speed x damping along the velocity. Hits end the agent.',
  keys: {
    ...curvature,
    turn: choice(
      ['rotate', 'add'],
      '"rotate" turns the velocity and keeps its length at any dt; "add" adds the centripetal acceleration and gains speed as dt grows.',
    ),
    ...aimed,
    ends,
  },
  hits: true,
  force(law) {
    const { aim, settings, parameters } = law;
    const flight = flightOf(law, aim.offset);
    const toward = pursuit(flight, aim.offset, law);
    const turn = settings.turn === 'rotate' ? alongCircle(flight, toward, law) : toward;
    return drive(flight, turn, parameters.speed, law);
  },
});
