/** True in `npm run test:long`; `npm test` runs fewer ticks, seeds and combinations of slow tests. */
export const LONG = process.env.SKEIN_LONG === '1';

/**
 * All cases in `npm run test:long`, every `nth` of them in `npm test`, starting from one of the first:
 * groups of tests that start from successive cases cover all cases together.
 */
export function someOf<T>(all: readonly T[], nth: number, from = 0): readonly T[] {
  return LONG ? all : all.filter((_, k) => k % nth === from % nth);
}
