/** How a page starts the workers of a team. */
export interface WorkerOptions {
  /**
   * Where the script of a thread is: `@skein/worker/thread.js`, which needs no other file. It may be of another origin
   * that allows it to be read (CORS). Default: beside the module of `createTeam`.
   */
  readonly threadUrl?: string | URL;
  /**
   * Starts a module worker that runs the script, in place of all the above: `createWorker` of `@skein/worker/inline`, for
   * one, which needs no file.
   */
  readonly createWorker?: () => Worker;
}

/** What starts the workers of a team. */
export interface WorkerMaker {
  readonly make: () => Worker;
  /** Where the script comes from, for people; undefined where the page alone knows. */
  readonly source: string | undefined;
}

/** What starts workers as the options say. */
export function workerMaker({ threadUrl, createWorker }: WorkerOptions): WorkerMaker {
  if (createWorker !== undefined) return { make: createWorker, source: undefined };
  if (threadUrl !== undefined) return makerAt(new URL(threadUrl, location.href));
  // From the server of a package, as a page without a bundler loads it. By name, so that no bundler follows it.
  const own = import.meta.url;
  const beside = new URL('thread.js', own);
  if (isForeign(beside)) return makerAt(beside);
  return {
    // Written out in one expression: bundlers look for exactly this to find the script.
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

/** A worker can only be made of a script of the page's own origin: one that imports the other's. */
function workerAt(url: URL): Worker {
  if (!isForeign(url)) return new Worker(url, { type: 'module' });
  return workerOf(`import ${JSON.stringify(url.href)};`);
}

/** A module worker that runs this text. */
export function workerOf(text: string): Worker {
  const blob = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const worker = new Worker(blob, { type: 'module' });
  // Once it runs, or has failed, it has read the blob.
  const release = (): void => URL.revokeObjectURL(blob);
  worker.addEventListener('message', release, { once: true });
  worker.addEventListener('error', release, { once: true });
  return worker;
}

function isForeign(url: URL): boolean {
  return isOfServer(url) && url.origin !== location.origin;
}

/** Some bundlers leave the path of a file on the machine that they ran on. */
function isOfServer({ protocol }: URL): boolean {
  return /^https?:$/.test(protocol);
}
