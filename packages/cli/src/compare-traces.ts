import {
  type TableRow,
  type TraceColumns,
  TraceFile,
  type TraceId,
  type TraceTick,
  UnsortedTrace,
} from '@skein/sweep/tables';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';

type Cell = TableRow['cells'][number];

/** By how much numbers may differ. */
export interface Tolerances {
  /** The difference that is allowed, in the unit of the column. */
  readonly tolerance: number;
  /** The difference that is allowed as a fraction of the larger of the two numbers. */
  readonly relative: number;
}

/** The first difference of two traces. */
export interface TraceDifference {
  readonly tick: number;
  /** The last tick before it, in which all rows agree; undefined if there is none. */
  readonly agreed: number | undefined;
  /** The id of the row; undefined if the traces have no ids. */
  readonly id: TraceId | undefined;
  /** The first column that differs; undefined if only one trace has the row. */
  readonly column: string | undefined;
  readonly a: Cell | undefined;
  readonly b: Cell | undefined;
  /** The lines of the row, or the numbers of the row in Parquet and Arrow; undefined where a trace lacks the row. */
  readonly lineA: number | undefined;
  readonly lineB: number | undefined;
}

/** How two traces compare. */
export interface TraceComparison {
  /** The number of ticks and rows that agree. */
  readonly ticks: number;
  readonly rows: number;
  /** The columns that only one trace has. */
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  /** What the lines of rows count. */
  readonly units: readonly ['line' | 'row', 'line' | 'row'];
  readonly difference: TraceDifference | undefined;
}

/** A column that both traces have, with its places and whether a trace keeps its numbers in 32 bits. */
interface CommonColumn {
  readonly name: string;
  readonly atA: number;
  readonly atB: number;
  readonly isF32: boolean;
}

/**
 * Compares two traces tick by tick, in memory for one tick of each. A trace that is not sorted by tick is read as a whole.
 *
 * @throws CliError for a trace that is refused; TableError and FileError for a table that cannot be read
 */
export async function compareTraces(
  a: string,
  b: string,
  tolerances: Tolerances,
): Promise<TraceComparison> {
  const unsorted = new Set<string>();
  for (;;) {
    try {
      return await compareOnce(a, b, tolerances, unsorted);
    } catch (error) {
      if (!(error instanceof UnsortedTrace)) throw error;
      unsorted.add(error.path);
    }
  }
}

async function compareOnce(
  pathA: string,
  pathB: string,
  tolerances: Tolerances,
  unsorted: ReadonlySet<string>,
): Promise<TraceComparison> {
  const a = await TraceFile.open(pathA);
  const b = await TraceFile.open(pathB);
  try {
    const columns = commonColumns(a.columns, b.columns);
    const only = (one: TraceColumns, other: TraceColumns) =>
      one.names.filter((name) => !other.names.includes(name));
    const result = {
      ticks: 0,
      rows: 0,
      onlyA: only(a.columns, b.columns),
      onlyB: only(b.columns, a.columns),
      units: [a.unit, b.unit] as const,
      difference: undefined as TraceDifference | undefined,
    };
    if (a.hasIds !== b.hasIds) throw noIds(a.hasIds ? [pathB, pathA] : [pathA, pathB]);
    const [ticksA, ticksB] = [a.ticks(!unsorted.has(pathA)), b.ticks(!unsorted.has(pathB))];
    let [ours, theirs] = [(await ticksA.next()).value, (await ticksB.next()).value];
    let agreed: number | undefined;
    while (ours !== undefined || theirs !== undefined) {
      const tick = Math.min(
        ours?.tick ?? Number.POSITIVE_INFINITY,
        theirs?.tick ?? Number.POSITIVE_INFINITY,
      );
      const inA = ours?.tick === tick ? ours : { tick, rows: new Map() };
      const inB = theirs?.tick === tick ? theirs : { tick, rows: new Map() };
      const first = differenceIn(inA, inB, columns, tolerances);
      if (first !== undefined) {
        const { id, ...where } = first;
        result.difference = { tick, agreed, id: a.hasIds ? id : undefined, ...where };
        break;
      }
      agreed = tick;
      result.ticks++;
      result.rows += inA.rows.size;
      if (ours?.tick === tick) ours = (await ticksA.next()).value;
      if (theirs?.tick === tick) theirs = (await ticksB.next()).value;
    }
    // Earlier ticks could come later in a file that is not sorted.
    for await (const _ of ticksA);
    for await (const _ of ticksB);
    return result;
  } finally {
    await a.close();
    await b.close();
  }
}

/** The error for a table without ids that is compared to a table with ids. */
function noIds([path, other]: readonly [string, string]): CliError {
  const expected = `a column "id", as in ${other}`;
  return new CliError(EXIT.refused, `${path}: found no column "id", expected ${expected}`);
}

function commonColumns(a: TraceColumns, b: TraceColumns): CommonColumn[] {
  return a.names.flatMap((name, atA) => {
    const atB = b.names.indexOf(name);
    if (atB < 0 || name === 'tick' || name === 'id') return [];
    const isF32 = a.types?.[atA] === 'f32' || b.types?.[atB] === 'f32';
    return [{ name, atA, atB, isF32 }];
  });
}

type Found = Omit<TraceDifference, 'tick' | 'agreed' | 'id'> & { readonly id: TraceId };

/** Finds the difference with the lowest id between the rows of a tick. */
function differenceIn(
  a: TraceTick,
  b: TraceTick,
  columns: readonly CommonColumn[],
  tolerances: Tolerances,
): Found | undefined {
  let first: Found | undefined;
  const isFirst = (id: TraceId): boolean => first === undefined || isBefore(id, first.id);
  for (const [id, row] of a.rows) {
    const other = b.rows.get(id);
    const found =
      other === undefined
        ? missing(id, row, undefined)
        : rowDifference(id, row, other, columns, tolerances);
    if (found !== undefined && isFirst(id)) first = found;
  }
  for (const [id, row] of b.rows) {
    if (!a.rows.has(id) && isFirst(id)) first = missing(id, undefined, row);
  }
  return first;
}

/** Numbers come before texts. */
function isBefore(a: TraceId, b: TraceId): boolean {
  if (typeof a === typeof b) return a < b;
  return typeof a === 'number';
}

function missing(id: TraceId, a: TableRow | undefined, b: TableRow | undefined): Found {
  const lines = { lineA: a?.line, lineB: b?.line };
  return { id, column: undefined, a: undefined, b: undefined, ...lines };
}

function rowDifference(
  id: TraceId,
  a: TableRow,
  b: TableRow,
  columns: readonly CommonColumn[],
  tolerances: Tolerances,
): Found | undefined {
  for (const { name, atA, atB, isF32 } of columns) {
    const [ours, theirs] = [a.cells[atA], b.cells[atB]];
    if (isEqual(ours, theirs, isF32, tolerances)) continue;
    return { id, column: name, a: ours, b: theirs, lineA: a.line, lineB: b.line };
  }
  return undefined;
}

/**
 * Whether two cells are equal. Texts of numbers and of truth values count as numbers, and a missing number as NaN, which
 * equals NaN. 0 and -0 are equal.
 */
function isEqual(a: Cell, b: Cell, isF32: boolean, { tolerance, relative }: Tolerances): boolean {
  if (a === b) return true;
  const [x, y] = [cellValue(a), cellValue(b)];
  if (typeof x === 'string' || typeof y === 'string') return x === y;
  if (x === y || (Number.isNaN(x) && Number.isNaN(y))) return true;
  // A text has fewer digits than the 32-bit float to which it is rounded.
  if (isF32 && Math.fround(x) === Math.fround(y)) return true;
  const most = Math.max(tolerance, relative * Math.max(Math.abs(x), Math.abs(y)));
  return Number.isFinite(x) && Number.isFinite(y) && Math.abs(x - y) <= most;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The words for values that are not written in digits, in the spellings of several languages. */
const WORDS: ReadonlyMap<string, number> = new Map([
  ['', Number.NaN],
  ['nan', Number.NaN],
  ['inf', Number.POSITIVE_INFINITY],
  ['+inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['infinity', Number.POSITIVE_INFINITY],
  ['+infinity', Number.POSITIVE_INFINITY],
  ['-infinity', Number.NEGATIVE_INFINITY],
  ['true', 1],
  ['false', 0],
]);

function cellValue(cell: Cell): number | string {
  if (typeof cell !== 'string') return cell === null ? Number.NaN : Number(cell);
  const text = cell.trim();
  if (NUMBER.test(text)) return Number(text);
  return WORDS.get(text.toLowerCase()) ?? cell;
}
