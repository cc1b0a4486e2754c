import type { Scenario, ScenarioInput, World } from '@skein/core';
import { innerOf } from '@skein/core/supervise';
import { useState } from 'react';

/** What a world is made of, or a world. */
export type Source = ScenarioInput | Scenario | World;

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
