/** How a page starts the workers of a team. */
export interface WorkerOptions {
  /**
   * Where the script of a thread is: `@skein/worker/dist/browser/thread.js`, which needs no other file. It may be of
   * another origin that allows it to be read (CORS). Default: beside the module of `createTeam`.
   */
  readonly threadUrl?: string | URL;
  /** Starts a module worker that runs the script, in place of all the above. */
  readonly createWorker?: () => Worker;
}

/** A function that starts a worker, as the options say. */
export function workerMaker({ threadUrl, createWorker }: WorkerOptions): () => Worker {
  if (createWorker !== undefined) return createWorker;
  if (threadUrl !== undefined) return () => workerAt(new URL(threadUrl, location.href));
  // From the server of a package, as a page without a bundler loads it. By name, so that no bundler follows it.
  const own = import.meta.url;
  if (isForeign(new URL(own))) return () => workerAt(new URL('thread.js', own));
  // Written out in one expression: bundlers look for exactly this to find the script.
  return () => new Worker(new URL('./thread.js', import.meta.url), { type: 'module' });
}

/** A worker can only be made of a script of the page's own origin: one that imports the other's. */
function workerAt(url: URL): Worker {
  if (!isForeign(url)) return new Worker(url, { type: 'module' });
  const source = `import ${JSON.stringify(url.href)};`;
  const blob = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(blob, { type: 'module' });
  // Once it runs, or has failed, it has read the blob.
  const release = (): void => URL.revokeObjectURL(blob);
  worker.addEventListener('message', release, { once: true });
  worker.addEventListener('error', release, { once: true });
  return worker;
}

function isForeign({ protocol, origin }: URL): boolean {
  return /^https?:$/.test(protocol) && origin !== location.origin;
}
