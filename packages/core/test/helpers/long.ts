import { it } from 'vitest';

/** Where a browser, which has no `process`, finds the environment. */
type Meta = { readonly env?: Readonly<Record<string, string | undefined>> };

/** True in `npm run test:long`; `npm test` runs fewer ticks, seeds and combinations of slow tests. */
export const LONG = [globalThis.process?.env, (import.meta as unknown as Meta).env].some(
  (env) => env?.SKEIN_LONG === '1',
);

/** How much fewer cases `npm test` tries than its tests ask for, so that it stays short as they grow in number. */
const THINNING = 6;

/**
 * All cases in `npm run test:long`; in `npm test` one of every `THINNING * nth`, at least one, starting from one of the
 * first: groups of tests that start from successive cases cover many of them together.
 */
export function someOf<T>(all: readonly T[], nth: number, from = 0): readonly T[] {
  const step = Math.min(THINNING * nth, all.length);
  return LONG ? all : all.filter((_, k) => k % step === from % step);
}

/** A test that only `npm run test:long` runs. */
export const long = it.runIf(LONG);
