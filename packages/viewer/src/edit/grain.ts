/**
 * The power of ten to which the editor rounds coordinates, in m, given the radius of the scene. Rounded numbers keep
 * links short.
 */
export function grainOf(radius: number): number {
  return Number(`1e${Math.floor(Math.log10(radius / 1000))}`);
}

/** Rounds a value to a multiple of the grain, and removes the digits that come from rounding errors. */
export function rounded(value: number, grain: number): number {
  const digits = Math.max(0, Math.round(-Math.log10(grain)));
  return Number((Math.round(value / grain) * grain).toFixed(digits)) + 0;
}
