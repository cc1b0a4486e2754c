import type { LawContext } from '../../laws/define-law.ts';
import type { FloatNode, UintNode } from '../../laws/expressions.ts';
import { select } from '../../laws/expressions.ts';

/** The part of a law's context that determines when an agent arrives. */
type Timed = Pick<LawContext<'time' | 'period'>, 'self' | 'parameters' | 'dt' | 'tick'>;

/**
 * Returns the number of steps until an agent arrives, or 0 after its arrival. The tick of arrival depends only on the
 * agent's birth, `time` and `period`. Each arrival is delayed to the next tick that is a multiple of `period`. So
 * agents launched at different times can arrive in the same tick.
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
 * Returns how far (m) from the center of its aim an agent must arrive. The agent and its aim then touch halfway through
 * the last step. The result is the sum of both radii, minus closing * dt / 2, but at least 0.
 *
 * @param closing how fast the distance shrinks (m/s)
 */
export function standOff(
  { self, aim, dt }: Pick<LawContext, 'self' | 'aim' | 'dt'>,
  closing: FloatNode,
): FloatNode {
  return aim.radius.add(self.radius).sub(closing.mul(dt).mul(0.5)).max(0);
}
