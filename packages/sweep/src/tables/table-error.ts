import { getSystemErrorMap } from 'node:util';
import { SkeinError } from '@skein/core';

export type TableErrorCode =
  /** The name of the file ends in none that is known. */
  | 'TABLE_FORMAT'
  /** Columns, metadata or rows that no table can have. */
  | 'TABLE_INVALID'
  /** The file cannot be read or written. */
  | 'TABLE_FILE'
  /** The file is not what its name says, is damaged, or holds what has no place in a `Table`. */
  | 'TABLE_DAMAGED';

/** A table was refused, or could not be written or read. */
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

/** By what the system calls an error: what would be right. */
const EXPECTED: Readonly<Record<string, string>> = {
  ENOSPC: 'room on the disk',
  EDQUOT: 'room within the quota',
  EFBIG: 'a file that may be as large',
  EROFS: 'a disk that can be written',
  EACCES: 'a place where this user may',
  EPERM: 'a place where this user may',
  ENOENT: 'a folder that is there',
  ENOTDIR: 'a folder',
  EISDIR: 'a plain file',
};

/** Says where a file failed, what was found and what was expected. A `TableError` is passed on. */
export function fileError(action: 'read' | 'write', path: string, cause: unknown): TableError {
  if (cause instanceof TableError) return cause;
  const { errno, code = '', message } = cause as NodeJS.ErrnoException;
  const known = errno === undefined ? undefined : getSystemErrorMap().get(errno);
  const found = known === undefined ? String(message ?? cause) : `${known[1]} (${known[0]})`;
  const expected =
    action === 'read' && code === 'ENOENT'
      ? 'a file that is there'
      : (EXPECTED[code] ?? `a plain file that can be ${action === 'read' ? 'read' : 'written'}`);
  return new TableError('TABLE_FILE', `cannot ${action} ${path}`, found, expected, { cause });
}
