import { packPoints } from '../points/pack-points.ts';
import { blocksOf, POINT_BLOCK, pointRecordsIn } from '../points/point-records.ts';
import { groundAt } from '../world/heights.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { rangeOf } from '../world/slice.ts';
import { refresh, type SharedWorld } from '../world/world.ts';
import type { Fault } from './fault.ts';
import { beginSideTask } from './side-task.ts';

/**
 * The number of blocks that the thread packs between two signs of life. Packing this many takes a millisecond or two.
 */
const BLOCKS = 256;

/** A task to pack the living agents as points. It is divided among some workers. */
export interface PointTask {
  /** The buffer that createPointRecords made. It has room for all agents of the world. */
  readonly buffer: ArrayBufferLike;
  readonly workers: number;
}

/**
 * Packs one worker's part of the living agents, in whole blocks. Only reads the front state. Never call it while a run
 * steps the world.
 */
export function runPoints(
  world: SharedWorld,
  { buffer, workers }: PointTask,
  worker: number,
  inject?: Fault,
): void {
  const live = beginSideTask(world, 'points', worker, inject);
  const [begin, end] = rangeOf(blocksOf(livingOf(world)), workers, worker);
  packFront(world, buffer, begin, end, live);
}

/**
 * Packs all living agents of a world as points, on the calling thread. Call it only between runs of a team, which can
 * do it on its threads: see the option `points` of `run`.
 *
 * @param buffer the buffer of `createPointRecords`, for as many agents as the world has
 * @throws WorldError WORLD_UNKNOWN for anything that is not a world
 */
export function packWorldPoints(world: World, buffer: ArrayBufferLike): void {
  const inner = innerOf(world);
  refresh(inner);
  packFront(inner, buffer, 0, blocksOf(livingOf(inner)), () => {});
}

function packFront(
  world: SharedWorld,
  buffer: ArrayBufferLike,
  begin: number,
  end: number,
  live: () => void,
): void {
  const { front, plan } = world;
  const { x, y } = front.position;
  const { x: vx, y: vy, z: vz } = front.velocity;
  const living = livingOf(world);
  const z =
    plan.heights === undefined
      ? front.position.z
      : heightsOf(world, begin * POINT_BLOCK, Math.min(end * POINT_BLOCK, living));
  const columns = { x, y, z, vx, vy, vz, species: front.species, id: front.id };
  const into = pointRecordsIn(buffer, plan.agents);
  for (let first = begin; first < end; first += BLOCKS) {
    packPoints(columns, living, into, first, Math.min(first + BLOCKS, end));
    live();
  }
}

/** The number of living agents. In the columns, they come before the dead. */
function livingOf({ front, plan }: SharedWorld): number {
  return front.cellStart[plan.grid.cells];
}

/** The height (m) of the ground under each of the agents [begin, end). In a two-dimensional world, it serves as z. */
function heightsOf(world: SharedWorld, begin: number, end: number): Float32Array {
  const { x, y } = world.front.position;
  const z = new Float32Array(end);
  for (let i = begin; i < end; i++) z[i] = groundAt(world, x[i], y[i]);
  return z;
}
