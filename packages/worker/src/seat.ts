import type { WorldHandle } from '@skein/core/supervise';
import type { Outcome, Part } from './protocol.ts';
import type { ThreadUsage } from './watchdog.ts';

/** A thread, as its host provides it. */
export interface HostThread {
  attach(handle: WorldHandle): Promise<void>;
  run(part: Part): Promise<Outcome>;
  /** The time that the thread got, if the host tells. */
  usage?(): ThreadUsage | undefined;
  /** Ends the thread, whatever it is doing. Resolves when it is gone, as far as the host tells. */
  end(): Promise<void>;
}

/** Starts a thread; may throw. `onLoss` is called if the thread goes away by itself, or sends an unreadable message. */
export type StartThread = (onLoss: (cause: Error) => void) => HostThread;

/**
 * The seat of one worker in a crew: its present thread, and the call that may be open. A thread that runs a part
 * receives nothing else until the end of the part. A lost thread leaves the seat empty, and the next attachment starts
 * a new thread.
 */
export class Seat {
  readonly #start: StartThread;
  readonly #onLoss: (cause: Error) => void;
  readonly #leaving = new Set<Promise<void>>();
  #thread: HostThread | undefined;
  #attached: WorldHandle | undefined;
  #expected: WorldHandle | undefined;
  #attaching: Promise<void> | undefined;
  /** Rejects the open call. */
  #refuse: ((cause: Error) => void) | undefined;
  #closed = false;

  /** @param onLoss called for a thread that goes away while no call is open */
  constructor(start: StartThread, onLoss: (cause: Error) => void) {
    this.#start = start;
    this.#onLoss = onLoss;
  }

  attachedTo(handle: WorldHandle): boolean {
    return this.#attached === handle;
  }

  /** Whether the seat has a thread that has attached some memory and runs no part. */
  get idle(): boolean {
    return this.#attached !== undefined && this.#refuse === undefined;
  }

  /** The time that its thread got, if the host tells. */
  get usage(): ThreadUsage | undefined {
    return this.#thread?.usage?.();
  }

  /** From now on only this memory is attached. An attachment to another memory that has not begun yet is dropped. */
  expect(handle: WorldHandle): void {
    this.#expected = handle;
  }

  /**
   * Makes the thread attach a memory, if it is the expected one. A thread that still runs a part is ended, and a new
   * one is started. A thread that is still starting finishes that first. A thread that was present and is lost
   * meanwhile is replaced, as if it had been lost at work; a new thread that is lost is left to the next attachment.
   */
  async attach(handle: WorldHandle): Promise<void> {
    while (this.#attaching) await this.#attaching.catch(() => {});
    if (handle !== this.#expected || this.attachedTo(handle)) return;
    if (this.#refuse) this.#empty(new Error('the worker was given up'));
    const wasThere = this.#attached !== undefined;
    this.#thread ??= this.#open();
    this.#attaching = this.#call(this.#thread.attach(handle));
    try {
      await this.#attaching;
      this.#attached = handle;
      return;
    } catch (error) {
      this.#empty(new Error('the worker was given up'));
      if (!wasThere || this.#closed) throw error;
    } finally {
      this.#attaching = undefined;
    }
    await this.attach(handle);
  }

  /**
   * Ends a thread that was present and did not answer to an attachment, so that another takes its seat. A thread that
   * is still starting is not ended, because on a slow machine another would be no faster.
   */
  giveUp(handle: WorldHandle): void {
    if (handle !== this.#expected || this.#attached === undefined) return;
    if (this.#attaching) this.#empty(new Error('no answer'));
  }

  /** Runs a part. Rejects with the cause if the thread throws or is lost; never settles while it hangs. */
  async run(part: Part): Promise<Outcome> {
    if (this.#thread === undefined) throw new Error('the worker is gone');
    return this.#call(this.#thread.run(part));
  }

  /** Ends the thread, and closes the seat. Resolves when all threads that ever had this seat are gone. */
  async end(): Promise<void> {
    this.#closed = true;
    this.#empty(new Error('the worker was terminated'));
    await Promise.all(this.#leaving);
  }

  #open(): HostThread {
    if (this.#closed) throw new Error('the team was disposed of');
    const thread = this.#start((cause) => {
      if (thread !== this.#thread) return;
      const idle = this.#refuse === undefined;
      this.#empty(cause);
      if (idle) this.#onLoss(cause);
    });
    return thread;
  }

  #call<Result>(answer: Promise<Result>): Promise<Result> {
    let refuse: (cause: Error) => void = () => {};
    const call = new Promise<Result>((resolve, reject) => {
      refuse = reject;
      answer.then(resolve, reject);
    });
    this.#refuse = refuse;
    return call.finally(() => {
      if (this.#refuse === refuse) this.#refuse = undefined;
    });
  }

  #empty(cause: Error): void {
    const thread = this.#thread;
    this.#thread = undefined;
    this.#attached = undefined;
    this.#refuse?.(cause);
    this.#refuse = undefined;
    if (thread === undefined) return;
    const left = thread.end().finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }
}
