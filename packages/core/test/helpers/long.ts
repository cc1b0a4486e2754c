/** True in `npm run test:long`; `npm test` runs fewer ticks, seeds and combinations of what takes long. */
export const LONG = process.env.SKEIN_LONG === '1';

/**
 * All of some cases in `npm run test:long`, each `nth` of them in `npm test`, from one of the first on:
 * where groups of tests begin one after the other, they have all cases between them.
 */
export function someOf<T>(all: readonly T[], nth: number, from = 0): readonly T[] {
  return LONG ? all : all.filter((_, k) => k % nth === from % nth);
}
