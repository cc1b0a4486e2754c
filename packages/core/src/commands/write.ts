import * as z from 'zod/mini';
import { show } from '../errors.ts';
import { componentsOf, type MergedColumn, mergedColumns } from '../scenario/columns.ts';
import { planeNamesOf } from '../schema/column-types.ts';
import { idList, numberValueList } from '../schema/number-lists.ts';
import { name } from '../schema/quantities.ts';
import { type Chosen, checkChosen, chosenKeys, encodeChosen } from './chosen-agents.ts';
import { defineCommand, type ReportProblem } from './define-command.ts';
import { join } from './points.ts';

const number = z.number();

export const writeSchema = z
  .strictObject({
    type: z.literal('write'),
    ...chosenKeys,
    column: name.check(z.meta({ description: 'A column that a species or a law declares.' })),
    value: z
      .optional(z.union([number, z.array(number).check(z.minLength(3), z.maxLength(3))]))
      .check(z.meta({ description: 'The value of all of them; three numbers of a vec3.' })),
    values: z.optional(numberValueList).check(
      z.meta({
        description:
          'The value of each of the ids, in a column of f32 or vec3, three numbers each.',
      }),
    ),
    words: z
      .optional(idList)
      .check(z.meta({ description: 'The value of each of the ids, in a column of u32.' })),
  })
  .check(z.meta({ description: 'Writes a column of agents.' }));

/**
 * Places: the column, 1 for a value each or 0 for one for all, how many words, words of a u32, then the agents, see
 * encodeChosen. Values: the region, then those of an f32 or vec3.
 */
export const write = defineCommand({
  schema: writeSchema,

  check(command, scope, report) {
    checkChosen(command, scope, report);
    const columns = mergedColumns(scope);
    const column = columns.find((one) => one.name === command.column);
    if (column === undefined) {
      // One of a species that is wrong itself may be the one that is meant.
      if (scope.species.includes(undefined)) return;
      const names = columns.map((one) => show(one.name)).join(', ');
      const expected = names === '' ? 'a scenario that declares columns' : `one of ${names}`;
      report('.column', show(command.column), expected);
      return;
    }
    const given = (['value', 'values', 'words'] as const).filter(
      (key) => command[key] !== undefined,
    );
    const list = column.type === 'u32' ? 'words' : 'values';
    if (given.length !== 1) {
      const found = given.length === 0 ? 'no value' : given.join(' beside ');
      report('', found, `one of value and ${list}`);
      return;
    }
    const [key] = given;
    if (key !== 'value' && key !== list) {
      report(`.${key}`, `${key} of a column of type ${column.type}`, list);
      return;
    }
    if (key === 'value') checkValue(command.value!, column, report);
    else checkList(command[key]!, command, key, column, report);
  },

  encode(command, scenario) {
    const { places, values } = encodeChosen(command, scenario);
    const columns = mergedColumns(scenario);
    const index = columns.findIndex((one) => one.name === command.column);
    const { type } = columns[index];
    const { value, values: each, words } = command;
    const given = words ?? each ?? componentsOf(type, value!);
    const isEach = value === undefined ? 1 : 0;
    const whole = type === 'u32' ? given : [];
    return {
      places: join(Uint32Array, [index, isEach, whole.length], whole, places),
      values: join(Float32Array, values, type === 'u32' ? [] : given),
    };
  },
});

function checkValue(
  value: number | readonly number[],
  column: MergedColumn,
  report: ReportProblem,
): void {
  const given = [value].flat();
  const { length } = planeNamesOf(column.name, column.type);
  if (given.length !== length || (length === 3 && typeof value === 'number')) {
    report('.value', show(value), length === 1 ? 'a number' : 'three numbers');
    return;
  }
  given.forEach((one, k) => {
    if (!isOf(column, one))
      report(length === 1 ? '.value' : `.value[${k}]`, show(one), wanted(column));
  });
}

function checkList(
  list: ArrayLike<number>,
  { ids }: Chosen,
  key: 'values' | 'words',
  column: MergedColumn,
  report: ReportProblem,
): void {
  if (ids === undefined) {
    report(`.${key}`, `${key} without ids`, 'ids, or value for all');
    return;
  }
  const { length } = planeNamesOf(column.name, column.type);
  if (list.length !== length * ids.length) {
    const expected = `${length} for each of ${ids.length} ids, ${length * ids.length}`;
    report(`.${key}`, `${list.length} numbers`, expected);
    return;
  }
  for (let k = 0; k < list.length; k++) {
    if (isOf(column, list[k])) continue;
    report(`.${key}[${k}]`, show(list[k]), wanted(column));
    return;
  }
}

function isOf({ type, min, max }: MergedColumn, value: number): boolean {
  const rounded = type === 'u32' ? value : Math.fround(value);
  return rounded >= min && rounded <= max && (type !== 'u32' || Number.isInteger(value));
}

function wanted({ type, min, max }: MergedColumn): string {
  return `a ${type === 'u32' ? 'whole number' : 'number'} from ${min} to ${max}`;
}
