import { LONG } from './long.ts';

/**
 * How many random cases a property is tried on, and the seed they are drawn from: few in `npm test`, as
 * many as wanted, from another seed, with `npm run tool -- properties`, and `full` with `npm run test:long`.
 */
export function runsOf(usual: number, full = usual): number {
  return Number(process.env.SKEIN_RUNS ?? (LONG ? full : usual));
}

/** True in `npm test`, where no number of cases was asked for. */
export const IS_USUAL = !LONG && process.env.SKEIN_RUNS === undefined;

export function seedOf(usual: number): number {
  return Number(process.env.SKEIN_SEED ?? usual);
}
