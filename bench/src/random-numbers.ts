/**
 * Returns a generator of numbers from 0 to 1. Each generator returns the same sequence of numbers.
 *
 * source: Knuth 1997, The Art of Computer Programming 2, 3.3.4: by Lavaux and Janssens
 */
export function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
