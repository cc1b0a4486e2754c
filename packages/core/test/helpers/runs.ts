/**
 * How many random cases a property is tried on, and the seed they are drawn from: few in `npm test`, as
 * many as wanted, from another seed, with `npm run properties`.
 */
export function runsOf(standard: number): number {
  return Number(process.env.SKEIN_RUNS ?? standard);
}

export function seedOf(standard: number): number {
  return Number(process.env.SKEIN_SEED ?? standard);
}
