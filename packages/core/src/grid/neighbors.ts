import type { SharedWorld } from '../world/world.ts';
import { cellAlong, clampCell } from './cell.ts';

const fround = Math.fround;
/** Covers the rounding of a squared distance that is compared with a squared radius. */
const WIDER = fround(1 + 1 / 0x100000);

/**
 * Places [begin, end) of the sorted order in which neighbors may be, as runs. `shiftX`, `shiftY` and
 * `shiftZ` (m) are subtracted from the agent's position before offsets to the neighbors of a run are
 * taken; they are 0 unless the bounds wrap.
 */
export interface Runs {
  count: number;
  begin: Int32Array;
  end: Int32Array;
  shiftX: Float32Array;
  shiftY: Float32Array;
  shiftZ: Float32Array;
}

export function createRuns(): Runs {
  return { count: 0, ...roomFor(64) };
}

function roomFor(capacity: number): Omit<Runs, 'count'> {
  return {
    begin: new Int32Array(capacity),
    end: new Int32Array(capacity),
    shiftX: new Float32Array(capacity),
    shiftY: new Float32Array(capacity),
    shiftZ: new Float32Array(capacity),
  };
}

/**
 * Writes to `runs` where the agents of front within `radius` of the point (x, y, z) may be: all that
 * are, and some more. On a torus the point sees images of the world, which come by z, then y, then x;
 * within an image the runs come by z, then y, and within a run agents stand in sorted order. That order
 * is contract: sums over neighbors follow it.
 *
 * Why none is missed: a neighbor at computed distance <= radius lies within radius x (1 + 2^-22) of
 * the point along each axis, `cellAlong` never falls as its argument grows, and subtraction rounds
 * monotonically. A shift by a whole edge rounds once more, which `slack` covers.
 */
export function neighborRunsInto(
  runs: Runs,
  world: SharedWorld,
  x: number,
  y: number,
  z: number,
  radius: number,
): void {
  const { grid } = world.plan;
  const { min, inverse, counts, edge } = grid;
  const { cellStart } = world.front;
  const reach = fround(fround(radius * WIDER) + grid.slack);
  const wrapX = edge[0] > 0;
  const wrapY = edge[1] > 0;
  const wrapZ = edge[2] > 0;
  let lowX = cellAlong(fround(x - reach), min[0], inverse[0]);
  let highX = cellAlong(fround(x + reach), min[0], inverse[0]);
  let lowY = cellAlong(fround(y - reach), min[1], inverse[1]);
  let highY = cellAlong(fround(y + reach), min[1], inverse[1]);
  let lowZ = cellAlong(fround(z - reach), min[2], inverse[2]);
  let highZ = cellAlong(fround(z + reach), min[2], inverse[2]);
  lowX = wrapX ? clampTurn(lowX, counts[0]) : clampCell(lowX, counts[0]);
  highX = wrapX ? clampTurn(highX, counts[0]) : clampCell(highX, counts[0]);
  lowY = wrapY ? clampTurn(lowY, counts[1]) : clampCell(lowY, counts[1]);
  highY = wrapY ? clampTurn(highY, counts[1]) : clampCell(highY, counts[1]);
  lowZ = wrapZ ? clampTurn(lowZ, counts[2]) : clampCell(lowZ, counts[2]);
  highZ = wrapZ ? clampTurn(highZ, counts[2]) : clampCell(highZ, counts[2]);
  const most = 3 * (highY - lowY + 1) * (highZ - lowZ + 1);
  if (most > runs.begin.length) Object.assign(runs, roomFor(2 * most));
  runs.count = 0;
  const lastTurnX = turnOf(highX, counts[0]);
  const lastTurnY = turnOf(highY, counts[1]);
  const lastTurnZ = turnOf(highZ, counts[2]);
  for (let turnZ = turnOf(lowZ, counts[2]); turnZ <= lastTurnZ; turnZ++) {
    const firstZ = Math.max(lowZ - turnZ * counts[2], 0);
    const lastZ = Math.min(highZ - turnZ * counts[2], counts[2] - 1);
    for (let turnY = turnOf(lowY, counts[1]); turnY <= lastTurnY; turnY++) {
      const firstY = Math.max(lowY - turnY * counts[1], 0);
      const lastY = Math.min(highY - turnY * counts[1], counts[1] - 1);
      for (let turnX = turnOf(lowX, counts[0]); turnX <= lastTurnX; turnX++) {
        const firstX = Math.max(lowX - turnX * counts[0], 0);
        const lastX = Math.min(highX - turnX * counts[0], counts[0] - 1);
        for (let cz = firstZ; cz <= lastZ; cz++) {
          for (let cy = firstY; cy <= lastY; cy++) {
            const row = (cz * counts[1] + cy) * counts[0];
            const begin = cellStart[row + firstX];
            const end = cellStart[row + lastX + 1];
            if (begin === end) continue;
            const at = runs.count++;
            runs.begin[at] = begin;
            runs.end[at] = end;
            runs.shiftX[at] = fround(turnX * edge[0]);
            runs.shiftY[at] = fround(turnY * edge[1]);
            runs.shiftZ[at] = fround(turnZ * edge[2]);
          }
        }
      }
    }
  }
}

/** How often a cell has gone round the torus; within one turn of it. */
function turnOf(cell: number, count: number): number {
  return cell < 0 ? -1 : cell < count ? 0 : 1;
}

/** In a torus a search goes round once at most, wherever an agent was put by hand. */
function clampTurn(cell: number, count: number): number {
  return cell >= -count ? (cell < 2 * count ? cell : 2 * count - 1) : -count;
}
