import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const ECHO = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (word) => parentPort.postMessage(word));
`;

/**
 * Threads that send back each message, and do nothing else. A recovery needs two rounds of messages, one to leave the
 * run and one to attach. Two bare rounds show how long the machine alone takes for them at that moment.
 */
export class BareThreads implements AsyncDisposable {
  readonly #threads: readonly Worker[];

  constructor(count: number) {
    this.#threads = Array.from({ length: count }, () => new Worker(ECHO, { eval: true }));
  }

  /** How long two rounds of messages to `count` threads take, ms. */
  async twoRounds(count: number): Promise<number> {
    const asked = this.#threads.slice(0, count);
    const begun = performance.now();
    for (let round = 0; round < 2; round++) {
      const answers = asked.map((thread) => once(thread, 'message'));
      for (const thread of asked) thread.postMessage(round);
      await Promise.all(answers);
    }
    return performance.now() - begun;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }
}
