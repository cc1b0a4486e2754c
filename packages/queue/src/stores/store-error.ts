import { SkeinError } from '@skein/core';

export type StoreErrorCode =
  | 'STORE_INVALID'
  | 'STORE_REFUSED'
  | 'STORE_FULL'
  | 'STORE_UNREACHABLE'
  | 'STORE_FAILED';

/**
 * The error for a store that cannot be used. The message contains the address of the store, the operation that failed,
 * and the reason.
 */
export class StoreError extends SkeinError {
  declare readonly code: StoreErrorCode;
}
