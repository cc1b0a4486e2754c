import type { World, WorldHandle } from '@skein/core';
import { type Remote, releaseProxy, wrap } from 'comlink';
import { type Crew, handshake, startFailure } from '../crew.ts';
import type { Outcome, Part, ThreadApi } from '../protocol.ts';

/** A worker, its remote, and the one call that may be open. */
class Thread {
  readonly #worker: Worker;
  readonly #remote: Remote<ThreadApi>;
  /** Rejects the open call. comlink itself never reports a dead worker. */
  #refuse: ((cause: Error) => void) | undefined;
  #ended = false;

  /** @throws what the host throws where a policy forbids workers; others send `error` later */
  constructor(onLoss: (cause: Error) => void) {
    // Written out in one expression: bundlers look for exactly this to find the worker's script.
    this.#worker = new Worker(new URL('./thread.js', import.meta.url), { type: 'module' });
    this.#remote = wrap<ThreadApi>(this.#worker);
    const lose = (cause: Error) => {
      if (this.#refuse) this.#refuse(cause);
      else onLoss(cause);
    };
    this.#worker.addEventListener('error', (event) => {
      // Without a message: the script was not found, or was forbidden.
      lose(new Error(event.message || 'the worker script could not be loaded'));
    });
    this.#worker.addEventListener('messageerror', () => {
      lose(new Error('a message from the worker could not be read'));
    });
  }

  attach(handle: WorldHandle): Promise<void> {
    return this.#call(() => this.#remote.attach(handle));
  }

  run(part: Part): Promise<Outcome> {
    // comlink spreads the union over promises.
    return this.#call(() => this.#remote.run(part) as Promise<Outcome>);
  }

  terminate(): void {
    if (this.#ended) return;
    this.#ended = true;
    // comlink holds the worker, and all that it has heard, until its remote is released.
    this.#remote[releaseProxy]();
    this.#worker.terminate();
    this.#refuse?.(new Error('the worker was terminated'));
  }

  /** One call at a time: a thread that runs a part hears nothing else until its end. */
  #call<Result>(call: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#refuse = reject;
      call().then(resolve, reject);
    }).finally(() => {
      this.#refuse = undefined;
    });
  }
}

/** A crew of module workers; comlink carries the calls. */
export function hireThreads(world: World, workers: number, onLoss: (cause: Error) => void): Crew {
  const threads: Thread[] = [];
  const terminate = async () => {
    for (const thread of threads) thread.terminate();
  };
  try {
    while (threads.length < workers) threads.push(new Thread(onLoss));
  } catch (cause) {
    void terminate();
    throw startFailure(threads.length, workers, cause);
  }
  return {
    workers,
    threaded: true,
    ready: handshake(threads.map((thread) => thread.attach(world.handle))),
    run: (part) => threads[part.worker].run(part),
    terminate,
  };
}
