/** The default name of the queue. It is defined here because @skein/queue takes long to load. */
export const DEFAULT_QUEUE_NAME = 'sweep';
