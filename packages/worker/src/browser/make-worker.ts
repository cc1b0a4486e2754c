/** The options for how a page starts the workers of a team. */
export interface WorkerOptions {
  /**
   * The URL of the script of a thread: `@skein/worker/thread.js`, which needs no other file. Default: the file beside
   * the module of `createTeam`, or the smaller `thread-plain.js` beside it, if that suffices for the world. If the URL
   * has another origin, that origin must allow the page to read the script (CORS).
   */
  readonly threadUrl?: string | URL;
  /**
   * A function that starts a module worker with the script of a thread. With this function, `createTeam` loads no
   * script from a URL. An example is `createWorker` of `@skein/worker/inline`, which needs no file.
   */
  readonly createWorker?: () => Worker;
}

/** A way to start the workers of a team, and the source of their script. */
export interface WorkerMaker {
  /** @param plain whether the plain script suffices */
  readonly make: (plain: boolean) => Worker;
  /** Where the script comes from, for error messages; undefined if the page provides `createWorker`. */
  readonly source: (plain: boolean) => string | undefined;
}

/** Returns a maker of workers for the given options. */
export function workerMaker({ threadUrl, createWorker }: WorkerOptions): WorkerMaker {
  if (createWorker !== undefined) return { make: createWorker, source: () => undefined };
  if (threadUrl !== undefined) return makerAt(() => new URL(threadUrl, location.href));
  // This module came from a server of packages, as on a page without a bundler loads it. The URL is computed, so that
  // no bundler follows it.
  const own = import.meta.url;
  const nameOf = (plain: boolean): string => (plain ? 'thread-plain.js' : 'thread.js');
  const beside = (plain: boolean): URL => new URL(nameOf(plain), own);
  if (isForeign(beside(true))) return makerAt(beside);
  const where = isOfServer(beside(true)) ? own : 'the bundle';
  return {
    // Two whole expressions, because bundlers search for exactly this to find the scripts.
    make: (plain) =>
      plain
        ? new Worker(new URL('./thread-plain.js', import.meta.url), { type: 'module' })
        : new Worker(new URL('./thread.js', import.meta.url), { type: 'module' }),
    source: (plain) => `${nameOf(plain)} beside ${where}`,
  };
}

/**
 * Starts a worker before the team is created, in the same way as `createTeam`. The worker loads its script, which takes
 * about 0.1 s, and then waits. To use such workers in a team, pass `createTeam` a function `createWorker`. Each call of
 * this function must return a worker that was not returned before.
 */
export function startThread(): Worker {
  return workerMaker({}).make(false);
}

function makerAt(url: (plain: boolean) => URL): WorkerMaker {
  return { make: (plain) => workerAt(url(plain)), source: (plain) => url(plain).href };
}

/**
 * Starts a worker that runs the script at a URL. The script of a worker must come from the origin of the page. For a
 * URL of another origin, the worker therefore runs a short text that imports the script.
 */
function workerAt(url: URL): Worker {
  if (!isForeign(url)) return new Worker(url, { type: 'module' });
  return workerOf(`import ${JSON.stringify(url.href)};`);
}

/** Starts a module worker that runs the given text. */
export function workerOf(text: string): Worker {
  const blob = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const worker = new Worker(blob, { type: 'module' });
  // Once the worker runs, or has failed, it has read the blob.
  const release = (): void => URL.revokeObjectURL(blob);
  worker.addEventListener('message', release, { once: true });
  worker.addEventListener('error', release, { once: true });
  return worker;
}

function isForeign(url: URL): boolean {
  return isOfServer(url) && url.origin !== location.origin;
}

/**
 * Whether a URL is on a server (http or https). In place of such a URL, a bundler may write a path on its own machine.
 */
function isOfServer({ protocol }: URL): boolean {
  return /^https?:$/.test(protocol);
}
