import { SkeinError } from '@skein/core';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

const EXIT_CODES: Readonly<Record<string, ExitCode>> = {
  QUEUE_URL_INVALID: EXIT.usage,
  QUEUE_NAME_INVALID: EXIT.usage,
  QUEUE_OPTION_INVALID: EXIT.usage,
  STORE_INVALID: EXIT.usage,
  STORE_REFUSED: EXIT.file,
  STORE_FULL: EXIT.file,
  STORE_UNREACHABLE: EXIT.file,
  STORE_FAILED: EXIT.file,
  FILE_FAILED: EXIT.file,
};

/** Runs an action that uses queues and stores. Converts errors of queues and stores to errors with an exit code. */
export async function withQueue<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const code = error instanceof SkeinError ? EXIT_CODES[error.code] : undefined;
    if (code === undefined) throw error;
    throw new CliError(code, (error as Error).message, { cause: error });
  }
}
