import worker_threads from 'node:worker_threads';

/**
 * Keeps the threads that are started while it is there, in the order of their workers; when
 * `lingerMs` says so they outlive their end by that, as in a host that does not end a busy thread.
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
