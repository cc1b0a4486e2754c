import { getSystemErrorMap } from 'node:util';
import { SkeinError } from '@skein/core';
import { NoPlainFileError } from '../files/replacement.ts';
import { trueCause } from '../files/true-cause.ts';

/** Thrown when a results file or a file of a store cannot be read or written. */
export class FileError extends SkeinError {
  declare readonly code: 'FILE_FAILED';

  constructor(message: string, options?: { cause?: unknown }) {
    super('FILE_FAILED', message, options);
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  ENOSPC: 'free space on the disk',
  EDQUOT: 'free space within the quota',
  EFBIG: 'a file below the size limit',
  EROFS: 'a writable disk',
  EACCES: 'a location where this user has permission',
  EPERM: 'a location where this user has permission',
  ENOENT: 'an existing folder',
  ENOTDIR: 'a folder',
  EISDIR: 'a regular file',
  EMFILE: 'a higher limit on open files',
};

/**
 * Creates an error that says which file could not be used, what was found and what was expected. A `FileError` is
 * returned unchanged.
 */
export function asFileError(action: 'read' | 'write', path: string, cause: unknown): FileError {
  if (cause instanceof FileError) return cause;
  if (cause instanceof NoPlainFileError) {
    return new FileError(`cannot ${action} ${path}: ${cause.message}`, { cause });
  }
  const { errno, code = '', message } = trueCause(action, path, cause);
  const known = errno === undefined ? undefined : getSystemErrorMap().get(errno);
  const found = known === undefined ? String(message ?? cause) : `${known[1]} (${known[0]})`;
  const isMissing = action === 'read' && code === 'ENOENT';
  const able = action === 'read' ? 'read' : 'written';
  const expected = isMissing
    ? 'an existing file'
    : (EXPECTED[code] ?? `a file that can be ${able}`);
  return new FileError(`cannot ${action} ${path}: found ${found}, expected ${expected}`, { cause });
}
