/**
 * WebAssembly twin of src/steering/orca/program-2d.ts and safe-velocity.ts in two dimensions, in f64. A half plane
 * contains the velocities v for which dot((x, y), v) >= bound. It is stored as a row of three numbers: x, y and the
 * bound.
 */
const PARALLEL: f64 = 1e-9;
const SLACK: f64 = 1e-9;
const ROW: usize = 24;

/** The velocity (m/s) that the last program found. */
export let bestX: f64 = 0;
export let bestY: f64 = 0;

/** Writes a half plane to `row`. Returns the address of the next row. */
export function addLine(row: usize, x: f64, y: f64, bound: f64): usize {
  store<f64>(row, x);
  store<f64>(row, y, 8);
  store<f64>(row, bound, 16);
  return row + ROW;
}

/**
 * Finds the best velocity that the half planes in rows [lines, end) allow. `bisectors` is memory for the same number of
 * rows.
 *
 * @param firm the end of the rows with firm half planes, which come before all other half planes
 */
export function findSafe(
  lines: usize,
  firm: usize,
  end: usize,
  bisectors: usize,
  speed: f64,
  wantedX: f64,
  wantedY: f64,
): void {
  const held = program(lines, end, speed, wantedX, wantedY, false);
  if (held == end) return;
  if (held >= firm) relax(lines, firm, held, end, bisectors, speed);
  else relax(lines, lines, held, firm, bisectors, speed);
}

/**
 * Twin of program2d in program-2d.ts: writes the velocity that it finds to `bestX` and `bestY`. Returns the first row
 * whose half plane cannot be satisfied. If all half planes are satisfied, returns `end`.
 */
function program(
  lines: usize,
  end: usize,
  speed: f64,
  wantedX: f64,
  wantedY: f64,
  far: bool,
): usize {
  let scale: f64 = far ? speed : 1;
  const squared = wantedX * wantedX + wantedY * wantedY;
  if (!far && squared > speed * speed) scale = speed / sqrt(squared);
  bestX = wantedX * scale;
  bestY = wantedY * scale;
  for (let row = lines; row < end; row += ROW) {
    if (load<f64>(row) * bestX + load<f64>(row, 8) * bestY >= load<f64>(row, 16)) continue;
    if (!alongLine(lines, row, speed, wantedX, wantedY, far)) return row;
  }
  return end;
}

function alongLine(
  lines: usize,
  row: usize,
  speed: f64,
  wantedX: f64,
  wantedY: f64,
  far: bool,
): bool {
  const x = load<f64>(row);
  const y = load<f64>(row, 8);
  const offset = load<f64>(row, 16);
  const squared = speed * speed - offset * offset;
  if (squared < 0) return false;
  let high = sqrt(squared);
  let low = -high;
  for (let other = lines; other < row; other += ROW) {
    const nx = load<f64>(other);
    const ny = load<f64>(other, 8);
    const sine = ny * x - nx * y;
    const least = load<f64>(other, 16) - offset * (nx * x + ny * y);
    if (sine > PARALLEL) {
      const t = least / sine;
      if (t > low) low = t;
    } else if (sine < -PARALLEL) {
      const t = least / sine;
      if (t < high) high = t;
    } else if (least > SLACK) return false;
    if (low > high + SLACK) return false;
  }
  const along = wantedY * x - wantedX * y;
  let t = along;
  if (far) t = along > 0 ? high : low;
  else if (along < low) t = low;
  else if (along > high) t = high;
  bestX = offset * x - t * y;
  bestY = offset * y + t * x;
  return true;
}

function relax(
  lines: usize,
  firm: usize,
  from: usize,
  end: usize,
  bisectors: usize,
  speed: f64,
): void {
  let worst: f64 = 0;
  for (let row = from; row < end; row += ROW) {
    const x = load<f64>(row);
    const y = load<f64>(row, 8);
    const bound = load<f64>(row, 16);
    const keptX = bestX;
    const keptY = bestY;
    if (bound - (x * keptX + y * keptY) <= worst) continue;
    let to = bisectors;
    for (let other = lines; other < firm; other += ROW) {
      to = addLine(to, load<f64>(other), load<f64>(other, 8), load<f64>(other, 16));
    }
    for (let other = firm; other < row; other += ROW) {
      const dx = load<f64>(other) - x;
      const dy = load<f64>(other, 8) - y;
      const length = sqrt(dx * dx + dy * dy);
      if (length <= PARALLEL) continue;
      to = addLine(to, dx / length, dy / length, (load<f64>(other, 16) - bound) / length);
    }
    if (program(bisectors, to, speed, x, y, true) != to) {
      bestX = keptX;
      bestY = keptY;
    }
    worst = bound - (x * bestX + y * bestY);
  }
}
