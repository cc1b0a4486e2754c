/** MAX number of steps of a shot. A target that needs more counts as out of range. */
const MAX_STEPS = 16_384;

/** Number of times a step is halved. This is far more exact than the f32 that velocities are rounded to. */
const HALVINGS = 40;

/**
 * Finds how to throw a body so that it meets a point that moves straight on. The flight follows semi-implicit Euler
 * steps: v' = v (1 - damping dt) - gravity dt, p' = p + v' dt. After k steps the body is at v F(k) - G(k) up; F and G
 * are summed here. Of the two throws that meet the point, it finds the lower: the first time at which the way to the
 * point, lifted by G, is no longer than speed x F. Within a step both go straight on.
 *
 * Writes the vector to aim along (m) to `out`. Returns false if the point is out of range.
 *
 * @param r way to the point at the start (m)
 * @param w velocity of the point (m/s)
 * @param speed of the throw (m/s)
 * @param gravity toward -y (m/s^2)
 * @param damping drag (1/s)
 */
export function throwInto(
  out: [number, number, number],
  [rx, ry, rz]: readonly [number, number, number],
  [wx, wy, wz]: readonly [number, number, number],
  speed: number,
  gravity: number,
  damping: number,
  dt: number,
): boolean {
  const kept = 1 - damping * dt;
  let share = 1;
  let fallSpeed = 0;
  let reach = 0;
  let fall = 0;
  /** How much the point is too far away at a given time (m). Writes the way to it to `out`. */
  const lack = (time: number, reached: number, fallen: number): number => {
    const x = rx + wx * time;
    const y = ry + wy * time + fallen;
    const z = rz + wz * time;
    out[0] = x;
    out[1] = y;
    out[2] = z;
    return Math.sqrt(x * x + y * y + z * z) - speed * reached;
  };
  if (lack(0, 0, 0) <= 0) return true;
  for (let k = 0; k < MAX_STEPS; k++) {
    share *= kept;
    fallSpeed = fallSpeed * kept + gravity * dt;
    const further = share * dt;
    const lower = fallSpeed * dt;
    if (lack((k + 1) * dt, reach + further, fall + lower) <= 0) {
      let [before, after] = [0, 1];
      for (let n = 0; n < HALVINGS; n++) {
        const s = 0.5 * (before + after);
        if (lack((k + s) * dt, reach + s * further, fall + s * lower) <= 0) after = s;
        else before = s;
      }
      return true;
    }
    reach += further;
    fall += lower;
  }
  return false;
}
