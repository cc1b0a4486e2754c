/**
 * Cube root of x, for x from 0 to 1. Uses only + - * /, because `Math.cbrt` differs between engines. Too slow for hot
 * loops.
 *
 * First, x is scaled to [1/8, 1]. Then Halley's method starts from a line with a relative error below 0.11. Each of
 * three steps leaves less than the cube of the previous error. The relative error of the result is below 1e-15.
 */
export function cubeRoot(x: number): number {
  if (x === 0) return 0;
  let scale = 1;
  let rest = x;
  while (rest < 0.125) {
    rest *= 8;
    scale *= 0.5;
  }
  let root = 3 / 7 + (4 / 7) * rest;
  for (let step = 0; step < 3; step++) {
    const cube = root * root * root;
    root *= (cube + 2 * rest) / (2 * cube + rest);
  }
  return scale * root;
}
