/** True in `npm run test:long`; `npm test` runs fewer ticks, seeds and combinations of what takes long. */
export const LONG = process.env.SKEIN_LONG === '1';

/** All of some cases in `npm run test:long`, each `nth` of them in `npm test`: the first one, too. */
export function someOf<T>(all: readonly T[], nth: number): readonly T[] {
  return LONG ? all : all.filter((_, k) => k % nth === 0);
}
