import type { LawContext } from '../../laws/define-law.ts';
import type { FloatNode, UintNode } from '../../laws/expressions.ts';
import { select } from '../../laws/expressions.ts';

/** What says when a body arrives. */
type Timed = Pick<LawContext<'time' | 'period'>, 'self' | 'parameters' | 'dt' | 'tick'>;

/**
 * Steps that are left to the arrival of an agent: a function of its birth alone, so that all that go by one
 * period arrive in one tick, whenever they were launched. 0 when it is late.
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
 * How far before the middle of its aim a body is to be at its arrival (m), so that the two touch half
 * way through the last step, whatever their radii. That is less than they reach, by half of what the step closes in
 * at that speed (m/s).
 */
export function standOff(
  { self, aim, dt }: Pick<LawContext, 'self' | 'aim' | 'dt'>,
  closing: FloatNode,
): FloatNode {
  return aim.radius.add(self.radius).sub(closing.mul(dt).mul(0.5)).max(0);
}
