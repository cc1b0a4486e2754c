import type { World } from '@skein/core';
import { ENGINE } from '../engine.ts';

/** Bytes of a scenario that is kept in the metadata, in characters of JSON: readers read all of these first. */
const MAX_SCENARIO_LENGTH = 1 << 20;

/**
 * What a table of a world says of it: the engine's version, the name of the scenario, the seed, the length of a
 * tick in s, and the scenario as JSON where that is short.
 */
export function worldMetadata({ scenario }: World): Record<string, string> {
  const json = JSON.stringify(scenario);
  return {
    engine: ENGINE,
    name: scenario.name,
    seed: String(scenario.seed),
    dt: String(scenario.dt),
    ...(json.length <= MAX_SCENARIO_LENGTH && { scenario: json }),
  };
}
