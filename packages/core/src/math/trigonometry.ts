/**
 * Sine, cosine and arc tangent. They use only + - * / and square roots, because the functions of `Math` differ between
 * engines. Too slow for hot loops.
 *
 * Sine and cosine are Taylor polynomials on [-pi/4, pi/4] after reduction by quarter turns. The error is below 1e-12
 * for |angle| <= 1000. The later rounding of results to f32 adds a much larger error.
 */
const QUARTER_TURN = Math.PI / 2;

function sineNearZero(x: number): number {
  const s = x * x;
  return (
    x *
    (1 +
      s *
        (-1 / 6 +
          s *
            (1 / 120 +
              s *
                (-1 / 5040 +
                  s *
                    (1 / 362880 +
                      s * (-1 / 39916800 + s * (1 / 6227020800 - s / 1307674368000)))))))
  );
}

function cosineNearZero(x: number): number {
  const s = x * x;
  return (
    1 +
    s *
      (-1 / 2 +
        s *
          (1 / 24 +
            s *
              (-1 / 720 +
                s * (1 / 40320 + s * (-1 / 3628800 + s * (1 / 479001600 - s / 87178291200))))))
  );
}

/** Sine of an angle in rad. */
export function sine(angle: number): number {
  const turns = Math.floor(angle / QUARTER_TURN + 0.5);
  const rest = angle - turns * QUARTER_TURN;
  const quadrant = turns - 4 * Math.floor(turns / 4);
  if (quadrant === 0) return sineNearZero(rest);
  if (quadrant === 1) return cosineNearZero(rest);
  if (quadrant === 2) return -sineNearZero(rest);
  return -cosineNearZero(rest);
}

/** Cosine of an angle in rad. */
export function cosine(angle: number): number {
  return sine(angle + QUARTER_TURN);
}

/**
 * Arc tangent of a number from 0 to 1. Half-angle formulas reduce the angle to at most pi/16; then a Taylor series is
 * used.
 */
function arctangentOfShare(x: number): number {
  const half = x / (1 + Math.sqrt(1 + x * x));
  const quarter = half / (1 + Math.sqrt(1 + half * half));
  const s = quarter * quarter;
  let sum = 0;
  for (let n = 19; n > 0; n -= 2) sum = 1 / n - s * sum;
  return 4 * quarter * sum;
}

/**
 * The angle of the point (x, y) from the x axis in rad, from -pi to pi, like `Math.atan2`. At the origin, the angle is
 * 0. The error is below 1e-12. The function is too slow for hot loops.
 */
export function arctangent(y: number, x: number): number {
  const [across, along] = [Math.abs(y), Math.abs(x)];
  if (across === 0 && along === 0) return 0;
  let angle =
    across <= along
      ? arctangentOfShare(across / along)
      : QUARTER_TURN - arctangentOfShare(along / across);
  if (x < 0) angle = Math.PI - angle;
  return y < 0 ? -angle : angle;
}
