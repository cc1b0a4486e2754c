import type { Scenario } from './scenario/schema.ts';
import { type CreateOptions, createWorld as createInner } from './tick/create-world.ts';
import { publicWorld, type World } from './world/public-world.ts';

/**
 * Creates a world at tick 0. With `laws`, the scenario may use laws that it does not contain. The scenario is then
 * parsed again, together with `laws`, and `world.scenario` contains the laws, too.
 *
 * @throws LawError LAW_INVALID for a law that is refused; ScenarioError when the scenario is refused with these laws
 * @throws WorldError SCENARIO_RAW for a scenario that was not parsed, WORLD_OPTION for an unknown or invalid option,
 * WORLD_TOO_LARGE before anything is allocated, NO_MEMORY when the allocation fails
 * @throws WorldError KERNEL_MISSING when SIMD is requested and the host does not support it, NOT_SHAREABLE when sharing
 * is requested and SharedArrayBuffer is missing
 */
export function createWorld(scenario: Scenario, options: CreateOptions = {}): World {
  return publicWorld(createInner(scenario, options));
}
