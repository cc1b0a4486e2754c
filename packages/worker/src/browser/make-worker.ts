/** How a page starts the workers of a team. */
export interface WorkerOptions {
  /**
   * The URL of the script of a thread: `@skein/worker/thread.js`, which needs no other file. It can have another
   * origin, if that allows it to be read (CORS). Default: the file beside the module of `createTeam`.
   */
  readonly threadUrl?: string | URL;
  /**
   * Starts a module worker that runs the script, instead of loading it from a URL. An example is `createWorker` of
   * `@skein/worker/inline`, which needs no file.
   */
  readonly createWorker?: () => Worker;
}

/** Starts the workers of a team. */
export interface WorkerMaker {
  readonly make: () => Worker;
  /** Where the script comes from, for error messages; undefined if only the page knows. */
  readonly source: string | undefined;
}

/** Returns a maker of workers for the given options. */
export function workerMaker({ threadUrl, createWorker }: WorkerOptions): WorkerMaker {
  if (createWorker !== undefined) return { make: createWorker, source: undefined };
  if (threadUrl !== undefined) return makerAt(new URL(threadUrl, location.href));
  // The module came from the server of a package, as a page without a bundler loads it. The URL is computed, so that no
  // bundler follows it.
  const own = import.meta.url;
  const beside = new URL('thread.js', own);
  if (isForeign(beside)) return makerAt(beside);
  return {
    // A single expression, because bundlers search for exactly this to find the script.
    make: () => new Worker(new URL('./thread.js', import.meta.url), { type: 'module' }),
    source: isOfServer(beside) ? `thread.js beside ${own}` : 'thread.js beside the bundle',
  };
}

/**
 * Starts a worker as `createTeam` does for each of its threads, ahead of the team: it loads its script, which takes about
 * 0.1 s, and then waits. A function that gives such workers, each once, is the option `createWorker` of `createTeam`.
 */
export function startThread(): Worker {
  return workerMaker({}).make();
}

function makerAt(url: URL): WorkerMaker {
  return { make: () => workerAt(url), source: url.href };
}

/**
 * Starts a worker. A worker's script must be of the page's own origin, so for another origin it imports the script from
 * there.
 */
function workerAt(url: URL): Worker {
  if (!isForeign(url)) return new Worker(url, { type: 'module' });
  return workerOf(`import ${JSON.stringify(url.href)};`);
}

/** Starts a module worker that runs this text. */
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

/** Whether a URL is on a server. Some bundlers leave the path of a file on the machine that they ran on. */
function isOfServer({ protocol }: URL): boolean {
  return /^https?:$/.test(protocol);
}
