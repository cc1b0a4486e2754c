/** WebAssembly twin of src/phases/prefix-sum.ts. */
import { BACK_CELL_START, CELL_COUNT, RANGE_COUNT } from './columns';

/**
 * For cells [begin, end), replaces each worker's count of agents with the place of the first of these agents. `stride`
 * is the number of words between the counts of two workers.
 */
export function prefixSum(
  table: usize,
  begin: i32,
  end: i32,
  worker: i32,
  workers: i32,
  stride: i32,
): i32 {
  const counts: usize = load<usize>(table + CELL_COUNT);
  const ranges: usize = load<usize>(table + RANGE_COUNT);
  const cellStart: usize = load<usize>(table + BACK_CELL_START);
  let place = 0;
  for (let slice = 0; slice < workers; slice++) {
    for (let range = 0; range < worker; range++) {
      place += load<i32>(ranges + ((<usize>(slice * workers + range)) << 2));
    }
  }
  const step = (<usize>stride) << 2;
  for (let cell = begin; cell < end; cell++) {
    let at = counts + ((<usize>cell) << 2);
    store<i32>(cellStart + ((<usize>cell) << 2), place);
    for (let slice = 0; slice < workers; slice++) {
      const count = load<i32>(at);
      store<i32>(at, place);
      place += count;
      at += step;
    }
  }
  return place;
}
