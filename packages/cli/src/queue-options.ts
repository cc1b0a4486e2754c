/** The default queue; apart from @skein/queue, which takes long to load. */
export const DEFAULT_QUEUE_NAME = 'sweep';
