import { componentsOf, mergedColumns } from '../scenario/merged-columns.ts';
import type { Scenario } from '../scenario/schema.ts';
import { type ColumnType, planeNamesOf } from '../schema/column-types.ts';

/**
 * The range from which the start values of a species' agents are chosen at random. Both ends of the range have one
 * number for each component.
 */
export interface ColumnStart {
  readonly min: readonly number[];
  /** The upper end of the range. It equals `min` if the value is not random. */
  readonly max: readonly number[];
}

/** A column that the scenario declares. */
export interface ColumnPlan {
  readonly name: string;
  readonly type: ColumnType;
  /** The unit to show to people; "1" for a plain number. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  /** The index of the column's first plane in the row `custom` of the state. Its other planes follow. */
  readonly first: number;
  readonly planes: readonly string[];
  /** The index of the column's first plane in the row `stagedCustom`; -1 if no law writes the column. */
  readonly staged: number;
  /** The start values of the column for each species. */
  readonly starts: readonly ColumnStart[];
}

/** The columns that a scenario declares, in the order in which they are in memory. */
export function columnsPlanOf(scenario: Scenario): readonly ColumnPlan[] {
  let first = 0;
  let staged = 0;
  return mergedColumns(scenario).map(({ name, type, unit, min, max, default: usual, written }) => {
    const planes = planeNamesOf(name, type);
    const starts = scenario.species.map(({ columns }): ColumnStart => {
      const own = columns?.[name];
      const { initial } = own ?? {};
      if (initial !== undefined && 'min' in initial) {
        return { min: componentsOf(type, initial.min), max: componentsOf(type, initial.max) };
      }
      const value = own?.default === undefined ? usual : componentsOf(type, own.default);
      return { min: value, max: value };
    });
    const plan = {
      name,
      type,
      unit,
      min,
      max,
      first,
      planes,
      staged: written ? staged : -1,
      starts,
    };
    first += planes.length;
    if (written) staged += planes.length;
    return plan;
  });
}

/**
 * The distance between the starts of two neighboring planes, in elements. It is rounded up to whole vectors and cache
 * lines.
 */
function strideOf(agents: number): number {
  return Math.ceil(agents / 16) * 16;
}

/** Returns how many words the planes need. Each plane has one element for each agent. */
export function planesWords(planes: number, agents: number): number {
  return planes * strideOf(agents);
}

/** The number of words of the rows `custom` and `stagedCustom`. */
export function columnWords(columns: readonly ColumnPlan[], agents: number) {
  const all = columns.reduce((sum, { planes }) => sum + planes.length, 0);
  const staged = columns.reduce(
    (sum, column) => sum + (column.staged < 0 ? 0 : column.planes.length),
    0,
  );
  return { customWord: all * strideOf(agents), stagedCustomWord: staged * strideOf(agents) };
}

/** The number of bytes from the beginning of a row to the plane with the index `plane` in this row. */
export function columnOffset(plane: number, agents: number): number {
  return 4 * plane * strideOf(agents);
}
