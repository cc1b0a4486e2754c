import type { Scenario } from './scenario/schema.ts';
import { type RestoreOptions, restore as restoreInner } from './snapshot/snapshot.ts';
import { type CreateOptions, createWorld as createInner } from './tick/create-world.ts';
import { publicWorld, type World } from './world/public-world.ts';

/**
 * Makes a world at tick 0. With laws the scenario is read with them first, so that it may name laws that it
 * did not carry; `world.scenario` carries them.
 *
 * @throws LawError LAW_INVALID for a law that is refused; ScenarioError where the scenario is refused with them
 * @throws WorldError SCENARIO_RAW for one that was not parsed, WORLD_OPTION for an option that is unknown or out of
 * range, WORLD_TOO_LARGE before anything is allocated, NO_MEMORY
 * @throws WorldError KERNEL_MISSING when SIMD is asked for and the host has none, NOT_SHAREABLE when sharing is asked
 * for and SharedArrayBuffer is missing
 */
export function createWorld(scenario: Scenario, options: CreateOptions = {}): World {
  return publicWorld(createInner(scenario, options));
}

/**
 * Makes a world of a snapshot: it continues with the same hashes, events and particles, for any number of
 * workers and either kernel. The file is read and checked whole before anything is made.
 *
 * @throws SnapshotError for a file that is not whole, not of this format, or says what cannot be;
 * WorldError as createWorld does
 */
export function restore(bytes: Uint8Array, options: RestoreOptions = {}): World {
  return publicWorld(restoreInner(bytes, options));
}
