/** WebAssembly twin of src/phases/scatter.ts. */
import {
  BACK_BIRTH,
  BACK_ID,
  BACK_POSITION_X,
  BACK_POSITION_Y,
  BACK_POSITION_Z,
  BACK_SLOT,
  BACK_SPECIES,
  BACK_STATUS,
  BACK_VELOCITY_X,
  BACK_VELOCITY_Y,
  BACK_VELOCITY_Z,
  CELL,
  CELL_COUNT,
  FRONT_BIRTH,
  FRONT_ID,
  FRONT_SPECIES,
  STAGED_POSITION_X,
  STAGED_POSITION_Y,
  STAGED_POSITION_Z,
  STAGED_STATUS,
  STAGED_VELOCITY_X,
  STAGED_VELOCITY_Y,
  STAGED_VELOCITY_Z,
} from './columns';

const NEWBORN: u8 = 3;
const ALIVE: u8 = 1;
const QUARANTINED: u8 = 2;

/**
 * Moves the agents in places [begin, end) to their new places. `births` is the birth tick of newborn agents, which is
 * the tick of the back state. Each worker has a table of places, and these tables are `stride` words apart. The low
 * `indexBits` bits of an id are its index.
 */
export function scatter(
  table: usize,
  begin: i32,
  end: i32,
  worker: i32,
  stride: i32,
  births: u32,
  indexBits: u32,
): void {
  const mask = ((<u32>1) << indexBits) - 1;
  const places: usize = load<usize>(table + CELL_COUNT) + ((<usize>(worker * stride)) << 2);
  const cell: usize = load<usize>(table + CELL);
  const status: usize = load<usize>(table + STAGED_STATUS);
  const fromId: usize = load<usize>(table + FRONT_ID);
  const fromSpecies: usize = load<usize>(table + FRONT_SPECIES);
  const fromBirth: usize = load<usize>(table + FRONT_BIRTH);
  const fromPx: usize = load<usize>(table + STAGED_POSITION_X);
  const fromPy: usize = load<usize>(table + STAGED_POSITION_Y);
  const fromPz: usize = load<usize>(table + STAGED_POSITION_Z);
  const fromVx: usize = load<usize>(table + STAGED_VELOCITY_X);
  const fromVy: usize = load<usize>(table + STAGED_VELOCITY_Y);
  const fromVz: usize = load<usize>(table + STAGED_VELOCITY_Z);
  const toId: usize = load<usize>(table + BACK_ID);
  const toSlot: usize = load<usize>(table + BACK_SLOT);
  const toSpecies: usize = load<usize>(table + BACK_SPECIES);
  const toStatus: usize = load<usize>(table + BACK_STATUS);
  const toBirth: usize = load<usize>(table + BACK_BIRTH);
  const toPx: usize = load<usize>(table + BACK_POSITION_X);
  const toPy: usize = load<usize>(table + BACK_POSITION_Y);
  const toPz: usize = load<usize>(table + BACK_POSITION_Z);
  const toVx: usize = load<usize>(table + BACK_VELOCITY_X);
  const toVy: usize = load<usize>(table + BACK_VELOCITY_Y);
  const toVz: usize = load<usize>(table + BACK_VELOCITY_Z);
  for (let i = begin; i < end; i++) {
    const from = (<usize>i) << 2;
    const place = places + ((<usize>load<u32>(cell + from)) << 2);
    const to = load<u32>(place);
    store<u32>(place, to + 1);
    store<u32>(cell + from, to);
    const at = (<usize>to) << 2;
    const state = load<u8>(status + i);
    const newborn = state == NEWBORN;
    const id = load<u32>(fromId + from) + ((<u32>newborn) << indexBits);
    store<u32>(toId + at, id);
    store<u32>(toSlot + ((<usize>(id & mask)) << 2), to);
    store<u8>(toSpecies + to, load<u8>(fromSpecies + i));
    store<u8>(toStatus + to, state > QUARANTINED ? ALIVE : state);
    store<u32>(toBirth + at, newborn ? births : load<u32>(fromBirth + from));
    store<u32>(toPx + at, load<u32>(fromPx + from));
    store<u32>(toPy + at, load<u32>(fromPy + from));
    store<u32>(toPz + at, load<u32>(fromPz + from));
    store<u32>(toVx + at, load<u32>(fromVx + from));
    store<u32>(toVy + at, load<u32>(fromVy + from));
    store<u32>(toVz + at, load<u32>(fromVz + from));
  }
}

/** Twin of `scatterExtras` for one plane: moves four bytes of each agent from `staged` to `back`. */
export function scatterPlane(table: usize, begin: i32, end: i32, staged: usize, back: usize): void {
  const places: usize = load<usize>(table + CELL);
  for (let i = begin; i < end; i++) {
    const at = (<usize>i) << 2;
    store<u32>(back + ((<usize>load<u32>(places + at)) << 2), load<u32>(staged + at));
  }
}
