import { type BlockSource, chosenPlaces, type ReadOptions } from './blocks.ts';
import { type Cell, cellColumns, guessOfTexts } from './cell-columns.ts';
import { TableError } from './table-error.ts';
import { textChunks } from './text-chunks.ts';

/** A record of CSV, with the line on which it begins. An empty field is null, unless it is quoted. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly (string | null)[];
}

/** Reads CSV with a header. Lines may end with CR LF. source: RFC 4180 */
export async function readCsv(path: string, options: ReadOptions): Promise<BlockSource> {
  let names: readonly string[] | undefined;
  let places: number[] = [];
  let cells: Cell[][] = [];
  let rows = 0;
  for await (const records of csvRecords(path)) {
    if (names === undefined) {
      names = records.names;
      places = chosenPlaces(path, names, options);
      cells = places.map(() => []);
    }
    for (const record of records.records) {
      for (const [at, place] of places.entries()) cells[at].push(record.cells[place]);
    }
    rows += records.records.length;
  }
  const columns = places.map((place) => names![place]);
  return cellColumns({ path, names: columns, cells, rows, guess: guessOfTexts }, options);
}

/**
 * Reads the records of CSV in parts, in order, without holding the whole file in memory. Each part has the names of the
 * header. There is at least one part.
 *
 * @throws TableError TABLE_DAMAGED for text that is not CSV, or for a record with more or fewer fields than the header
 */
export async function* csvRecords(
  path: string,
): AsyncGenerator<{ readonly names: readonly string[]; readonly records: readonly CsvRecord[] }> {
  let names: string[] | undefined;
  let records: CsvRecord[] = [];
  const parser = new CsvParser(path, (cells, line) => {
    if (names === undefined) {
      names = headerOf(path, cells);
      return;
    }
    // Files of other programs may end with an empty line.
    if (cells.length === 1 && cells[0] === null && names.length > 1) return;
    if (cells.length !== names.length) {
      const expected = `${names.length} fields, as in the header`;
      throw damaged(path, line, `${cells.length} fields`, expected);
    }
    records.push({ line, cells });
  });
  for await (const chunk of textChunks(path)) {
    parser.take(chunk);
    if (names !== undefined && records.length > 0) yield { names, records };
    records = [];
  }
  parser.end();
  if (names === undefined) throw damaged(path, 1, 'nothing', 'a header');
  yield { names, records };
}

function headerOf(path: string, record: readonly Cell[]): string[] {
  const names = record.map((name) => String(name ?? ''));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return names;
  throw damaged(path, 1, `"${twice}" twice`, 'a name for each column');
}

/**
 * The state of the parser:
 *
 * - `begin`: before a field
 * - `plain`: in a field without quotes
 * - `quoted`: inside the quotes of a field
 * - `quote`: after a quote that ends the field or begins a doubled quote
 * - `end`: after the closing quote and a CR
 */
type State = 'begin' | 'plain' | 'quoted' | 'quote' | 'end';

/** Splits text into records, chunk by chunk. An empty field becomes null, unless it is quoted. */
class CsvParser {
  readonly #path: string;
  readonly #use: (record: (string | null)[], line: number) => void;
  #record: (string | null)[] = [];
  #field = '';
  #state: State = 'begin';
  #line = 1;
  #recordLine = 1;

  constructor(path: string, use: (record: (string | null)[], line: number) => void) {
    this.#path = path;
    this.#use = use;
  }

  take(text: string): void {
    // The start of the text that is not in #field yet.
    let begin = 0;
    for (let at = 0; at < text.length; at++) {
      const c = text[at];
      if (c === '\n') this.#line++;
      if (this.#state === 'quoted') {
        if (c !== '"') continue;
        this.#field += text.slice(begin, at);
        this.#state = 'quote';
      } else if (c === ',' || c === '\n') {
        if (this.#state === 'plain') this.#field += text.slice(begin, at);
        this.#endField(c === '\n');
        if (c === '\n') this.#endRecord();
        begin = at + 1;
      } else if (this.#state === 'quote') {
        // Of two quotes in a row, the second is part of the text.
        if (c !== '"' && c !== '\r') throw this.#wrong('text after quotes', 'a comma');
        this.#state = c === '"' ? 'quoted' : 'end';
        begin = at;
      } else if (this.#state === 'begin') {
        this.#state = c === '"' ? 'quoted' : 'plain';
        begin = c === '"' ? at + 1 : at;
      } else if (this.#state === 'end') {
        throw this.#wrong('text after quotes', 'a line end');
      } else if (c === '"') {
        throw this.#wrong('quotes inside an unquoted field', 'quotes around the whole field');
      }
    }
    const isText = this.#state === 'plain' || this.#state === 'quoted';
    if (isText) this.#field += text.slice(begin);
  }

  end(): void {
    if (this.#state === 'quoted')
      throw this.#wrong('the end of the file inside quotes', 'a closing quote');
    if (this.#state === 'begin' && this.#record.length === 0) return;
    this.#endField(true);
    this.#endRecord();
  }

  #endField(isLast: boolean): void {
    const isQuoted = this.#state === 'quote' || this.#state === 'end';
    const field = isLast && !isQuoted ? this.#field.replace(/\r$/, '') : this.#field;
    this.#record.push(field === '' && !isQuoted ? null : field);
    this.#field = '';
    this.#state = 'begin';
  }

  #endRecord(): void {
    this.#use(this.#record, this.#recordLine);
    this.#record = [];
    this.#recordLine = this.#line;
  }

  #wrong(found: string, expected: string): TableError {
    return damaged(this.#path, this.#line, found, expected);
  }
}

function damaged(path: string, line: number, found: string, expected: string): TableError {
  return new TableError('TABLE_DAMAGED', `${path}, line ${line}`, found, expected);
}
