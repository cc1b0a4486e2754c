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
 * The error for a queue, an option or a job that cannot be used. The `code` tells the reason. The message may contain
 * the address of the server, but never the password.
 */
export class QueueError extends SkeinError {
  declare readonly code: QueueErrorCode;
}
