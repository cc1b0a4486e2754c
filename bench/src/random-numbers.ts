/**
 * Returns a generator of numbers from 0 to 1. Each generator returns the same sequence of numbers.
 *
 * source: Knuth 1997, The Art of Computer Programming 2, section 3.3.4. The multiplier is that of Lavaux and Janssens
 */
export function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
