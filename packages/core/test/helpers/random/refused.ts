import type { ScenarioError } from '../../../src/errors.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import type { Scenario } from '../../../src/scenario/schema.ts';
import type { Input } from './draws.ts';

/** A scenario as it is written, and as it is read. */
export interface Read {
  readonly input: Input;
  readonly scenario: Scenario;
}

/**
 * Takes out what a scenario refuses, as a behavior of a species without maxSpeed: the smallest part of a list or the
 * key in which the problem is.
 */
export function withoutRefused(input: Input): Read {
  for (let round = 0; round < 20; round++) {
    try {
      return { input, scenario: parseScenario(input) };
    } catch (error) {
      const { problems } = error as ScenarioError;
      if (problems === undefined) throw error;
      for (const path of new Set(problems.map((problem) => problem.path)))
        takeOut(input, path, error as Error);
      input = withoutGone(input) as Input;
    }
  }
  throw new Error(`no end of problems: ${JSON.stringify(input)}`);
}

const GONE = Symbol('gone');

/** Elements of lists that can be left out without a change of the others. */
const ELEMENT =
  /^\$\.(?:commands|obstacles|species\[\d+\]\.(?:behaviors|reports|states\[\d+\]\.next))\[\d+\]/;
/** Keys of a behavior or a species that act only beside others: it is as good without them. */
const IDLE =
  /\.(quarry|sparks|near|factor|choose|level|ends|compose|minSpeed|lifetime|whenFull|states|assignable|wants)$/;

function takeOut(input: Input, path: string, error: Error): void {
  const part = IDLE.test(path) ? path : ELEMENT.exec(path)?.[0];
  // Any other refusal is a mistake of this generator.
  if (part === undefined) throw error;
  const parts = [...part.matchAll(/\.(\w+)|\[(\d+)\]/g)].map(([, key, at]) => key ?? Number(at));
  let holder: unknown = input;
  for (const step of parts.slice(0, -1)) holder = (holder as Input)[step as string];
  // An earlier problem may have been in the same part.
  if (typeof holder !== 'object' || holder === null) return;
  (holder as Record<string | number, unknown>)[parts.at(-1)!] = GONE;
}

function withoutGone(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== GONE).map(withoutGone);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const kept = Object.entries(value).filter(([, one]) => one !== GONE);
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutGone(one)]));
}
