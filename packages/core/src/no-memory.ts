import { WorldError } from './errors.ts';

/** Whether this is what an engine throws when it has no memory for an array, a memory or an instance. */
export function lacksMemory(error: unknown): boolean {
  return error instanceof RangeError && /memory|allocation/i.test(error.message);
}

/**
 * Does what takes memory.
 *
 * @param purpose for the message: "make a world"
 * @throws WorldError NO_MEMORY when there is none; else what `act` throws
 */
export function withMemory<T>(purpose: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw orNoMemory(purpose, cause);
  }
}

/** What to throw for an error: WorldError NO_MEMORY for one of an engine that has none, else the error. */
export function orNoMemory(purpose: string, cause: unknown): unknown {
  if (!lacksMemory(cause)) return cause;
  return new WorldError('NO_MEMORY', `No memory to ${purpose}.`, { cause });
}
