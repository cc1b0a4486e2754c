import { choice } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, curvature, ends } from './keys.ts';
import { drive, flightOf } from './parts/flight.ts';
import { alongCircle, pursuit } from './parts/pursuit.ts';

/**
 * Curvature-limited pursuit. Let r be the offset of the target (m). Let n be the unit vector in the direction of
 * flight. The lateral miss (m) is r - n dot(r, n). Let c be the lateral miss, divided by `saturation`. If this makes c
 * longer than 1, c is shortened to length 1. The formula of the behavior is
 *
 *   acceleration = c speed^2 / curvatureRadius + n speed damping
 *
 * Here `damping` is that of the species. The drag of the species is a second acceleration, `-damping * velocity`. Under
 * both accelerations, the speed settles at `speed`, and the tightest circle has the radius `curvatureRadius`.
 *
 * The first term is the centripetal part. With `turn: "rotate"`, the centripetal part turns the velocity and does not
 * change the speed. With `turn: "add"`, it is a plain acceleration. Each tick of a hard turn then makes the agent
 * faster by a fraction of about (speed * dt / curvatureRadius)^2 / 2.
 *
 * The source leaves three cases open. If the target is straight behind, the agent turns to a random side. An agent at
 * rest starts straight toward the target. A turn within one tick is at most 45 degrees.
 *
 * source: the homing law of the ParticleBeams demo by T. Hirayama, KAYAC Inc., 2019
 */
export const homing = defineBehavior('homing', {
  family: 'guidance',
  label: 'Home in',
  keys: {
    ...curvature,
    turn: choice(['rotate', 'add']),
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
