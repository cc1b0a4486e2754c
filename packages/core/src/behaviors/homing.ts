import { choice } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, curvature, ends } from './keys.ts';
import { drive, flightOf } from './parts/flight.ts';
import { alongCircle, pursuit } from './parts/pursuit.ts';

/**
 * Let r be the way to the target, n the direction of flight, and c = r - n (r.n) the lateral miss (m). Divide c by
 * `saturation`, and shorten it to length 1 if it is longer. Then
 *
 *   acceleration = c speed^2 / curvatureRadius + n speed damping
 *
 * The drag, -damping x velocity, comes from the species, so the speed settles at `speed` and the tightest circle has
 * the curvature radius. With `turn: "rotate"` the centripetal part turns the velocity and keeps its length. With "add"
 * it is added as a plain acceleration, and the speed grows by a fraction of about (speed dt / curvatureRadius)^2 / 2 in
 * each tick of a hard turn.
 *
 * The source leaves three cases open. To a target straight behind, the agent turns over a side that it draws. An agent
 * at rest starts straight at the target. A turn within one tick is at most 45 degrees.
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
