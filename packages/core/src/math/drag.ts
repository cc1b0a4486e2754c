import { decay } from './exponential.ts';

/**
 * Flight under linear drag, with the acceleration -damping x velocity, as functions of z = damping x time. They
 * use + - * / only. The relative error is below 3e-7; that of f32 is 6e-8.
 */

/** Below this value the closed forms lose their digits, so series are used. */
const SMALL = 0.05;

/** F(t) divided by t: (1 - e^-z)/z, with z = damping t. */
export function meanDecay(z: number): number {
  if (z < SMALL) return 1 - (z / 2) * (1 - (z / 3) * (1 - (z / 4) * (1 - z / 5)));
  return (1 - decay(Math.min(700, z))) / z;
}

/** G(t) divided by t^2: (z - 1 + e^-z)/z^2. */
export function fall(z: number): number {
  if (z < SMALL) return 0.5 * (1 - (z / 3) * (1 - (z / 4) * (1 - (z / 5) * (1 - z / 6))));
  return (1 - meanDecay(z)) / z;
}

/** The integral of F^2 from 0 to t, divided by t^3. */
export function squaredFlight(z: number): number {
  if (z < SMALL) return 1 / 3 - z / 4 + (7 * z * z) / 60 - (z * z * z) / 24;
  return (1 - 2 * meanDecay(z) + meanDecay(2 * z)) / (z * z);
}
