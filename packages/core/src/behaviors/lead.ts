import { select } from '../laws/expressions.ts';
import { choice } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, curvature, ends } from './keys.ts';
import { drive, flightOf } from './parts/flight.ts';
import { interceptionTime } from './parts/meeting.ts';
import { alongCircle, pursuit } from './parts/pursuit.ts';

/** The time from now (s) after which a meeting counts as impossible. */
const LATEST = 1e6;

/**
 * Lead pursuit: works like homing, but steers to the point where the agent and its target would meet. This assumes that
 * the target keeps its velocity, and that the agent flies straight. If they cannot meet, the agent pursues the target
 * itself.
 *
 * source: with `solve: "simple"`, the prediction is that of PursuitBehavior in Yuka 0.7.8. For `solve: "quadratic"`,
 * see parts/meeting.ts
 */
export const lead = defineBehavior('lead', {
  family: 'guidance',
  label: 'Lead the target',
  keys: {
    ...curvature,
    solve: choice(['quadratic', 'simple']),
    ...aimed,
    ends,
  },
  hits: true,
  force(law) {
    const { self, aim, settings, parameters } = law;
    const own = self.velocity.length();
    const speed = select(own.greaterThan(0), own, parameters.speed);
    const time =
      settings.solve === 'simple'
        ? aim.distance.div(speed.add(aim.velocity.length()))
        : interceptionTime(aim.offset, aim.velocity, speed);
    const way = aim.offset.add(aim.velocity.mul(select(time.lessThan(LATEST), time, 0)));
    const flight = flightOf(law, way);
    const turn = alongCircle(flight, pursuit(flight, way, law), law);
    return drive(flight, turn, parameters.speed, law);
  },
});
