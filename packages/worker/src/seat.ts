import type { WorldHandle } from '@skein/core/internal';
import type { Outcome, Part } from './protocol.ts';
import type { ThreadUsage } from './watchdog.ts';

/** A thread, as its host provides it. */
export interface HostThread {
  attach(handle: WorldHandle): Promise<void>;
  run(part: Part): Promise<Outcome>;
  /** Returns the time that the thread has had on a core, if the host reports it. */
  usage?(): ThreadUsage | undefined;
  /** Ends the thread, whatever it is doing. Resolves when the thread is gone, as far as the host reports this. */
  end(): Promise<void>;
}

/**
 * Starts a thread; may throw. `onLoss` is called if the thread goes away by itself, or sends a message that cannot be
 * read.
 */
export type StartThread = (onLoss: (cause: Error) => void) => HostThread;

/**
 * The seat of one worker in a crew. It holds the present thread of the worker, and the call that the thread has not
 * answered yet. A thread that runs a part receives nothing else until the part ends. A lost thread leaves the seat
 * empty; the next attachment then starts a new thread.
 */
export class Seat {
  readonly #start: StartThread;
  readonly #onLoss: (cause: Error) => void;
  readonly #leaving = new Set<Promise<void>>();
  #thread: HostThread | undefined;
  #attached: WorldHandle | undefined;
  #expected: WorldHandle | undefined;
  #attaching: Promise<void> | undefined;
  /** Rejects the call that the thread has not answered yet; undefined if no call waits for an answer. */
  #refuse: ((cause: Error) => void) | undefined;
  #closed = false;

  /** @param onLoss called for a thread that goes away while it has no call to answer */
  constructor(start: StartThread, onLoss: (cause: Error) => void) {
    this.#start = start;
    this.#onLoss = onLoss;
  }

  attachedTo(handle: WorldHandle): boolean {
    return this.#attached === handle;
  }

  /** Whether the seat has a thread that has attached memory and is not busy with a `Part`. */
  get idle(): boolean {
    return this.#attached !== undefined && this.#refuse === undefined;
  }

  /** The time that the thread of this seat has had on a core, if the host reports it. */
  get usage(): ThreadUsage | undefined {
    return this.#thread?.usage?.();
  }

  /**
   * From now on, the seat expects the memory of `handle`. An attachment of other memory is skipped if it has not begun.
   */
  expect(handle: WorldHandle): void {
    this.#expected = handle;
  }

  /**
   * Makes the thread attach the memory of a handle, if the seat expects this memory. A thread that is still starting
   * finishes first. A thread that is still running a part is ended and replaced. If a thread that was present is lost
   * during the attachment, it is replaced. If a new thread is lost, the next attachment starts another thread.
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
   * Ends a thread that has started, but has not attached the memory of `handle`. Another thread can then take the seat.
   * A thread that is still starting is not ended. On a slow machine, another thread would start no faster.
   */
  giveUp(handle: WorldHandle): void {
    if (handle !== this.#expected || this.#attached === undefined) return;
    if (this.#attaching) this.#empty(new Error('no answer'));
  }

  /**
   * Runs a part on the thread of this seat. If the thread throws an error or is lost, the promise rejects with the
   * cause. While the thread hangs, the promise does not settle.
   */
  async run(part: Part): Promise<Outcome> {
    if (this.#thread === undefined) throw new Error('the worker is gone');
    return this.#call(this.#thread.run(part));
  }

  /**
   * Ends the thread, and closes the seat for new threads. Resolves when all threads that ever had this seat are gone.
   */
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
