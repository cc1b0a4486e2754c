import { guessText } from '@skein/core/describe';
import { show } from '@skein/core/internal';
import type { ParameterValue } from '../jobs/job.ts';
import type { Plan, PlanParameter } from '../plan/plan.ts';
import { isList } from '../plan/values.ts';
import { measureColumns } from '../results/result-columns.ts';
import { readRows } from '../tables/read-rows.ts';
import { FitError } from './fit-error.ts';

type Cell = number | string | boolean | null;

/** The maximum number of rows of data. Each combination of conditions is a run for every candidate and seed. */
const MAX_ROWS = 10_000;
const SD = '.sd';
/** The largest number of the data. The square of a larger one over a small deviation might be infinite. */
const LARGEST = 1e60;
const LEAST_SD = 1e-60;

/** A table of data, before it is checked against a plan. */
export interface DataTable {
  /** The name of the file, for messages. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly Cell[] }[];
}

/** A measured value that a fit tries to reach. */
export interface Datum {
  /** The index of its conditions. */
  readonly condition: number;
  /** The tick of the sample to compare with; undefined for the value of the run. */
  readonly tick: number | undefined;
  /** The index of the measure in the plan, and its name. */
  readonly measure: number;
  readonly name: string;
  readonly value: number;
  /** The difference that counts as 1: the standard deviation of the value, or the root mean square of all its kind. */
  readonly scale: number;
}

/** Data that fit a plan. */
export interface FitData {
  /** The names of the parameters that the data set. */
  readonly names: readonly string[];
  /** The combinations of their values, in the order in which the data have them; one empty list if there are none. */
  readonly conditions: readonly (readonly ParameterValue[])[];
  readonly data: readonly Datum[];
  /** The checked table: columns and cells, as `fit.json` keeps them. */
  readonly table: {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly Cell[])[];
  };
}

/**
 * Reads a table of data.
 *
 * @throws TableError; FileError; FitError FIT_DATA for too many rows
 */
export async function readDataTable(path: string): Promise<DataTable> {
  let columns: readonly string[] = [];
  const rows: DataTable['rows'][number][] = [];
  for await (const part of readRows(path)) {
    columns = part.names;
    for (const row of part.rows) rows.push(row);
    if (rows.length > MAX_ROWS) {
      throw new FitError('FIT_DATA', path, `more than ${MAX_ROWS} rows`, `at most ${MAX_ROWS}`);
    }
  }
  return { name: path, columns, rows };
}

/**
 * Checks data against a plan. A column is a parameter of the plan, which the row then sets, or a measure of the plan, or
 * the standard deviation of a measure, such as `flow.sd`, or `tick`.
 *
 * @throws FitError FIT_DATA
 */
export function checkData(table: DataTable, plan: Plan): FitData {
  return new DataReader(table, plan).read();
}

type Column =
  | { readonly type: 'condition'; readonly parameter: PlanParameter }
  | { readonly type: 'measure' | 'sd'; readonly measure: number; readonly name: string }
  | { readonly type: 'tick' };

class DataReader {
  readonly #table: DataTable;
  readonly #plan: Plan;
  readonly #columns: readonly Column[];

  constructor(table: DataTable, plan: Plan) {
    this.#table = table;
    this.#plan = plan;
    this.#columns = this.#readColumns();
  }

  read(): FitData {
    const { columns, rows } = this.#table;
    if (rows.length === 0) throw this.#refusal('', 'no rows', 'at least one row of data');
    const conditions = new Map<string, readonly ParameterValue[]>();
    const lines = new Map<string, number>();
    const read = rows.map(({ line, cells }) => {
      const values = this.#columns.map((column, at) => this.#cell(column, cells[at], line));
      const condition = values.filter((_, at) => this.#columns[at].type === 'condition');
      const key = JSON.stringify(condition);
      const tick = values[this.#columns.findIndex(({ type }) => type === 'tick')] ?? undefined;
      const place = JSON.stringify([key, tick]);
      const twin = lines.get(place);
      if (twin !== undefined) {
        const expected = 'each combination of conditions once';
        throw this.#refusal(`line ${line}`, `the conditions of line ${twin}`, expected);
      }
      lines.set(place, line);
      if (!conditions.has(key)) conditions.set(key, condition as ParameterValue[]);
      return { line, values, key, tick: tick as number | undefined };
    });
    const keys = [...conditions.keys()];
    const scales = this.#columns.map((_, at) =>
      rootMeanSquare(read.map(({ values }) => values[at])),
    );
    const data = read.flatMap(({ line, values, key, tick }) => {
      const own = this.#columns.flatMap((column, at): Datum[] => {
        const value = values[at];
        if (column.type !== 'measure' || value === null) return [];
        const scale = this.#scaleOf(column, values, line) ?? scales[at];
        if (scale === 0) {
          const expected = `a value other than 0, or a column ${column.name}${SD}`;
          throw this.#refusal(column.name, 'only zeros', expected);
        }
        const { measure, name } = column;
        return [{ condition: keys.indexOf(key), tick, measure, name, value: Number(value), scale }];
      });
      if (own.length > 0) return own;
      throw this.#refusal(`line ${line}`, 'no value of a measure', 'at least one');
    });
    return {
      names: this.#columns.flatMap((one) => (one.type === 'condition' ? one.parameter.name : [])),
      conditions: [...conditions.values()],
      data,
      table: { columns, rows: read.map(({ values }) => values) },
    };
  }

  #readColumns(): Column[] {
    const { parameters } = this.#plan;
    const measures = measureColumns(this.#plan).map(({ name }) => name);
    const known = [...parameters.map(({ name }) => name), ...measures];
    const columns = this.#table.columns.map((name): Column => {
      const parameter = parameters.find((one) => one.name === name);
      if (parameter !== undefined) return { type: 'condition', parameter };
      if (measures.includes(name))
        return { type: 'measure', measure: measures.indexOf(name), name };
      if (name === 'tick') return { type: 'tick' };
      const of = name.endsWith(SD) ? name.slice(0, -SD.length) : '';
      if (this.#table.columns.includes(of) && measures.includes(of)) {
        return { type: 'sd', measure: measures.indexOf(of), name };
      }
      const expected = `a parameter or a measure of the plan (${known.join(', ')}), MEASURE${SD} or tick`;
      throw this.#refusal('', `the column ${show(name)}${guessText(name, known)}`, expected);
    });
    if (columns.some(({ type }) => type === 'measure')) return columns;
    const expected = `a column with a measure of the plan: ${measures.join(', ') || 'it has none'}`;
    throw this.#refusal('', `the columns ${this.#table.columns.join(', ')}`, expected);
  }

  #cell(column: Column, cell: Cell, line: number): Cell {
    const isOptional = column.type === 'measure' || column.type === 'sd';
    const isEmpty = cell === null || cell === '' || Number.isNaN(cell);
    if (isEmpty && isOptional) return null;
    if (column.type === 'condition') return this.#condition(column.parameter, cell, line);
    const value = typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : cell;
    const place = `line ${line}, ${column.type === 'tick' ? 'tick' : column.name}`;
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw this.#refusal(place, isEmpty ? 'nothing' : show(cell), 'a number');
    }
    if (column.type === 'sd' && value < LEAST_SD) {
      throw this.#refusal(place, show(value), `a standard deviation of at least ${LEAST_SD}`);
    }
    if (Math.abs(value) > LARGEST) {
      throw this.#refusal(place, show(value), `a number from ${-LARGEST} to ${LARGEST}`);
    }
    if (column.type === 'tick') this.#checkTick(value, place);
    return value;
  }

  #checkTick(tick: number, place: string): void {
    const { ticks, every } = this.#plan;
    const isSampled = tick === ticks || (tick >= 0 && tick < ticks && tick % every === 0);
    if (isSampled) return;
    const expected = `a tick with a sample: each ${every} ticks from 0, and ${ticks}`;
    throw this.#refusal(place, show(tick), expected);
  }

  /** Returns the value of a parameter that a row sets: one that the plan has, too. */
  #condition({ name, values }: PlanParameter, cell: Cell, line: number): ParameterValue {
    const place = `line ${line}, ${name}`;
    if (isList(values)) {
      const own = values.find(
        (value) =>
          value === cell ||
          (cell !== null && String(value) === String(cell)) ||
          (typeof value === 'number' &&
            typeof cell === 'string' &&
            cell.trim() !== '' &&
            Number(cell) === value),
      );
      if (own !== undefined) return own;
      const expected = `a value that the plan has: ${values.slice(0, 20).join(', ')}`;
      throw this.#refusal(place, cell === null ? 'nothing' : show(cell), expected);
    }
    const { from, to, whole } = values;
    const value = typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : cell;
    const isIn = typeof value === 'number' && value >= from && value <= to;
    if (isIn && (!whole || Number.isInteger(value))) return value;
    const expected = `a ${whole ? 'whole ' : ''}number of the plan's range, ${from} to ${to}`;
    throw this.#refusal(place, cell === null ? 'nothing' : show(cell), expected);
  }

  #scaleOf({ measure }: { measure: number }, values: readonly Cell[], line: number) {
    const at = this.#columns.findIndex((one) => one.type === 'sd' && one.measure === measure);
    if (at < 0) return undefined;
    const value = values[at];
    if (typeof value === 'number') return value;
    const place = `line ${line}, ${this.#table.columns[at]}`;
    throw this.#refusal(place, 'nothing', 'the standard deviation of the value in this line');
  }

  #refusal(place: string, found: string, expected: string): FitError {
    const { name } = this.#table;
    return new FitError('FIT_DATA', place === '' ? name : `${name}, ${place}`, found, expected);
  }
}

function rootMeanSquare(cells: readonly Cell[]): number {
  const values = cells.filter((cell) => typeof cell === 'number');
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}
