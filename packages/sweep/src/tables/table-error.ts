import { SkeinError } from '@skein/core/basics';

export type TableErrorCode =
  /** The extension of a file name is unknown. */
  | 'TABLE_FORMAT'
  /** A table cannot have the given columns, metadata or rows. */
  | 'TABLE_INVALID'
  /** A file does not have the format of its extension, is damaged, or contains data that a `Table` cannot hold. */
  | 'TABLE_DAMAGED';

/** The error for an invalid table. Errors of the file system are reported as `FileError`. */
export class TableError extends SkeinError {
  declare readonly code: TableErrorCode;
  /** The place of the problem: a file, a column, a row or a line. */
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
