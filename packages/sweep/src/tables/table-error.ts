import { SkeinError } from '@skein/core/basics';

export type TableErrorCode =
  /** The name of the file ends in none that is known. */
  | 'TABLE_FORMAT'
  /** Columns, metadata or rows that no table can have. */
  | 'TABLE_INVALID'
  /** The file is not what its name says, is damaged, or holds what has no place in a `Table`. */
  | 'TABLE_DAMAGED';

/** A table was refused. What the file system refuses is a `FileError`. */
export class TableError extends SkeinError {
  declare readonly code: TableErrorCode;
  /** A file, a column, a row, a line. */
  readonly place: string;
  readonly found: string;
  readonly expected: string;

  constructor(
    code: TableErrorCode,
    place: string,
    found: string,
    expected: string,
    options?: { cause?: unknown },
  ) {
    super(code, `${place}: found ${found}, expected ${expected}`, options);
    this.place = place;
    this.found = found;
    this.expected = expected;
  }
}
