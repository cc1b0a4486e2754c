import type { BehaviorType } from './schema.ts';
import { BEHAVIOR_SLOTS, SPECIES_SLOTS } from './slot-table.ts';

/**
 * Where kernels find the numbers of a behavior or a species. The order is that of the schema; it is
 * written out in a table, so that threads load no schema: that took half of their time to start.
 */

type Units = Readonly<Record<string, string>>;

/** The slots of parameters by name, of each type that was asked for. */
const slots = new Map<BehaviorType | 'species', ReadonlyMap<string, number>>();

/** The slot of a behavior's parameter. */
export function slotOf(type: BehaviorType, parameter: string): number {
  // A type that was just added to the schema may not be in the table yet.
  const units: Partial<Record<BehaviorType, Units>> = BEHAVIOR_SLOTS;
  return slotIn(slots.get(type) ?? slotsOf(type, units[type] ?? {}), parameter);
}

/** The slot of a parameter of a behavior of any type. */
export function slotFor(
  { slots }: { readonly slots: readonly string[] },
  parameter: string,
): number {
  return slots.indexOf(parameter);
}

/** The slot of a species' parameter. */
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
      `No parameter "${parameter}" in slot-table.ts: \`npm run generate\` writes it.`,
    );
  }
  return slot;
}
