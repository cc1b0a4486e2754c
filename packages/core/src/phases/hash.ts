import { finish, mixA, mixB } from '../math/mix.ts';
import { RECORD_COLUMNS } from '../world/engine-columns.ts';
import { extraPlanes, restartedPlanes } from '../world/extra-planes.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { type State, WORD } from '../world/layout.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { bucketsOf } from '../world/scalar-plan.ts';
import { STATUS } from '../world/status.ts';
import { refresh, type SharedWorld } from '../world/world.ts';
import { hashFields } from './hash-fields.ts';
import type { Kernel } from './kernel.ts';

/**
 * Computes a part of the 64-bit state hash: two sums modulo 2^32 over agents. Each agent adds well-mixed numbers to
 * both sums. The numbers cover the agent's place in the sorted order and every bit of its columns. The sums do not
 * depend on how the agents are divided into slices. At the end, `finishHash` mixes in targets, parameters and counters.
 */
export const hashFront: Kernel = (world, begin, end, worker) => {
  const { front, scratch } = world;
  const { id, species, status, birth } = front;
  const { px, py, pz, vx, vy, vz, extras, records } = bitsOf(world);
  let low = 0;
  let high = 0;
  for (let i = begin; i < end; i++) {
    const kind = species[i] | (status[i] << 8);
    let a = mixA(mixA(mixA(mixA(0x9747b28c, i), id[i]), kind), birth[i]);
    let b = mixB(mixB(mixB(mixB(0x3c6ef372, i), id[i]), kind), birth[i]);
    a = mixA(mixA(mixA(a, px[i]), py[i]), pz[i]);
    b = mixB(mixB(mixB(b, px[i]), py[i]), pz[i]);
    a = mixA(mixA(mixA(a, vx[i]), vy[i]), vz[i]);
    b = mixB(mixB(mixB(b, vx[i]), vy[i]), vz[i]);
    low = (low + finish(a)) | 0;
    high = (high + finish(b ^ Math.imul(a, 0x27d4eb2f))) | 0;
  }
  extras.forEach((column, order) => {
    for (let i = begin; i < end; i++) {
      const a = mixA(mixA(mixA(0x9747b28c, i), order), column[i]);
      const b = mixB(mixB(mixB(0x3c6ef372, i), order), column[i]);
      low = (low + finish(a)) | 0;
      high = (high + finish(b ^ Math.imul(a, 0x27d4eb2f))) | 0;
    }
  });
  for (let i = begin; records.length > 0 && i < end; i++) {
    // The records of a dead agent have no meaning.
    if (status[i] !== STATUS.alive) continue;
    const index = id[i] & world.plan.ids.indexMask;
    let a = mixA(0x9747b28c, i);
    let b = mixB(0x3c6ef372, i);
    for (const { words, bits } of records) {
      for (let word = index * words; word < (index + 1) * words; word++) {
        a = mixA(a, bits[word]);
        b = mixB(b, bits[word]);
      }
    }
    low = (low + finish(a)) | 0;
    high = (high + finish(b ^ Math.imul(a, 0x27d4eb2f))) | 0;
  }
  scratch.hashPart[worker * 4] = low;
  scratch.hashPart[worker * 4 + 1] = high;
};

/**
 * Adds up the parts of all workers, and mixes in everything that does not belong to an agent. Returns the hash of the
 * front state, as [low, high].
 */
export function finishHash(world: SharedWorld, workers: number): [number, number] {
  const { front, scratch } = world;
  let low = world.frontTick;
  let high = 0;
  for (let worker = 0; worker < workers; worker++) {
    low = (low + scratch.hashPart[worker * 4]) | 0;
    high = (high + scratch.hashPart[worker * 4 + 1]) | 0;
    if (world.plan.scalars.length === 0) continue;
    low = (low + scratch.fieldHash[worker * 2]) | 0;
    high = (high + scratch.fieldHash[worker * 2 + 1]) | 0;
  }
  const rest = [
    front.targetPosition.x,
    front.targetPosition.y,
    front.targetPosition.z,
    front.targetVelocity.x,
    front.targetVelocity.y,
    front.targetVelocity.z,
    front.targetHome.x,
    front.targetHome.y,
    front.targetHome.z,
    front.targetDrift.x,
    front.targetDrift.y,
    front.targetDrift.z,
    front.targetAcceleration.x,
    front.targetAcceleration.y,
    front.targetAcceleration.z,
    front.speciesParameters,
    front.behaviorParameters,
    front.born,
    front.eventCount,
    front.mapVersion,
    front.areaCost,
    ...(world.plan.obstacles.change ? obstacleColumns(front) : []),
  ];
  for (const column of rest) {
    const bits = new Int32Array(column.buffer, column.byteOffset, column.length);
    for (let i = 0; i < bits.length; i++) {
      low = mixA(low, bits[i]);
      high = mixB(high, bits[i]);
    }
  }
  for (const bytes of [front.mapCost, front.linkOpen]) {
    for (let at = 0; at < bytes.length; at++) {
      low = mixA(low, bytes[at]);
      high = mixB(high, bytes[at]);
    }
  }
  return [finish(low) >>> 0, finish(high ^ Math.imul(low, 0x27d4eb2f)) >>> 0];
}

/** The columns of obstacles. They are only hashed if obstacles can change; otherwise they are as in the scenario. */
function obstacleColumns(front: State): (Float32Array | Uint32Array)[] {
  const { obstacleCenter, obstacleExtent, obstacleVelocity, obstacleSpin } = front;
  return [
    front.obstacleKind,
    front.obstacleName,
    front.obstacleRadius,
    front.obstaclePoint,
    front.obstacleRotation,
    ...[obstacleCenter, obstacleExtent, obstacleVelocity, obstacleSpin].flatMap(({ x, y, z }) => [
      x,
      y,
      z,
    ]),
    front.obstacleVersion,
  ];
}

/**
 * The hash of the world's current state, as 16 hexadecimal digits. The hash is fast enough for every tick. It leaves
 * out parts that `worldDigest` covers, see docs/determinism.md.
 *
 * @throws WorldError WORLD_BUSY while workers step the world, because workers hash their parts in the same memory
 */
export function stateHash(world: World): string {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'stateHash');
  refresh(inner);
  return hashText(...hashAlone(inner));
}

/** Hashes the front state on the calling thread, while no worker runs. Returns [low, high]. */
export function hashAlone(world: SharedWorld): [number, number] {
  hashFront(world, 0, world.plan.agents, 0);
  hashFields(world, 0, bucketsOf(world.plan.scalars), 0);
  return finishHash(world, 1);
}

export function hashText(low: number, high: number): string {
  const digits = (half: number): string => half.toString(16).padStart(8, '0');
  return digits(high) + digits(low);
}

/** Writes the hash of the front state into the trace of a run. Called in `settle`, in runs that record hashes. */
export function traceHash(world: SharedWorld): void {
  const { control } = world;
  const [low, high] = finishHash(world, control.word[WORD.workers]);
  const at = 2 * (world.frontTick % control.traceMs.length);
  control.traceHash[at] = low;
  control.traceHash[at + 1] = high;
}

interface Bits {
  px: Int32Array;
  py: Int32Array;
  pz: Int32Array;
  vx: Int32Array;
  vy: Int32Array;
  vz: Int32Array;
  /** The planes of the world's extra columns. The bits of each value are read as an integer. */
  extras: readonly Int32Array[];
  /** The columns by index, each with the number of words of an agent. */
  records: readonly { readonly words: number; readonly bits: Int32Array }[];
}

const bitsOfFront = new WeakMap<object, Bits>();

/** Returns views that show the float columns of the front state as integers. They are created once per state. */
function bitsOf(world: SharedWorld): Bits {
  let bits = bitsOfFront.get(world.front);
  if (bits === undefined) {
    const { position, velocity } = world.front;
    const view = (column: Float32Array | Uint32Array): Int32Array =>
      new Int32Array(column.buffer, column.byteOffset, column.length);
    bits = {
      px: view(position.x),
      py: view(position.y),
      pz: view(position.z),
      vx: view(velocity.x),
      vy: view(velocity.y),
      vz: view(velocity.z),
      extras: [...extraPlanes(world), ...restartedPlanes(world)].map(({ front }) => view(front)),
      records: RECORD_COLUMNS.filter(({ name }) => world.plan.extras[name]).map(
        ({ name, components }) => ({ words: components, bits: view(world.front[name]) }),
      ),
    };
    bitsOfFront.set(world.front, bits);
  }
  return bits;
}
