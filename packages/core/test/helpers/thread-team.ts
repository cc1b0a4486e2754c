import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { World } from '@skein/core';
import { innerOf, prepareRun } from '@skein/core/internal';

/** Where a thread stops in the middle of a run, or throws. */
export interface Stop {
  readonly worker: number;
  readonly tick: number;
  readonly phase: string;
  readonly kind: 'hold' | 'throw';
}

export interface Ending {
  /** 'done', 'aborted' or the message of the error thrown. */
  readonly result: string;
  readonly tick: number;
}

/** Real threads for one world, without any supervision: the bare protocol of core. */
export class ThreadTeam {
  readonly #threads: Worker[];
  readonly #latch = new Int32Array(new SharedArrayBuffer(8));

  readonly world: World;
  readonly workers: number;

  constructor(world: World, workers: number) {
    this.world = world;
    this.workers = workers;
    this.#threads = Array.from(
      { length: workers },
      (_, worker) =>
        new Worker(new URL('../tick/fixtures/run-thread.js', import.meta.url), {
          workerData: { handle: innerOf(world).handle, worker, latch: this.#latch },
        }),
    );
  }

  /** Starts a run; resolves when every thread has ended its part. */
  run(
    untilTick: number,
    { spins = 200, hash = true, stop }: { spins?: number; hash?: boolean; stop?: Stop } = {},
  ): Promise<Ending>[] {
    this.#latch.fill(0);
    prepareRun(innerOf(this.world), { workers: this.workers, untilTick, hash });
    return this.#threads.map(async (thread, worker) => {
      const ending = once(thread, 'message');
      thread.postMessage({ spins, fault: stop?.worker === worker ? stop : undefined });
      const [message] = await ending;
      return message as Ending;
    });
  }

  /** Resolves when the thread that is to stop has reached its place. */
  async stopped(): Promise<void> {
    const { value } = Atomics.waitAsync(this.#latch, 0, 0);
    await value;
  }

  letGo(): void {
    Atomics.store(this.#latch, 1, 1);
    Atomics.notify(this.#latch, 1);
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
