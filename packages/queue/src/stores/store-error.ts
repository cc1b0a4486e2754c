import { SkeinError } from '@skein/core';

export type StoreErrorCode =
  | 'STORE_INVALID'
  | 'STORE_REFUSED'
  | 'STORE_FULL'
  | 'STORE_UNREACHABLE'
  | 'STORE_FAILED';

/** A store cannot be used; the message names it, what it refuses and why. */
export class StoreError extends SkeinError {
  declare readonly code: StoreErrorCode;
}
