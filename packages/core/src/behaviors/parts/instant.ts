import type { LawContext } from '../../laws/define-law.ts';
import type { FloatNode, UintNode } from '../../laws/expressions.ts';
import { select } from '../../laws/expressions.ts';

/** What determines when an agent arrives. */
type Timed = Pick<LawContext<'time' | 'period'>, 'self' | 'parameters' | 'dt' | 'tick'>;

/**
 * The number of steps left until an agent arrives; 0 if it is late. It depends on the birth of the agent alone, so all
 * agents with the same period arrive in the same tick, whenever they were launched.
 */
export function stepsLeft({ self, parameters, dt, tick }: Timed): FloatNode {
  const ticks = (time: FloatNode): FloatNode => time.div(dt).add(0.5).floor();
  const earliest = self.birth.add(ticks(parameters.time).max(1).toUint());
  const period = ticks(parameters.period).toUint();
  const wait = period.sub(earliest.mod(period)).mod(period);
  const arrival = earliest.add(wait);
  const left: UintNode = select(tick.lessThan(arrival), arrival.sub(tick), 0);
  return left.toFloat();
}

/**
 * How far before the center of its aim an agent must be at its arrival (m), so that the two touch half way through the
 * last step. This is the sum of their radii, less half of what they close in during a step at the given speed (m/s).
 */
export function standOff(
  { self, aim, dt }: Pick<LawContext, 'self' | 'aim' | 'dt'>,
  closing: FloatNode,
): FloatNode {
  return aim.radius.add(self.radius).sub(closing.mul(dt).mul(0.5)).max(0);
}
