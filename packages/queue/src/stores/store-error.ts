import { SkeinError } from '@skein/core';

export type StoreErrorCode =
  | 'STORE_INVALID'
  | 'STORE_REFUSED'
  | 'STORE_FULL'
  | 'STORE_UNREACHABLE'
  | 'STORE_FAILED';

/** A store cannot be used. The message contains the store, the operation that failed, and the reason. */
export class StoreError extends SkeinError {
  declare readonly code: StoreErrorCode;
}
