import type { BehaviorType } from './schema.ts';
import { BEHAVIOR_SLOTS, SPECIES_SLOTS } from './slot-table.ts';

/**
 * Where kernels find the numbers of a behavior or a species. The order is that of the schema; it is
 * written out in a table, so that threads load no schema: that took half of their time to start.
 */

/** The slot of a behavior's parameter; for kernels, at load time. */
export function slotOf(type: BehaviorType, parameter: string): number {
  // A type that was just added to the schema may not be in the table yet.
  const units: Partial<Record<BehaviorType, Units>> = BEHAVIOR_SLOTS;
  return indexIn(units[type] ?? {}, parameter);
}

/** The slot of a species' parameter; for kernels, at load time. */
export function speciesSlotOf(parameter: string): number {
  return indexIn(SPECIES_SLOTS, parameter);
}

type Units = Readonly<Record<string, string>>;

function indexIn(units: Units, parameter: string): number {
  const index = Object.keys(units).indexOf(parameter);
  if (index < 0)
    throw new Error(
      `No parameter "${parameter}" in slot-table.ts: \`npm run generate\` writes it.`,
    );
  return index;
}
