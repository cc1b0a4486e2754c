// What the help of queues names, apart from @skein/queue, which takes long to load.

/** The queue where nobody names one. */
export const DEFAULT_QUEUE_NAME = 'sweep';
/** Seconds from one checkpoint of a run to the next. */
export const DEFAULT_CHECKPOINT_S = 30;
/** Runs at a time of one worker. */
export const MAX_CONCURRENCY = 1024;
