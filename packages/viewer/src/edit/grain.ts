/** The power of ten that numbers of the pointer are rounded to in a scene of this radius, m: links stay short. */
export function grainOf(radius: number): number {
  return Number(`1e${Math.floor(Math.log10(radius / 1000))}`);
}

/** The multiple of the grain nearest to a value, without the digits that dividing by ten leaves. */
export function rounded(value: number, grain: number): number {
  const digits = Math.max(0, Math.round(-Math.log10(grain)));
  return Number((Math.round(value / grain) * grain).toFixed(digits)) + 0;
}
