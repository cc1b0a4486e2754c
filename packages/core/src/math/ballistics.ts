/**
 * The maximum number of time steps of a shot. If no shot reaches a target within this number of steps, the target
 * counts as out of range.
 */
const MAX_STEPS = 16_384;

/**
 * How many times a time step is halved to find the moment of the hit. The moment is then far more exact than
 * velocities, which are rounded to f32.
 */
const HALVINGS = 40;

/**
 * Finds the direction in which to throw a body so that it meets a point. The point moves straight at constant velocity.
 * Writes the direction to `out`, as a vector in m. Returns false if the point is out of range.
 *
 * The flight follows semi-implicit Euler steps: v' = v (1 - damping dt) - gravity dt, p' = p + v' dt. Here p and v are
 * the position and the velocity before a step, and p' and v' are those after the step. Suppose that the body is thrown
 * from the origin with the velocity u. After k steps, it is at u F(k), lowered by G(k). This function adds up F, in s,
 * and G, in m.
 *
 * Take the values of F and G at a time t. Let d be the way to the point at this time, raised by G. A throw can meet
 * the point at the time t if |d| = `speed` * F. There can be two such times. This function finds the earlier time,
 * which belongs to the lower throw. Within a step, both body and point move straight.
 *
 * @param r way to the point at the start (m)
 * @param w velocity of the point (m/s)
 * @param speed speed of the throw (m/s)
 * @param gravity gravity toward -y (m/s^2)
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
  /**
   * Finds where the point is at `time` (s). Writes to `out` the way from the origin to this position, raised along y by
   * `fallen` (m). `reached` (s) and `fallen` are the values of F and G at `time`. Returns the length of the raised way,
   * minus the distance `speed * reached` (m). Without gravity, the thrown body would cover this distance by `time`.
   */
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
