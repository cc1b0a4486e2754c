import { type RowPart, readRows, type TableRow } from './read-rows.ts';
import type { ColumnType } from './table.ts';
import { TableError } from './table-error.ts';

/** The id of a row: a whole number, or a text. */
export type TraceId = number | string;

/** The columns of a trace. */
export interface TraceColumns {
  readonly names: readonly string[];
  readonly types: readonly ColumnType[] | undefined;
  /** The metadata of the table; empty in CSV and JSON lines. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** The rows of a tick, by id. */
export interface TraceTick {
  readonly tick: number;
  readonly rows: ReadonlyMap<TraceId, TableRow>;
}

/** The maximum number of rows of one table in memory: those of a tick, or of a table that is not sorted by tick. */
const MAX_ROWS = 500_000;

/** Thrown when the rows of a trace are not sorted by tick, so that the trace must be read as a whole. */
export class UnsortedTrace extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`${path} is not sorted by tick`);
    this.path = path;
  }
}

/** A table with the rows of agents, tick by tick. It has a column `tick`, and a column `id` unless each tick has one row. */
export class TraceFile {
  readonly path: string;
  readonly columns: TraceColumns;
  /** What `line` of a row counts. */
  readonly unit: 'line' | 'row';
  readonly #parts: AsyncGenerator<RowPart>;
  readonly #first: RowPart;
  readonly #tickAt: number;
  readonly #idAt: number;

  private constructor(path: string, parts: AsyncGenerator<RowPart>, first: RowPart) {
    this.path = path;
    this.#parts = parts;
    this.#first = first;
    const { names, types, metadata } = first;
    this.columns = { names, types, metadata };
    this.unit = first.types === undefined ? 'line' : 'row';
    this.#tickAt = first.names.indexOf('tick');
    this.#idAt = first.names.indexOf('id');
    if (this.#tickAt >= 0) return;
    const found = `the columns ${first.names.join(', ')}`;
    throw new TableError('TABLE_DAMAGED', path, found, 'a column "tick"');
  }

  /** @throws TableError, and FileError if the file cannot be read */
  static async open(path: string): Promise<TraceFile> {
    const parts = readRows(path);
    const { value } = await parts.next();
    const none: RowPart = { names: [], types: undefined, metadata: {}, rows: [] };
    try {
      return new TraceFile(path, parts, value ?? none);
    } catch (error) {
      await parts.return(undefined);
      throw error;
    }
  }

  get hasIds(): boolean {
    return this.#idAt >= 0;
  }

  /**
   * Reads the ticks in order. Holds one tick in memory, or all rows if `isSorted` is false.
   *
   * @throws UnsortedTrace if `isSorted`, but the rows are not sorted by tick
   * @throws TableError TABLE_DAMAGED for an id that occurs twice in a tick, for a tick or an id that is missing, or for too many rows
   */
  async *ticks(isSorted: boolean): AsyncGenerator<TraceTick, undefined> {
    let ticks = new Map<number, Map<TraceId, TableRow>>();
    let last = Number.NEGATIVE_INFINITY;
    let held = 0;
    for await (const row of this.#rows()) {
      const tick = this.#tickOf(row);
      if (isSorted && tick < last) throw new UnsortedTrace(this.path);
      if (isSorted && tick > last) {
        yield* inOrder(ticks);
        ticks = new Map();
        held = 0;
      }
      last = tick;
      const rows = ticks.get(tick) ?? new Map<TraceId, TableRow>();
      ticks.set(tick, rows);
      const id = this.#idOf(row);
      const twin = rows.get(id);
      if (twin !== undefined) throw this.#twice(row, twin, tick, id);
      rows.set(id, row);
      if (++held > MAX_ROWS) throw this.#tooMany(row, isSorted);
    }
    yield* inOrder(ticks);
    return undefined;
  }

  async close(): Promise<void> {
    await this.#parts.return(undefined);
  }

  async *#rows(): AsyncGenerator<TableRow> {
    yield* this.#first.rows;
    for await (const { rows } of this.#parts) yield* rows;
  }

  #tickOf(row: TableRow): number {
    const cell = row.cells[this.#tickAt];
    const tick = cell === null || cell === '' ? Number.NaN : Number(cell);
    if (Number.isFinite(tick)) return tick;
    throw this.refused(row, `the tick ${JSON.stringify(cell)}`, 'a number');
  }

  #idOf(row: TableRow): TraceId {
    if (!this.hasIds) return 0;
    const cell = row.cells[this.#idAt];
    if (cell === null || cell === '') throw this.refused(row, 'no id', 'an id');
    // Of large ids, several texts give the same number.
    const number = Number(cell);
    return Number.isSafeInteger(number) ? number : String(cell);
  }

  #twice(row: TableRow, twin: TableRow, tick: number, id: TraceId): TableError {
    const what = this.hasIds ? `id ${id} of tick ${tick}` : `tick ${tick}`;
    const found = `${what}, which ${this.unit} ${twin.line} already has`;
    return this.refused(row, found, this.hasIds ? 'each id once in a tick' : 'a column "id"');
  }

  #tooMany(row: TableRow, isSorted: boolean): TableError {
    const found = isSorted ? 'rows of one tick' : 'rows that are not sorted by tick';
    const expected = isSorted ? '' : ', or rows that are sorted by tick';
    return this.refused(row, `more than ${MAX_ROWS} ${found}`, `at most ${MAX_ROWS}${expected}`);
  }

  /** The error for a row with something that is not expected. */
  refused({ line }: TableRow, found: string, expected: string): TableError {
    const place = `${this.path}, ${this.unit} ${line}`;
    return new TableError('TABLE_DAMAGED', place, found, expected);
  }
}

function* inOrder(ticks: ReadonlyMap<number, Map<TraceId, TableRow>>): Generator<TraceTick> {
  const sorted = [...ticks.keys()].sort((a, b) => a - b);
  for (const tick of sorted) yield { tick, rows: ticks.get(tick)! };
}
