import type { BehaviorType } from './schema.ts';
import { BEHAVIOR_SLOTS, SPECIES_SLOTS } from './slot-table.ts';

/**
 * The slots (numbers) by which kernels find the parameters of a behavior or a species in memory. The slots have the
 * order of the schema. They come from a generated table, so that threads need not load the schema. Loading the schema
 * took half of the start time of a thread.
 */

type Units = Readonly<Record<string, string>>;

/**
 * For species and for each type of behavior: a map from the names of parameters to their slots. Each map is made when
 * it is first needed.
 */
const slots = new Map<BehaviorType | 'species', ReadonlyMap<string, number>>();

/** Returns the slot of a parameter of a built-in behavior. */
export function slotOf(type: BehaviorType, parameter: string): number {
  // A type that was just added to the schema may be missing in the table.
  const units: Partial<Record<BehaviorType, Units>> = BEHAVIOR_SLOTS;
  return slotIn(slots.get(type) ?? slotsOf(type, units[type] ?? {}), parameter);
}

/**
 * Returns the slot of a parameter of any behavior, including behaviors of laws. If the behavior has no such parameter,
 * returns -1.
 */
export function slotFor(
  { slots }: { readonly slots: readonly string[] },
  parameter: string,
): number {
  return slots.indexOf(parameter);
}

/** Returns the slot of a parameter of a species. */
export function speciesSlotOf(parameter: string): number {
  return slotIn(slots.get('species') ?? slotsOf('species', SPECIES_SLOTS), parameter);
}

function slotsOf(of: BehaviorType | 'species', units: Units): ReadonlyMap<string, number> {
  const byName = new Map(Object.keys(units).map((parameter, index) => [parameter, index]));
  slots.set(of, byName);
  return byName;
}

function slotIn(byName: ReadonlyMap<string, number>, parameter: string): number {
  const slot = byName.get(parameter);
  if (slot === undefined) {
    throw new Error(
      `No parameter "${parameter}" in slot-table.ts. Run \`npm run build\` to update that file.`,
    );
  }
  return slot;
}
