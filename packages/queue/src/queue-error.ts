import { SkeinError } from '@skein/core';

export type QueueErrorCode =
  | 'QUEUE_URL_INVALID'
  | 'QUEUE_NAME_INVALID'
  | 'QUEUE_OPTION_INVALID'
  | 'QUEUE_REFUSED'
  | 'QUEUE_UNREACHABLE'
  | 'QUEUE_FULL'
  | 'QUEUE_FAILED'
  | 'JOB_INVALID';

/**
 * The error for a queue that cannot be used: its address is invalid, or the server refuses the connection or does not
 * answer. The message contains the address of the server, but never the password.
 */
export class QueueError extends SkeinError {
  declare readonly code: QueueErrorCode;
}
