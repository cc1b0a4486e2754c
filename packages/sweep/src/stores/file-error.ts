import { getSystemErrorMap } from 'node:util';
import { SkeinError } from '@skein/core';
import { NoPlainFileError } from '../files/replacement.ts';

/** A file of results or of a store cannot be read or written. */
export class FileError extends SkeinError {
  declare readonly code: 'FILE_FAILED';

  constructor(message: string, options?: { cause?: unknown }) {
    super('FILE_FAILED', message, options);
  }
}

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
  EMFILE: 'that more files may be open',
};

/** Says where something failed, what was found and what was expected; what is a `FileError` already is passed on. */
export function asFileError(action: 'read' | 'write', path: string, cause: unknown): FileError {
  if (cause instanceof FileError) return cause;
  if (cause instanceof NoPlainFileError) {
    return new FileError(`cannot ${action} ${path}: ${cause.message}`, { cause });
  }
  const { errno, code = '', message } = cause as NodeJS.ErrnoException;
  const known = errno === undefined ? undefined : getSystemErrorMap().get(errno);
  const found = known === undefined ? String(message ?? cause) : `${known[1]} (${known[0]})`;
  const isMissing = action === 'read' && code === 'ENOENT';
  const able = action === 'read' ? 'read' : 'written';
  const expected = isMissing
    ? 'one that is there'
    : (EXPECTED[code] ?? `a file that can be ${able}`);
  return new FileError(`cannot ${action} ${path}: found ${found}, expected ${expected}`, { cause });
}
