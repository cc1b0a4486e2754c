import * as z from 'zod/mini';
import { show } from '../errors.ts';
import { capacityOf } from '../scenario/capacity-of.ts';
import { LIMITS, MAX_LISTED } from '../schema/limits.ts';
import { idList } from '../schema/number-lists.ts';
import { name, quantity, vector } from '../schema/quantities.ts';
import { planIds } from '../world/ids.ts';
import type { CommandNumbers, ReportProblem, Scene, Scope } from './define-command.ts';
import { join } from './points.ts';
import { ANY_SPECIES, CHOOSE } from './records.ts';
import { findNamed, indexOfNamed } from './references.ts';

/** The schema keys `box` and `sphere`, by which a command names a region. */
export const regionKeys = {
  box: z.optional(z.strictObject({ min: vector, max: vector })),
  sphere: z.optional(
    z.strictObject({
      center: vector,
      radius: quantity('m', 0, LIMITS.coordinate),
    }),
  ),
} as const;

/**
 * The schema keys by which a command chooses agents. A command with `ids` has no other of these keys. A command without
 * `ids` names a species, a region, or both.
 */
export const chosenKeys = {
  ids: z.optional(idList),
  species: z.optional(name),
  ...regionKeys,
};

type Vector = readonly [number, number, number];

/** The part of a command that chooses agents. */
export interface Chosen {
  readonly ids?: ArrayLike<number> | undefined;
  readonly species?: string | undefined;
  readonly box?: { readonly min: Vector; readonly max: Vector } | undefined;
  readonly sphere?: { readonly center: Vector; readonly radius: number } | undefined;
}

/**
 * Checks the keys that choose agents. For example, reports a problem if no such key is present, or if two of the keys
 * exclude each other.
 */
export function checkChosen(chosen: Chosen, scope: Scope, report: ReportProblem): void {
  const { ids, species, box, sphere } = chosen;
  if (species !== undefined) findNamed('species', scope.species, species, report);
  if (ids === undefined) {
    if (species === undefined && box === undefined && sphere === undefined) {
      report('', 'no choice of agents', '"ids", "species", "box" or "sphere"');
    }
    if (box !== undefined && sphere !== undefined)
      report('.sphere', 'both a box and a sphere', 'one of the two');
    if (box !== undefined) checkBox(box, report);
    return;
  }
  for (const key of ['species', 'box', 'sphere'] as const) {
    if (chosen[key] !== undefined) report(`.${key}`, `both "ids" and "${key}"`, 'one of the two');
  }
  // If a species is not valid, the ids of agents are not known.
  if (scope.species.includes(undefined)) return;
  const { agents, indexMask } = identitiesOf(scope);
  for (const k of indicesWhere(ids, (id) => (id & indexMask) >>> 0 >= agents)) {
    report(`.ids[${k}]`, show(ids[k]), `the id of an agent, from 0 to ${agents - 1}`);
  }
}

/** What the ids of agents say, for the species of a scope. */
interface Identities {
  /** The maximum number of agents of all species together. */
  readonly agents: number;
  readonly indexMask: number;
  /** The species of the agent with a given id; undefined if it is invalid, or if no agent can have the id. */
  readonly speciesOf: (id: number) => Scope['species'][number];
}

const known = new WeakMap<Scope['species'], Identities>();

function identitiesOf({ species }: Pick<Scope, 'species'>): Identities {
  let identities = known.get(species);
  if (identities === undefined) {
    let agents = 0;
    const ends = species.map((one) => {
      agents += one === undefined ? 0 : capacityOf(one);
      return agents;
    });
    const { indexMask } = planIds(agents);
    const speciesOf = (id: number) => species[ends.findIndex((last) => (id & indexMask) < last)];
    identities = { agents, indexMask, speciesOf };
    known.set(species, identities);
  }
  return identities;
}

/** The maximum number of agents of all species together. */
export function agentsOf(scope: Pick<Scope, 'species'>): number {
  return identitiesOf(scope).agents;
}

/**
 * Returns a function that finds the species of the agent with a given id. The returned function returns undefined if
 * the species is invalid, or if no agent can have the id.
 */
export function speciesByIds(scope: Pick<Scope, 'species'>): Identities['speciesOf'] {
  return identitiesOf(scope).speciesOf;
}

export function checkBox({ min, max }: NonNullable<Chosen['box']>, report: ReportProblem): void {
  for (const axis of [0, 1, 2] as const) {
    if (max[axis] < min[axis]) {
      report(`.box.max[${axis}]`, show(max[axis]), `at least ${min[axis]}`);
    }
  }
}

/**
 * Encodes which agents a command chooses. `places` contains a value of CHOOSE, then the index of the species, or
 * ANY_SPECIES, and then the ids. `values` contains the region as 6 numbers.
 */
export function encodeChosen(
  { ids, species, box, sphere }: Chosen,
  { species: all }: Pick<Scene, 'species'>,
): CommandNumbers {
  const index = species === undefined ? ANY_SPECIES : indexOfNamed(all, species);
  if (ids !== undefined) {
    return { places: join(Uint32Array, [CHOOSE.ids, ANY_SPECIES], ids), values: NO_REGION };
  }
  if (box !== undefined) return { places: [CHOOSE.box, index], values: [...box.min, ...box.max] };
  if (sphere !== undefined) {
    const { center, radius } = sphere;
    return { places: [CHOOSE.sphere, index], values: [...center, radius, 0, 0] };
  }
  return { places: [CHOOSE.all, index], values: NO_REGION };
}

const NO_REGION = [0, 0, 0, 0, 0, 0];

/**
 * Refuses a list of vectors in three cases:
 *
 * - The command has no ids.
 * - The list does not have three numbers for each id.
 * - The command also has a single vector for all agents.
 */
export function checkPerAgent(
  keys: { readonly one: string; readonly each: string },
  command: Chosen & Readonly<Record<string, unknown>>,
  report: ReportProblem,
): void {
  const each = command[keys.each] as ArrayLike<number> | undefined;
  if (each === undefined) return;
  if (command[keys.one] !== undefined) {
    report(`.${keys.each}`, `both ${keys.one} and ${keys.each}`, 'one of the two');
  }
  if (command.ids === undefined) {
    report(
      `.${keys.each}`,
      `"${keys.each}" without "ids"`,
      `"ids" as well, or "${keys.one}", which is the same for all agents`,
    );
  } else if (each.length !== 3 * command.ids.length) {
    report(
      `.${keys.each}`,
      `${each.length} numbers`,
      `3 numbers for each id, ${3 * command.ids.length} in all`,
    );
  }
}

/**
 * The indices of the elements that pass the test `is`. Finds at most MAX_LISTED indices, because each index is
 * reported.
 */
export function indicesWhere(
  list: ArrayLike<number>,
  is: (element: number, index: number) => boolean,
): number[] {
  const found: number[] = [];
  for (let k = 0; k < list.length && found.length < MAX_LISTED; k++) {
    if (is(list[k], k)) found.push(k);
  }
  return found;
}
