import worker_threads from 'node:worker_threads';

/**
 * Records the threads that start before it is disposed of, in the order of their workers. Each thread ends `lingerMs`
 * late, as in a host that does not end a busy thread at once.
 */
export class RecordedThreads implements Disposable {
  readonly all: worker_threads.Worker[] = [];
  readonly #real = worker_threads.Worker;

  constructor(lingerMs = 0) {
    const { all } = this;
    worker_threads.Worker = class extends this.#real {
      constructor(file: string | URL, options?: worker_threads.WorkerOptions) {
        super(file, options);
        all.push(this);
      }

      override async terminate(): Promise<number> {
        if (lingerMs > 0) await new Promise((resolve) => setTimeout(resolve, lingerMs));
        return super.terminate();
      }
    };
  }

  [Symbol.dispose](): void {
    worker_threads.Worker = this.#real;
  }
}
