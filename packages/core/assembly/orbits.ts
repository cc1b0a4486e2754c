/** SIMD twin of src/phases/orbits.ts: four agents at a time. */
import {
  FRONT_APPROACH,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_SWEPT,
  STAGED_APPROACH,
  STAGED_POSITION_X,
  STAGED_POSITION_Y,
  STAGED_POSITION_Z,
  STAGED_SWEPT,
} from './columns';
import { livingOf, shortest, squaredLength } from './lanes';

/**
 * For each agent of the species in places [begin, end), adds up the turns (rad) of the line of sight from the agent to
 * a target. When the agent comes clearly closer to the target, the sum starts again from 0. The target is at (x, y, z)
 * and moves by (dx, dy, dz) in this step. The edges of the torus have the lengths `edgeX`, `edgeY` and `edgeZ`. An edge
 * length is 0 along an axis that does not wrap.
 */
export function watchOrbits(
  table: usize,
  begin: i32,
  end: i32,
  species: i32,
  x: f32,
  y: f32,
  z: f32,
  dx: f32,
  dy: f32,
  dz: f32,
  fullTurn: f32,
  nearer: f32,
  bend: f32,
  edgeX: f32,
  edgeY: f32,
  edgeZ: f32,
): void {
  const one = f32x4.splat(1);
  const full = f32x4.splat(fullTurn);
  for (let i = begin; i < end; i += 4) {
    const at = (<usize>i) << 2;
    const swept = v128.load(load<usize>(table + FRONT_SWEPT) + at);
    const who = v128.and(livingOf(table, i, species), f32x4.lt(swept, full));
    if (!v128.any_true(who)) continue;
    const px = v128.load(load<usize>(table + FRONT_POSITION_X) + at);
    const py = v128.load(load<usize>(table + FRONT_POSITION_Y) + at);
    const pz = v128.load(load<usize>(table + FRONT_POSITION_Z) + at);
    const rx = shortest(f32x4.sub(f32x4.splat(x), px), edgeX);
    const ry = shortest(f32x4.sub(f32x4.splat(y), py), edgeY);
    const rz = shortest(f32x4.sub(f32x4.splat(z), pz), edgeZ);
    const sx = changed(load<usize>(table + STAGED_POSITION_X) + at, px, dx, edgeX);
    const sy = changed(load<usize>(table + STAGED_POSITION_Y) + at, py, dy, edgeY);
    const sz = changed(load<usize>(table + STAGED_POSITION_Z) + at, pz, dz, edgeZ);
    const nx = f32x4.add(rx, sx);
    const ny = f32x4.add(ry, sy);
    const nz = f32x4.add(rz, sz);
    const before = f32x4.sqrt(squaredLength(rx, ry, rz));
    const after = f32x4.sqrt(squaredLength(nx, ny, nz));
    const approach = v128.load(load<usize>(table + FRONT_APPROACH) + at);
    const closer = f32x4.lt(after, f32x4.mul(f32x4.splat(nearer), approach));
    const across = f32x4.sqrt(
      squaredLength(
        f32x4.sub(f32x4.mul(ry, sz), f32x4.mul(rz, sy)),
        f32x4.sub(f32x4.mul(rz, sx), f32x4.mul(rx, sz)),
        f32x4.sub(f32x4.mul(rx, sy), f32x4.mul(ry, sx)),
      ),
    );
    const along = f32x4.add(f32x4.add(f32x4.mul(rx, nx), f32x4.mul(ry, ny)), f32x4.mul(rz, nz));
    const half = f32x4.div(across, f32x4.add(f32x4.mul(before, after), along));
    const within = v128.and(f32x4.lt(half, one), f32x4.gt(half, f32x4.splat(-Infinity as f32)));
    const tangent = v128.bitselect(half, one, within);
    const bent = f32x4.add(one, f32x4.mul(f32x4.splat(bend), f32x4.mul(tangent, tangent)));
    const angle = f32x4.div(f32x4.mul(f32x4.splat(2), tangent), bent);
    put(load<usize>(table + STAGED_APPROACH) + at, v128.bitselect(after, approach, closer), who);
    put(load<usize>(table + STAGED_SWEPT) + at, v128.andnot(f32x4.add(swept, angle), closer), who);
  }
}

/**
 * Along one axis, the change of the offset from an agent to a target (m). This is the displacement `d` of the target
 * minus the displacement of the agent.
 */
function changed(to: usize, from: v128, d: f32, edge: f32): v128 {
  return f32x4.sub(f32x4.splat(d), shortest(f32x4.sub(v128.load(to), from), edge));
}

/** Stores some lanes of `value`; the mask `who` selects them. In memory, the other lanes keep their values. */
function put(at: usize, value: v128, who: v128): void {
  v128.store(at, v128.bitselect(value, v128.load(at), who));
}
