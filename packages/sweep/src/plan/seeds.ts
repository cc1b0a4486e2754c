import type { Problem } from '@skein/core';
import { show } from '@skein/core/internal';

const MAX_SEED = 0xffffffff;
const EXPECTED = `whole numbers from 0 to ${MAX_SEED}, or ranges of them such as "1..100"`;

/** The seeds from one number to another, both included. */
interface SeedRange {
  readonly from: number;
  readonly to: number;
}

/** The seeds of a plan: ranges, in the order in which they were written. */
export type Seeds = readonly SeedRange[];

export function countSeeds(seeds: Seeds): number {
  return seeds.reduce((sum, { from, to }) => sum + to - from + 1, 0);
}

/** Returns the seed with this index, from 0 to `countSeeds` - 1. */
export function seedAt(seeds: Seeds, index: number): number {
  let rest = index;
  for (const { from, to } of seeds) {
    const count = to - from + 1;
    if (rest < count) return from + rest;
    rest -= count;
  }
  throw new RangeError(`seed ${index}: found ${countSeeds(seeds)} seeds`);
}

/** If a text looks like a range in another form, such as 1-100, suggests the right form. */
function rangeMeant(part: unknown): string {
  const [, from, to] = /^(\d+)(?:-|:|\.{3})(\d+)$/.exec(String(part)) ?? [];
  return from === undefined ? '' : ` (did you mean ${show(`${from}..${to}`)}?)`;
}

/** Formats seeds as they are written in plans: `1..100`, `7`, `1,3,9..12`. */
export function seedsText(seeds: Seeds): string {
  return seeds.map(({ from, to }) => (from === to ? `${from}` : `${from}..${to}`)).join(',');
}

/** Reads the seeds of a plan: a number, a text of numbers and ranges, or a list of both. */
export function readSeeds(input: unknown, path: string): Seeds | Problem[] {
  const problems: Problem[] = [];
  const seeds: SeedRange[] = [];
  const parts = Array.isArray(input)
    ? input.flatMap((part, index) => partsOf(part, `${path}[${index}]`))
    : partsOf(input, path);
  if (parts.length === 0) {
    return [{ path, found: 'an empty list', expected: 'at least one seed' }];
  }
  for (const [part, place] of parts) {
    const refuse = (found: string, expected = EXPECTED): void => {
      problems.push({ path: place, found, expected });
    };
    const range = rangeOf(part);
    if (range === undefined) refuse(show(part) + rangeMeant(part));
    else if (range.from > range.to) {
      refuse(
        `the empty range ${range.from}..${range.to}`,
        'a range from the smaller seed to the larger',
      );
    } else {
      const twin = seeds.find(({ from, to }) => range.from <= to && from <= range.to);
      if (twin !== undefined) {
        refuse(`${Math.max(twin.from, range.from)} a second time`, 'each seed once');
      } else seeds.push(range);
    }
  }
  return problems.length > 0 ? problems : merged(seeds);
}

/** Whether `readSeeds` returned problems. */
export function areProblems(seeds: Seeds | Problem[]): seeds is Problem[] {
  return seeds.some((seed) => 'path' in seed);
}

/** Splits seeds into single seeds and ranges, with their paths. */
function partsOf(input: unknown, path: string): [unknown, string][] {
  if (typeof input !== 'string') return [[input, path]];
  return input.split(',').map((part) => [part.trim(), path]);
}

function rangeOf(part: unknown): SeedRange | undefined {
  if (typeof part === 'number') return isSeed(part) ? { from: part, to: part } : undefined;
  const [, from, to = from] = /^(\d{1,10})(?:\.\.(\d{1,10}))?$/.exec(String(part)) ?? [];
  if (typeof part !== 'string' || from === undefined) return undefined;
  const range = { from: Number(from), to: Number(to) };
  return isSeed(range.from) && isSeed(range.to) ? range : undefined;
}

function isSeed(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_SEED;
}

/** Merges adjacent ranges, so that a list of thousands of seeds stays short. */
function merged(seeds: readonly SeedRange[]): Seeds {
  const ranges: SeedRange[] = [];
  for (const { from, to } of seeds) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to + 1 === from)
      ranges[ranges.length - 1] = { from: last.from, to };
    else ranges.push({ from, to });
  }
  return ranges;
}
