import type { World } from '@skein/core';
import { ENGINE } from '../engine.ts';

/**
 * The maximum length of a scenario to store in the metadata of a table, in characters of JSON. Readers load the
 * metadata before anything else, so it should stay small.
 */
const MAX_SCENARIO_LENGTH = 1 << 20;

/**
 * Returns the metadata of a table about a world: the version of the engine, the name of the scenario, the seed, the
 * length of a tick in s, the bounds as JSON, and the scenario as JSON if it is short.
 */
export function worldMetadata({ scenario }: World): Record<string, string> {
  const json = JSON.stringify(scenario);
  return {
    engine: ENGINE,
    name: scenario.name,
    seed: String(scenario.seed),
    dt: String(scenario.dt),
    bounds: JSON.stringify(scenario.bounds),
    ...(json.length <= MAX_SCENARIO_LENGTH && { scenario: json }),
  };
}
