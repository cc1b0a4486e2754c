import * as z from 'zod/mini';
import { show } from '../errors.ts';
import { componentsOf, type MergedColumn, mergedColumns } from '../scenario/merged-columns.ts';
import { planeNamesOf } from '../schema/column-types.ts';
import { idList, numberValueList } from '../schema/number-lists.ts';
import { name } from '../schema/quantities.ts';
import {
  type Chosen,
  checkChosen,
  chosenKeys,
  encodeChosen,
  indicesWhere,
} from './chosen-agents.ts';
import {
  checkColumnValue,
  columnNamed,
  columnValue,
  expectedOf,
  isValueOf,
} from './column-values.ts';
import { defineCommand, type ReportProblem } from './define-command.ts';
import { join } from './points.ts';
import { packWords } from './records.ts';

const writeSchema = z.strictObject({
  type: z.literal('write'),
  ...chosenKeys,
  column: name,
  value: z.optional(columnValue),
  values: z.optional(numberValueList),
  words: z.optional(idList),
});

/**
 * The command `write`. `values` has the region of the chosen agents, see encodeChosen, then the values of an f32 or vec3
 * column.
 */
export const write = defineCommand({
  schema: writeSchema,

  check(command, scope, report) {
    checkChosen(command, scope, report);
    const column = columnNamed('.column', command.column, scope, report);
    if (column === undefined) return;
    const given = (['value', 'values', 'words'] as const).filter(
      (key) => command[key] !== undefined,
    );
    const list = column.type === 'u32' ? 'words' : 'values';
    if (given.length !== 1) {
      const found = given.length === 0 ? 'no value' : given.join(' and ');
      report('', found, `exactly one of "value" and "${list}"`);
      return;
    }
    const [key] = given;
    if (key !== 'value' && key !== list) {
      report(`.${key}`, `"${key}" for a column of type ${column.type}`, `"${list}"`);
      return;
    }
    if (key === 'value') checkColumnValue('.value', command.value!, column, report);
    else checkList(command[key]!, command, key, column, report);
  },

  encode(command, scene) {
    const { places, values } = encodeChosen(command, scene);
    const columns = mergedColumns(scene);
    const index = columns.findIndex((column) => column.name === command.column);
    const { type } = columns[index];
    const { value } = command;
    const given = command.words ?? command.values ?? componentsOf(type, value!);
    const isEach = value === undefined ? 1 : 0;
    const list = type === 'u32' ? given : [];
    const words = packWords('write', { column: index, isEach, listed: list.length });
    return {
      places: join(Uint32Array, words, list, places),
      values: join(Float32Array, values, type === 'u32' ? [] : given),
    };
  },
});

function checkList(
  list: ArrayLike<number>,
  { ids }: Chosen,
  key: 'values' | 'words',
  column: MergedColumn,
  report: ReportProblem,
): void {
  if (ids === undefined) {
    report(
      `.${key}`,
      `"${key}" without "ids"`,
      '"ids" as well, or "value", which is the same for all agents',
    );
    return;
  }
  const { length } = planeNamesOf(column.name, column.type);
  if (list.length !== length * ids.length) {
    const expected = `${length} numbers for each id, ${length * ids.length} in all`;
    report(`.${key}`, `${list.length} numbers`, expected);
    return;
  }
  for (const k of indicesWhere(list, (value) => !isValueOf(column, value))) {
    report(`.${key}[${k}]`, show(list[k]), expectedOf(column));
  }
}
