/**
 * Finds candidates for the neighbors of a cluster. A cluster is up to four agents that follow each other in a row of
 * cells, one agent per lane. A block is four consecutive places. The function `visit` receives a list of blocks, and
 * looks at one block at a time. An agent of a listed block is a candidate if its distance to the cluster's box is
 * within the radius.
 *
 * No neighbor is missed, because rounding is monotonic. The box contains the coordinates of all lanes. So the computed
 * gap between an agent and the box never exceeds the computed offset between this agent and a lane. If an agent is
 * within the radius of a lane, it is therefore always a candidate.
 */

import { FRONT_POSITION_X, FRONT_POSITION_Y, FRONT_POSITION_Z, LANE_PACK } from './columns';
import { least, most } from './lanes';

let px: usize = 0;
let py: usize = 0;
let pz: usize = 0;
let pack: usize = 0;
let list: usize = 0;
let range: f32 = 0;
// What takes the candidates: walks of laws, or the sums of context steering.
let cluster: usize = 0;
let calls: usize = 0;
let callsEnd: usize = 0;

/**
 * Size of a call in bytes. A call has the index of a function in the function table, then the address of
 * the frames that the function reads.
 */
export const CALL: usize = 8;

/**
 * Sets what `visit` does with candidates: it passes those of each cluster to the calls in the list [from, end). Each
 * call also gets the cluster itself: its coordinates and used lanes are at `clusterAt`.
 */
export function handTo(clusterAt: usize, from: usize, end: usize): void {
  cluster = clusterAt;
  calls = from;
  callsEnd = end;
}

/**
 * Must be called before `visit`. Sets the columns, the worker's list of candidates, and the radius (m) that `visit`
 * uses.
 */
export function openCandidates(table: usize, listAt: usize, radius: f32): void {
  px = load<usize>(table + FRONT_POSITION_X);
  py = load<usize>(table + FRONT_POSITION_Y);
  pz = load<usize>(table + FRONT_POSITION_Z);
  pack = load<usize>(table + LANE_PACK);
  list = listAt;
  range = radius * radius;
}

/**
 * Passes the candidates of a group of agents to the calls. The candidates are the agents of the blocks listed in [blocks,
 * blocksEnd). The group has `count` agents, whose coordinates begin at byte `at` of their columns, and whose values
 * begin at byte `planesAt` of the planes of laws. The vector (shiftX, shiftY, shiftZ) (m) is subtracted from the
 * coordinates of the group.
 */
export function visit(
  blocks: usize,
  blocksEnd: usize,
  at: usize,
  count: i32,
  shiftX: f32,
  shiftY: f32,
  shiftZ: f32,
  planesAt: usize,
): void {
  const ax = px;
  const ay = py;
  const az = pz;
  const packed = pack;
  const squared = f32x4.splat(range);
  for (let k = 0; k < count; k += 4) {
    const bytes = (<usize>k) << 2;
    const o = at + bytes;
    // Spare lanes repeat the first agent.
    const used = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(count - k));
    const x = f32x4.sub(
      v128.bitselect(v128.load(ax + o), v128.load_splat<f32>(ax + o), used),
      f32x4.splat(shiftX),
    );
    const y = f32x4.sub(
      v128.bitselect(v128.load(ay + o), v128.load_splat<f32>(ay + o), used),
      f32x4.splat(shiftY),
    );
    const z = f32x4.sub(
      v128.bitselect(v128.load(az + o), v128.load_splat<f32>(az + o), used),
      f32x4.splat(shiftZ),
    );
    const lowX = least(x);
    const lowY = least(y);
    const lowZ = least(z);
    const highX = most(x);
    const highY = most(y);
    const highZ = most(z);
    let to = list;
    for (let block = blocks; block < blocksEnd; block += 8) {
      const offset = <usize>load<u32>(block);
      const qx = v128.load(ax + offset);
      const qy = v128.load(ay + offset);
      const qz = v128.load(az + offset);
      const gx = f32x4.sub(qx, f32x4.pmin(f32x4.pmax(qx, lowX), highX));
      const gy = f32x4.sub(qy, f32x4.pmin(f32x4.pmax(qy, lowY), highY));
      const gz = f32x4.sub(qz, f32x4.pmin(f32x4.pmax(qz, lowZ), highZ));
      const gap = f32x4.add(f32x4.add(f32x4.mul(gx, gx), f32x4.mul(gy, gy)), f32x4.mul(gz, gz));
      const lanes = i32x4.bitmask(f32x4.le(gap, squared)) & load<i32>(block, 4);
      v128.store(
        to,
        i32x4.add(v128.load32_splat(block), v128.load(packed + ((<usize>lanes) << 4))),
      );
      to += (<usize>popcnt(lanes)) << 2;
    }
    v128.store(cluster, x);
    v128.store(cluster, y, 16);
    v128.store(cluster, z, 32);
    v128.store(cluster, used, 48);
    for (let call = calls; call < callsEnd; call += CALL) {
      call_indirect<void>(
        load<u32>(call),
        <usize>load<u32>(call, 4),
        list,
        to,
        cluster,
        o,
        planesAt + bytes,
      );
    }
  }
}
