import type { Scenario, ScenarioInput, World } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { useState } from 'react';

/**
 * The type of a value imported from a JSON file. It is wider than `Value`, because TypeScript infers wider types from
 * such a file. For the text `'box'`, TypeScript infers a string. For three numbers, it infers a list of any length.
 * Nested objects may have any keys. In spite of the wider type, editors still complete scenarios that are written
 * inline.
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

/** A scenario imported from a JSON file. */
type JsonScenario = Omit<JsonKeys<ScenarioInput>, 'species'> & {
  readonly species: readonly JsonKeys<ScenarioInput['species'][number]>[];
};

/** A scenario or a world. TypeScript does not fully check a scenario from a JSON file; parsing checks it. */
export type Source = ScenarioInput | JsonScenario | Scenario | World;

export function isWorld(source: Source): source is World {
  try {
    return innerOf(source as World) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Returns the same object in each render as long as the given sources are equal. This is needed because a scenario
 * written in JSX is a new object in each render.
 */
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
