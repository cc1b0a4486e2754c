import { type Remote, releaseProxy, transfer, wrap } from 'comlink';
import { type CopyingThread, hireCopying } from '../copy-crew.ts';
import type { CopyThread } from '../copy-thread.ts';
import { type Hire, reason } from '../crew.ts';
import { LACKING, type Outcome, type ThreadApi } from '../protocol.ts';
import type { HostThread } from '../seat.ts';
import { ThreadCrew } from '../thread-crew.ts';
import type { WorkerMaker } from './make-worker.ts';
import { isPlain } from './plain.ts';

/** The calls that a module worker answers. */
interface PageThreadApi extends ThreadApi, Pick<CopyThread, 'attachCopy'> {
  runCopy(...given: Parameters<CopyThread['runCopy']>): { outcome: Outcome; parcel: ArrayBuffer };
}

/**
 * Returns a function that starts crews of module workers. comlink carries the calls to the workers, but never reports a
 * dead worker. The workers have the plain script if it can step the world, until one of them needs the whole script.
 */
export function hireThreads(maker: WorkerMaker): Hire {
  let plain = true;
  return (world, workers, onLoss, clock) => {
    plain &&= isPlain(world);
    const start = (onLoss: (cause: Error) => void): HostThread =>
      startThread(maker, plain, onLoss, () => {
        plain = false;
      });
    return new ThreadCrew(world.handle, workers, { start, clock }, onLoss);
  };
}

/** Returns a function that starts crews of a single module worker, which shares no memory with the page. */
export function hireCopyingThread(maker: WorkerMaker): Hire {
  return hireCopying((onLoss) => startCopyingThread(maker, onLoss));
}

function startThread(
  maker: WorkerMaker,
  plain: boolean,
  onLoss: (cause: Error) => void,
  onLacking: () => void,
): HostThread {
  const { remote, end } = startWorker(maker, plain, onLoss);
  return {
    async attach(handle) {
      await remote.attach(handle);
    },
    run: (part) =>
      // comlink turns the union of results into a union of promises.
      (remote.run(part) as Promise<Outcome>).catch((error) => {
        if (reason(error) === LACKING) onLacking();
        throw error;
      }),
    end,
  };
}

function startCopyingThread(maker: WorkerMaker, onLoss: (cause: Error) => void): CopyingThread {
  const { remote, end } = startWorker(maker, false, onLoss);
  return {
    async attachCopy(plan, parcel) {
      await remote.attachCopy(plan, transfer(parcel, [parcel]));
    },
    runCopy: (part, parcel) => remote.runCopy(part, transfer(parcel, [parcel])),
    end,
  };
}

/**
 * @throws the error of the host if a policy forbids workers; some hosts do not throw, but send an `error` event later
 */
function startWorker(
  { make, source }: WorkerMaker,
  plain: boolean,
  onLoss: (cause: Error) => void,
): { readonly remote: Remote<PageThreadApi>; end(): Promise<void> } {
  const worker = make(plain);
  const remote = wrap<PageThreadApi>(worker);
  worker.addEventListener('error', (event) => {
    // An event without a message means that the script was not found or was forbidden.
    onLoss(new Error(event.message || notLoaded(source(plain))));
  });
  worker.addEventListener('messageerror', () => {
    onLoss(new Error('a message from the worker could not be read'));
  });
  return {
    remote,
    async end() {
      // comlink keeps the worker, and everything that it sent, until its remote is released.
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}

function notLoaded(source: string | undefined): string {
  if (source === undefined) {
    return 'the worker script could not be loaded: createWorker returned a worker that failed before it ran';
  }
  return (
    `the worker script could not be loaded: ${source}. Copy thread.js and thread-plain.js of @skein/worker there, or give createTeam ` +
    'its address as `threadUrl`; or, without such a file, the `createWorker` of @skein/worker/inline'
  );
}
