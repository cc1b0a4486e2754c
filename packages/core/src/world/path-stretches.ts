/**
 * Long paths are searched in stretches of a few legs: a stretch whose middle is far away is skipped. The SIMD twin,
 * assembly/aiming.ts, has the same numbers.
 */
export const STRETCH = 16;

/** A factor of the distance to the middle of a stretch, which covers errors of rounding. */
export const NEARLY = Math.fround(0.999);

/** Whether a path with this number of legs is searched in stretches. Searching a shorter path leg by leg is as fast. */
export function hasStretches(legs: number): boolean {
  return legs > 2 * STRETCH;
}

/** The index of the point in the middle of the stretch that begins with the leg `begin`, of a path with `legs` legs. */
export function middleOf(begin: number, legs: number): number {
  return begin + ((Math.min(begin + STRETCH, legs) - begin) >> 1);
}

/**
 * For the first leg of each stretch, the greatest distance (m) along the path from the middle of the stretch to one of
 * its ends. No point of the stretch is farther from the middle. The other entries are 0.
 *
 * @param lengths the length of each leg (m)
 */
export function reachesOf(lengths: readonly number[]): number[] {
  const reaches = lengths.map(() => 0);
  for (let begin = 0; begin < lengths.length; begin += STRETCH) {
    const middle = middleOf(begin, lengths.length);
    const [before, after] = [
      lengths.slice(begin, middle),
      lengths.slice(middle, begin + STRETCH),
    ].map((legs) => legs.reduce((sum, value) => sum + value, 0));
    reaches[begin] = Math.max(before, after);
  }
  return reaches;
}
