import type { Scenario, ScenarioInput, World } from '@skein/core';
import { innerOf } from '@skein/core/supervise';
import { useState } from 'react';

/**
 * What TypeScript makes of a value in a JSON file: of `'box'` any text, of three numbers any list of numbers. What an
 * object holds it leaves open, so that what is written in place is completed as the scenario has it.
 */
type Json<Value> = Value extends string
  ? string & Record<never, never>
  : Value extends number
    ? number
    : Value extends boolean
      ? boolean
      : Value extends readonly (infer Item)[]
        ? readonly Json<Item>[]
        : object;

type JsonKeys<Value> = { readonly [Key in keyof Value]: Json<Value[Key]> };

/** A scenario out of a JSON file. */
type JsonScenario = Omit<JsonKeys<ScenarioInput>, 'species'> & {
  readonly species: readonly JsonKeys<ScenarioInput['species'][number]>[];
};

/** What a world is made of, or a world. What is wrong with a scenario out of a JSON file is found as it is parsed. */
export type Source = ScenarioInput | JsonScenario | Scenario | World;

export function isWorld(source: Source): source is World {
  try {
    return innerOf(source as World) !== undefined;
  } catch {
    return false;
  }
}

/** The first of equal sources: a scenario that is written out in JSX is another object in each render. */
export function useSource(source: Source): Source {
  const [kept, setKept] = useState(source);
  if (isSame(kept, source)) return kept;
  setKept(source);
  return source;
}

function isSame(one: Source, other: Source): boolean {
  if (one === other) return true;
  if (isWorld(one) || isWorld(other)) return false;
  return JSON.stringify(one) === JSON.stringify(other);
}
