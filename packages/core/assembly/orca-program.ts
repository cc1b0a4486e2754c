/**
 * WebAssembly twin of src/steering/orca/program-2d.ts, program-3d.ts and safe-velocity.ts, in f64. A half space contains
 * the velocities v for which dot((x, y, z), v) >= bound. It is stored as a row of four numbers: x, y, z and the bound. In
 * two dimensions, z is 0.
 */
const PARALLEL: f64 = 1e-9;
const SLACK: f64 = 1e-9;
/** The bytes of a row. */
export const ROW: usize = 32;

/** The velocity (m/s) that the last program found. */
export let bestX: f64 = 0;
export let bestY: f64 = 0;
export let bestZ: f64 = 0;

let space: bool = false;
let bisectors: usize = 0;
let cut: usize = 0;

/**
 * Prepares the calls of `findSafe` that follow, in a plane or in space. `bisectorsAt` and `cutAt` are memory for as many
 * rows as there are half spaces.
 */
export function openPrograms(inSpace: bool, bisectorsAt: usize, cutAt: usize): void {
  space = inSpace;
  bisectors = bisectorsAt;
  cut = cutAt;
}

/** Writes a half space to `row`. Returns the address of the next row. */
export function addHalfSpace(row: usize, x: f64, y: f64, z: f64, bound: f64): usize {
  store<f64>(row, x);
  store<f64>(row, y, 8);
  store<f64>(row, z, 16);
  store<f64>(row, bound, 24);
  return row + ROW;
}

/**
 * Finds the best velocity that the half spaces in rows [rows, end) allow.
 *
 * @param firm the end of the rows with firm half spaces, which come before all other half spaces
 */
export function findSafe(
  rows: usize,
  firm: usize,
  end: usize,
  speed: f64,
  wantedX: f64,
  wantedY: f64,
  wantedZ: f64,
): void {
  const held = program(rows, end, speed, wantedX, wantedY, wantedZ, false);
  if (held == end) return;
  if (held >= firm) relax(rows, firm, held, end, speed);
  else relax(rows, rows, held, firm, speed);
}

/**
 * Writes the velocity that it finds to `bestX`, `bestY` and `bestZ`. Returns the first row whose half space cannot be
 * satisfied. If all half spaces are satisfied, returns `end`.
 */
function program(
  rows: usize,
  end: usize,
  speed: f64,
  wantedX: f64,
  wantedY: f64,
  wantedZ: f64,
  far: bool,
): usize {
  if (!space) {
    bestZ = 0;
    return program2d(rows, end, speed, wantedX, wantedY, far);
  }
  let scale: f64 = far ? speed : 1;
  const squared = wantedX * wantedX + wantedY * wantedY + wantedZ * wantedZ;
  if (!far && squared > speed * speed) scale = speed / sqrt(squared);
  bestX = wantedX * scale;
  bestY = wantedY * scale;
  bestZ = wantedZ * scale;
  for (let row = rows; row < end; row += ROW) {
    if (along(row, bestX, bestY, bestZ) >= load<f64>(row, 24)) continue;
    if (!alongPlane(rows, row, speed, wantedX, wantedY, wantedZ, far)) return row;
  }
  return end;
}

/** The product of the normal of a row and a vector. */
function along(row: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(row) * x + load<f64>(row, 8) * y + load<f64>(row, 16) * z;
}

function alongPlane(
  rows: usize,
  row: usize,
  speed: f64,
  wantedX: f64,
  wantedY: f64,
  wantedZ: f64,
  far: bool,
): bool {
  const x = load<f64>(row);
  const y = load<f64>(row, 8);
  const z = load<f64>(row, 16);
  const offset = load<f64>(row, 24);
  const squared = speed * speed - offset * offset;
  if (squared < 0) return false;
  const sign: f64 = z >= 0 ? 1 : -1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  const ex = 1 + sign * x * x * a;
  const ey = sign * b;
  const ez = -sign * x;
  const fx = b;
  const fy = sign + y * y * a;
  const fz = -y;
  let to = cut;
  for (let other = rows; other < row; other += ROW) {
    const ce = along(other, ex, ey, ez);
    const cf = along(other, fx, fy, fz);
    const least = load<f64>(other, 24) - offset * along(other, x, y, z);
    const sine = sqrt(ce * ce + cf * cf);
    if (sine > PARALLEL) to = addHalfSpace(to, ce / sine, cf / sine, 0, least / sine);
    else if (least > SLACK) return false;
  }
  let we = wantedX * ex + wantedY * ey + wantedZ * ez;
  let wf = wantedX * fx + wantedY * fy + wantedZ * fz;
  if (far) {
    const length = sqrt(we * we + wf * wf);
    we = length > PARALLEL ? we / length : 1;
    wf = length > PARALLEL ? wf / length : 0;
  }
  const keptX = bestX;
  const keptY = bestY;
  if (program2d(cut, to, sqrt(squared), we, wf, far) != to) {
    bestX = keptX;
    bestY = keptY;
    return false;
  }
  const alongE = bestX;
  const alongF = bestY;
  bestX = offset * x + alongE * ex + alongF * fx;
  bestY = offset * y + alongE * ey + alongF * fy;
  bestZ = offset * z + alongE * ez + alongF * fz;
  return true;
}

/** The program in two dimensions, which ignores z. */
function program2d(
  rows: usize,
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
  for (let row = rows; row < end; row += ROW) {
    if (load<f64>(row) * bestX + load<f64>(row, 8) * bestY >= load<f64>(row, 24)) continue;
    if (!alongLine(rows, row, speed, wantedX, wantedY, far)) return row;
  }
  return end;
}

function alongLine(
  rows: usize,
  row: usize,
  speed: f64,
  wantedX: f64,
  wantedY: f64,
  far: bool,
): bool {
  const x = load<f64>(row);
  const y = load<f64>(row, 8);
  const offset = load<f64>(row, 24);
  const squared = speed * speed - offset * offset;
  if (squared < 0) return false;
  let high = sqrt(squared);
  let low = -high;
  for (let other = rows; other < row; other += ROW) {
    const nx = load<f64>(other);
    const ny = load<f64>(other, 8);
    const sine = ny * x - nx * y;
    const least = load<f64>(other, 24) - offset * (nx * x + ny * y);
    if (sine > PARALLEL) {
      const t = least / sine;
      if (t > low) low = t;
    } else if (sine < -PARALLEL) {
      const t = least / sine;
      if (t < high) high = t;
    } else if (least > SLACK) return false;
    if (low > high + SLACK) return false;
  }
  const wanted = wantedY * x - wantedX * y;
  let t = wanted;
  if (far) t = wanted > 0 ? high : low;
  else if (wanted < low) t = low;
  else if (wanted > high) t = high;
  bestX = offset * x - t * y;
  bestY = offset * y + t * x;
  return true;
}

function relax(rows: usize, firm: usize, from: usize, end: usize, speed: f64): void {
  let worst: f64 = 0;
  for (let row = from; row < end; row += ROW) {
    const x = load<f64>(row);
    const y = load<f64>(row, 8);
    const z = load<f64>(row, 16);
    const bound = load<f64>(row, 24);
    const keptX = bestX;
    const keptY = bestY;
    const keptZ = bestZ;
    if (bound - along(row, keptX, keptY, keptZ) <= worst) continue;
    let to = bisectors;
    for (let other = rows; other < firm; other += 16, to += 16) v128.store(to, v128.load(other));
    for (let other = firm; other < row; other += ROW) {
      const dx = load<f64>(other) - x;
      const dy = load<f64>(other, 8) - y;
      const dz = load<f64>(other, 16) - z;
      const length = sqrt(dx * dx + dy * dy + dz * dz);
      if (length <= PARALLEL) continue;
      const least = (load<f64>(other, 24) - bound) / length;
      to = addHalfSpace(to, dx / length, dy / length, dz / length, least);
    }
    if (program(bisectors, to, speed, x, y, z, true) != to) {
      bestX = keptX;
      bestY = keptY;
      bestZ = keptZ;
    }
    worst = bound - along(row, bestX, bestY, bestZ);
  }
}
