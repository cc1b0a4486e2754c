import { it } from 'vitest';

/** Where a browser, which has no `process`, finds the environment. */
type Meta = { readonly env?: Readonly<Record<string, string | undefined>> };

/** True in `npm run test:long`; `npm test` runs fewer ticks, seeds and combinations of slow tests. */
export const LONG = [globalThis.process?.env, (import.meta as unknown as Meta).env].some(
  (env) => env?.SKEIN_LONG === '1',
);

/**
 * All cases in `npm run test:long`, every `nth` of them in `npm test`, starting from one of the first:
 * groups of tests that start from successive cases cover all cases together.
 */
export function someOf<T>(all: readonly T[], nth: number, from = 0): readonly T[] {
  return LONG ? all : all.filter((_, k) => k % nth === from % nth);
}

/** A test that only `npm run test:long` runs. */
export const long = it.runIf(LONG);
