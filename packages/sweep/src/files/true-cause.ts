import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Returns the reason why a file could not be used. On a read-only disk or without permission, `mkdir` with `recursive`
 * reports a missing folder. This function asks the nearest folder that exists.
 *
 * @param cause the error of the call that failed; returned if there is nothing better
 */
export function trueCause(
  action: 'read' | 'write',
  path: string,
  cause: unknown,
): NodeJS.ErrnoException {
  const given = cause as NodeJS.ErrnoException;
  if (action === 'read' || given.code !== 'ENOENT') return given;
  let folder = dirname(resolve(path));
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return given;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}
