import { getSystemErrorMap } from 'node:util';
import { SkeinError } from '@skein/core/basics';
import { trueCause } from '@skein/sweep/files';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** An error that ends the command with an exit code. Its message is written for people. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Describes in plain words why a file could not be used. */
export function fileError(
  action: 'read' | 'write',
  path: string,
  cause: unknown,
  meant?: string,
): CliError {
  const { errno } = trueCause(action, path, cause);
  const known = errno === undefined ? undefined : getSystemErrorMap().get(errno);
  const reason = known?.[1] ?? (cause instanceof Error ? cause.message : String(cause));
  const guess = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  return new CliError(EXIT.file, `cannot ${action} ${path}: ${reason}${guess}`, { cause });
}

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CliError) return error.exitCode;
  const code = error instanceof SkeinError ? error.code : '';
  if (code === 'WORLD_TOO_LARGE' || code === 'GPU_UNSUITED') return EXIT.refused;
  return code === 'GPU_DIFFERS' ? EXIT.unlike : EXIT.failed;
}

/** Returns the text to print for an error. An unexpected error is a bug, so its stack is included. */
export function describeError(error: unknown): string {
  if (error instanceof CliError || error instanceof SkeinError) return error.message;
  return `unexpected error\n${error instanceof Error ? error.stack : String(error)}`;
}
