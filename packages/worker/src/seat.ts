import type { WorldHandle } from '@skein/core/supervise';
import type { Outcome, Part } from './protocol.ts';
import type { ThreadUsage } from './watchdog.ts';

/** A thread as a host has it. */
export interface HostThread {
  attach(handle: WorldHandle): Promise<void>;
  run(part: Part): Promise<Outcome>;
  /** What time it was given, where the host tells. */
  usage?(): ThreadUsage | undefined;
  /** Ends it whatever it does; resolves when it is gone, as far as the host tells. */
  end(): Promise<void>;
}

/** Starts a thread; may throw. `onLoss` hears when it goes away by itself, or says what cannot be read. */
export type StartThread = (onLoss: (cause: Error) => void) => HostThread;

/**
 * One worker's place in a crew: the thread that sits there now, and the one call that may be open, as
 * a thread that runs a part hears nothing else until its end. A lost thread leaves the seat empty, and
 * the next attachment puts another there.
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

  /** `onLoss` hears of a thread that goes away while no call is open. */
  constructor(start: StartThread, onLoss: (cause: Error) => void) {
    this.#start = start;
    this.#onLoss = onLoss;
  }

  attachedTo(handle: WorldHandle): boolean {
    return this.#attached === handle;
  }

  /** Whether a thread sits here that has attached some memory, and has no part. */
  get idle(): boolean {
    return this.#attached !== undefined && this.#refuse === undefined;
  }

  /** What time its thread was given, where the host tells. */
  get usage(): ThreadUsage | undefined {
    return this.#thread?.usage?.();
  }

  /** From now on only this memory is attached: an attachment to another that is still to begin is too late. */
  expect(handle: WorldHandle): void {
    this.#expected = handle;
  }

  /**
   * Has the thread attach a memory, if it is the one that is expected. One that still has a part is
   * ended, and another started; one that is still starting does so first. One that was there and is lost
   * on the way is replaced, as if it had been lost at work; where a new one is, that is for the next
   * attachment.
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
   * Ends a thread that was there and has not answered to an attachment, so that another sits down in its
   * place. One that is still starting is not ended: on a slow machine another would be no faster.
   */
  giveUp(handle: WorldHandle): void {
    if (handle !== this.#expected || this.#attached === undefined) return;
    if (this.#attaching) this.#empty(new Error('no answer'));
  }

  /** Rejects with the cause when the thread throws or is lost; never settles while it hangs. */
  async run(part: Part): Promise<Outcome> {
    if (this.#thread === undefined) throw new Error('the worker is gone');
    return this.#call(this.#thread.run(part));
  }

  /** Ends the thread, and lets no other sit down. Resolves when all that ever sat here are gone. */
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
