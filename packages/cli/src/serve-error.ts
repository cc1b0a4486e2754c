import { type Problem, SkeinError } from '@skein/core/basics';

type ServeErrorCode =
  /** The stream has no valid frame here, and cannot be read further. */
  | 'FRAME_INVALID'
  /** The request is refused, and nothing has changed. */
  | 'REQUEST_INVALID'
  | 'WORLDS_FULL'
  | 'ANSWER_TOO_LARGE';

/** Thrown for a request that the server itself refuses. */
export class ServeError extends SkeinError {
  declare readonly code: ServeErrorCode;
  declare readonly problems: readonly Problem[];

  constructor(code: ServeErrorCode, path: string, found: string, expected: string) {
    super(code, `${path}: found ${found}, expected ${expected}.`, {
      problems: [{ path, found, expected }],
    });
  }
}
