const sqrt = Math.sqrt;

/** The values that determine how fast a body can come to rest. */
export interface Brakes {
  /** The weight (kg/s) with which the body takes on a velocity. */
  readonly weight: number;
  /** Mass (kg). */
  readonly mass: number;
  /** Damping (1/s). */
  readonly damping: number;
  /** The largest force (N). */
  readonly maxForce: number;
  /** Length of a tick (s). */
  readonly dt: number;
}

/**
 * Returns the rate c (1/s) of a body that comes to rest at a place: at the distance d (m), it wants the speed c * d. It
 * is the highest rate at which the body does not run past the place.
 *
 * Let k be weight * dt / mass and let K be k + damping * dt. In a tick, the offset x and the velocity v become
 *
 *   v' = (1 - K) v - k c x
 *   x' = x + v' dt
 *
 * The eigenvalues have the product 1 - K and the sum 2 - K - k c dt. Up to K = 1, both are the root of 1 - K if k c dt is
 * (1 - sqrt(1 - K))^2. From K = 1 to 2, their sum is 0 if k c dt is 2 - K. From K = 2 on, the body trembles at any
 * speed, so the rate has no bound.
 */
export function closingRate({ weight, mass, damping, dt }: Brakes): number {
  const share = (weight * dt) / mass;
  const all = share + damping * dt;
  if (!(share > 0)) return 0;
  if (all >= 2) return Number.POSITIVE_INFINITY;
  const root = 1 - sqrt(Math.max(0, 1 - all));
  return (all <= 1 ? root * root : 2 - all) / (share * dt);
}

/**
 * Returns the speed (m/s) at which a body may approach a place at `distance` (m). It is at most `rate` * distance. With
 * this speed, the body brakes with at most half of its largest force.
 *
 * @param rate the closing rate (1/s)
 */
export function closingSpeed(distance: number, rate: number, { maxForce, mass }: Brakes): number {
  // Infinity * 0 is no number.
  if (!(distance > 0)) return 0;
  const linear = rate * distance;
  const braking = sqrt((maxForce / mass) * 0.5 * distance);
  return linear < braking ? linear : braking;
}
