import type { Problem } from '../errors.ts';
import {
  BEHAVIOR_PARAMETERS,
  type Behavior,
  type BehaviorType,
  type Scenario,
  type Species,
} from '../scenario/schema.ts';

/**
 * The largest angle (rad) by which a flight may turn in one tick. With more, the flight visibly zigzags about its
 * course.
 */
const WOBBLE = 0.1;

/**
 * Finds numbers with which agents tremble forever, because a tick is too long for them.
 *
 * Let K be (weight * forceFactor / mass + damping) * dt. A behavior that asks for a velocity u changes the velocity v in
 * one tick by K (u - v), if there is no drag. So v - u is multiplied by 1 - K, and dies out only if K < 2.
 *
 * Within the distance `brakingDistance` (b), the asked velocity is speed / b * offset. Let k be the part of K that comes
 * from the weight. The offset and the velocity then die out only if k * speed * dt / b < 4 - 2 K.
 *
 * A flight of `homing` or `lead` turns by at most speed * dt / R in one tick. Here R is the radius of its tightest
 * circle. If that angle is large, the flight turns past its target and back, tick by tick.
 *
 * Each behavior is checked alone. Behaviors before "context" are not checked, because they add no force.
 *
 * @returns one problem, with its JSON path, for each such number
 */
export function findUnsteady(scenario: Scenario): Problem[] {
  return scenario.species.flatMap((species, index) => unsteadyIn(scenario, species, index));
}

function unsteadyIn({ dt }: Scenario, species: Species, index: number): Problem[] {
  const path = `$.species[${index}]`;
  const { damping } = species;
  if (damping * dt >= 2) {
    const found = `${damping} 1/s, with which the drag reverses a velocity in each tick`;
    return [{ path: `${path}.damping`, found, expected: `less than ${below(2 / dt)} 1/s` }];
  }
  const context = species.behaviors.findIndex(({ type }) => type === 'context');
  return species.behaviors.flatMap((behavior, place) => {
    if (place < context) return [];
    const at = `${path}.behaviors[${place}]`;
    return [...trembling(behavior, species, dt, at), ...wobbling(behavior, species, dt, at)];
  });
}

function trembling(behavior: Behavior, species: Species, dt: number, path: string): Problem[] {
  if (!asksForVelocity(behavior)) return [];
  const { mass, damping, forceFactor, maxSpeed } = species;
  const share = (behavior.weight * forceFactor * dt) / mass;
  const all = share + damping * dt;
  if (all >= 2) {
    const most = ((2 / dt - damping) * mass) / forceFactor;
    const found = `a weight of ${behavior.weight} kg/s, with which agents tremble forever`;
    return [{ path: `${path}.weight`, found, expected: `less than ${below(most)} kg/s` }];
  }
  if (!('brakingDistance' in behavior) || typeof behavior.brakingDistance !== 'number') return [];
  const own = 'speed' in behavior && typeof behavior.speed === 'number' ? behavior.speed : Infinity;
  const speed = Math.min(own, maxSpeed ?? Infinity);
  const least = (share * speed * dt) / (4 - 2 * all);
  if (!(speed < Infinity) || behavior.brakingDistance > least) return [];
  const found = `${behavior.brakingDistance} m, with which agents at ${rounded(speed)} m/s tremble about their place forever`;
  return [{ path: `${path}.brakingDistance`, found, expected: `more than ${above(least)} m` }];
}

function wobbling(behavior: Behavior, species: Species, dt: number, path: string): Problem[] {
  if (behavior.type !== 'homing' && behavior.type !== 'lead') return [];
  const { speed, curvatureRadius } = behavior;
  const limit = (species.maxForce ?? Infinity) / species.mass;
  const acceleration = Math.min((speed * speed) / curvatureRadius, speed / dt, limit);
  const angle = (acceleration * dt) / speed;
  if (angle <= WOBBLE) return [];
  const degrees = rounded((angle * 180) / Math.PI);
  const found = `${curvatureRadius} m, with which a flight turns by ${degrees} degrees in one tick, so it wobbles`;
  const least = above((speed * dt) / WOBBLE);
  return [{ path: `${path}.curvatureRadius`, found, expected: `at least ${least} m` }];
}

/** Whether the force of a built-in behavior is weight (kg/s) * (asked velocity - velocity). */
function asksForVelocity(behavior: Behavior): behavior is Behavior & { readonly weight: number } {
  const parameters = BEHAVIOR_PARAMETERS[behavior.type as BehaviorType] ?? [];
  return parameters.some(({ name, unit }) => name === 'weight' && unit === 'kg/s');
}

/** Rounds a number to three digits, to show to people. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Rounds a number down to four digits, so that it keeps below a limit. */
function below(value: number): string {
  const unit = unitOf(value);
  return String(Number((Math.floor(value / unit + 1e-9) * unit).toPrecision(4)));
}

/** Rounds a number up to four digits, so that it keeps above a limit. */
function above(value: number): string {
  const unit = unitOf(value);
  return String(Number((Math.ceil(value / unit - 1e-9) * unit).toPrecision(4)));
}

/** The unit of the fourth digit of a number. */
function unitOf(value: number): number {
  let unit = 1e-3;
  while (value >= 10_000 * unit) unit *= 10;
  while (value > 0 && value < 1000 * unit) unit /= 10;
  return unit;
}
