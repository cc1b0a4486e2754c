import { WorldError } from './errors.ts';

/** Whether this is an error that engines throw when they cannot allocate an array, a memory or an instance. */
export function lacksMemory(error: unknown): boolean {
  return error instanceof RangeError && /memory|allocation/i.test(error.message);
}

/**
 * Calls `act`, which allocates memory.
 *
 * @param purpose completes the message "No memory to …", for example "make a world"
 * @throws WorldError NO_MEMORY when the allocation fails; any other error of `act` is thrown unchanged
 */
export function withMemory<T>(purpose: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw orNoMemory(purpose, cause);
  }
}

/**
 * The error to throw for `cause`: a WorldError NO_MEMORY if an engine could not allocate memory, otherwise `cause`
 * itself.
 */
export function orNoMemory(purpose: string, cause: unknown): unknown {
  if (!lacksMemory(cause)) return cause;
  return new WorldError('NO_MEMORY', `No memory to ${purpose}.`, { cause });
}
