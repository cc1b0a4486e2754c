import { WORKGROUP } from './progress.ts';

/** Places [first, end) of agents that one dispatch steers. */
export interface Range {
  readonly first: number;
  readonly end: number;
}

/** The number of agents of a range while it is not known how crowded they are. */
const CAUTIOUS = 8192;

/**
 * Cuts the agents into ranges, so that no dispatch runs into the watchdog of a system. A range has at least a workgroup.
 *
 * @param met how many agents each workgroup has met in a tick; undefined if this is not known
 * @param most how many a range may meet
 */
export function rangesOf(
  agents: number,
  met: ArrayLike<number> | undefined,
  most: number,
): Range[] {
  const groups = Math.ceil(agents / WORKGROUP);
  const ranges: Range[] = [];
  let [first, sum] = [0, 0];
  for (let group = 0; group < groups; group++) {
    const own = met === undefined ? (most * WORKGROUP) / CAUTIOUS : met[group];
    if (sum > 0 && sum + own > most) {
      ranges.push({ first: first * WORKGROUP, end: group * WORKGROUP });
      first = group;
      sum = 0;
    }
    sum += own;
  }
  ranges.push({ first: first * WORKGROUP, end: agents });
  return ranges;
}
