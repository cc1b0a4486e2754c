import type { WorldHandle } from '@skein/core';
import { type Crew, handshake, TERMINATE_MS } from './crew.ts';
import type { Outcome, Part } from './protocol.ts';
import { Seat, type StartThread } from './seat.ts';
import { within } from './within.ts';

/** A crew of threads; `start` is the host's way to have one. */
export class ThreadCrew implements Crew {
  readonly workers: number;
  readonly threaded = true;
  readonly ready: Promise<void>;
  readonly #seats: readonly Seat[];
  #attaching: { readonly handle: WorldHandle; readonly done: Promise<void> } | undefined;
  #ending: Promise<void> | undefined;

  constructor(
    handle: WorldHandle,
    workers: number,
    start: StartThread,
    onLoss: (cause: Error) => void,
  ) {
    this.workers = workers;
    this.#seats = Array.from({ length: workers }, () => new Seat(start, onLoss));
    this.ready = this.attach(handle);
  }

  attachedTo(handle: WorldHandle): boolean {
    return this.#seats.every((seat) => seat.attachedTo(handle));
  }

  attach(handle: WorldHandle): Promise<void> {
    if (this.#attaching?.handle === handle) return this.#attaching.done;
    const answers = this.#seats.map((seat) =>
      seat.attachedTo(handle) ? Promise.resolve() : seat.attach(handle),
    );
    const attaching = {
      handle,
      done: handshake(answers).finally(() => {
        if (this.#attaching === attaching) this.#attaching = undefined;
      }),
    };
    this.#attaching = attaching;
    return attaching.done;
  }

  run(part: Part): Promise<Outcome> {
    return this.#seats[part.worker]!.run(part);
  }

  terminate(): Promise<void> {
    this.#ending ??= within(Promise.all(this.#seats.map((seat) => seat.end())), TERMINATE_MS);
    return this.#ending;
  }
}
