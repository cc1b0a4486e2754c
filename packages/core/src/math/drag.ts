import { decay } from './exponential.ts';

/**
 * Flight under linear drag, where the acceleration is `-damping * velocity`. The parameter `z` of the functions is
 * `damping * time`. The functions use only + - * /. Their relative error is below 3e-7. For comparison, f32 has 6e-8.
 */

/** The value of z below which series are used, because the closed forms lose digits there. */
const SMALL = 0.05;

/**
 * The distance that a body flies under drag, as a fraction of the distance without drag: (1 - e^-z) / z, with z =
 * damping * time. The fraction is 1 if z is 0.
 */
export function meanDecay(z: number): number {
  if (z < SMALL) return 1 - (z / 2) * (1 - (z / 3) * (1 - (z / 4) * (1 - z / 5)));
  return (1 - decay(Math.min(700, z))) / z;
}

/**
 * How far a body falls from rest under drag, divided by (gravity * time^2). The result is (z - 1 + e^-z) / z^2. Here z
 * is damping * time. Without drag, the result is 1/2.
 */
export function fall(z: number): number {
  if (z < SMALL) return 0.5 * (1 - (z / 3) * (1 - (z / 4) * (1 - (z / 5) * (1 - z / 6))));
  return (1 - meanDecay(z)) / z;
}

/**
 * Let F(s) be the distance that a body flies in the time s, divided by its speed at the start. The formula is
 *
 *   F(s) = s * meanDecay(damping * s)
 *
 * Returns the integral of F(s)^2 over s from 0 to t, divided by t^3. The parameter z is the product damping * t.
 * Without drag, the result is 1/3.
 */
export function squaredFlight(z: number): number {
  if (z < SMALL) return 1 / 3 - z / 4 + (7 * z * z) / 60 - (z * z * z) / 24;
  return (1 - 2 * meanDecay(z) + meanDecay(2 * z)) / (z * z);
}
