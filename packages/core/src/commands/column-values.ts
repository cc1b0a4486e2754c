import * as z from 'zod/mini';
import { show } from '../errors.ts';
import { guessText } from '../scenario/known-keys.ts';
import { type MergedColumn, mergedColumns } from '../scenario/merged-columns.ts';
import { planeNamesOf } from '../schema/column-types.ts';
import type { ReportProblem, Scope } from './define-command.ts';

/** The schema of a column's value: a number, or three numbers for a vec3. */
export const columnValue = z.union([
  z.number(),
  z.array(z.number()).check(z.minLength(3), z.maxLength(3)),
]);

/** Finds a column by name. If no column of the scenario has this name, reports a problem. */
export function columnNamed(
  path: string,
  name: string,
  scope: Scope,
  report: ReportProblem,
): MergedColumn | undefined {
  const columns = mergedColumns(scope);
  const column = columns.find((column) => column.name === name);
  // A species that is not valid may declare the column.
  if (column !== undefined || scope.species.includes(undefined)) return column;
  const names = columns.map((column) => column.name);
  const expected =
    names.length === 0
      ? 'a scenario that declares columns'
      : `one of ${names.map(show).join(', ')}`;
  report(path, show(name) + guessText(name, names), expected);
  return undefined;
}

/** Reports a value that a column cannot hold: a wrong count of numbers, or a number outside its range. */
export function checkColumnValue(
  path: string,
  value: number | readonly number[],
  column: MergedColumn,
  report: ReportProblem,
): void {
  const given = [value].flat();
  const { length } = planeNamesOf(column.name, column.type);
  if (given.length !== length || (length === 3 && typeof value === 'number')) {
    report(path, show(value), length === 1 ? 'a number' : 'three numbers');
    return;
  }
  given.forEach((one, k) => {
    if (!isValueOf(column, one))
      report(length === 1 ? path : `${path}[${k}]`, show(one), expectedOf(column));
  });
}

export function isValueOf({ type, min, max }: MergedColumn, value: number): boolean {
  const rounded = type === 'u32' ? value : Math.fround(value);
  return rounded >= min && rounded <= max && (type !== 'u32' || Number.isInteger(value));
}

export function expectedOf({ type, min, max }: MergedColumn): string {
  return `a ${type === 'u32' ? 'whole number' : 'number'} from ${min} to ${max}`;
}
