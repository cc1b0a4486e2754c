import type { WorldHandle } from '@skein/core/internal';
import type { Clock } from './clock.ts';
import { type Attachment, type Crew, handshake, KEEP_MS, TERMINATE_MS } from './crew.ts';
import type { Outcome, Part } from './protocol.ts';
import { Seat, type StartThread } from './seat.ts';
import type { ThreadUsage } from './watchdog.ts';
import { within } from './within.ts';

/** The function with which a crew starts threads, and the clock of the crew. */
export interface ThreadSource {
  readonly start: StartThread;
  readonly clock: Clock;
}

/** A crew of threads. Each thread has a seat. */
export class ThreadCrew implements Crew {
  readonly threaded = true;
  readonly ready: Promise<void>;
  readonly #clock: Clock;
  #seats: readonly Seat[];
  /** Seats that the crew has dropped. Their threads may still be ending. */
  readonly #left: Seat[] = [];
  #attaching: ({ readonly handle: WorldHandle } & Attachment) | undefined;
  #ending: Promise<void> | undefined;

  constructor(
    handle: WorldHandle,
    workers: number,
    { start, clock }: ThreadSource,
    onLoss: (cause: Error) => void,
  ) {
    this.#clock = clock;
    this.#seats = Array.from({ length: workers }, () => new Seat(start, onLoss));
    this.ready = this.attach(handle).all;
  }

  get workers(): number {
    return this.#seats.length;
  }

  seatsAt(handle: WorldHandle): readonly number[] {
    return [...this.#seats.keys()].filter((seat) => this.#seats[seat].attachedTo(handle));
  }

  attach(handle: WorldHandle): Attachment {
    if (this.#attaching?.handle === handle) return this.#attaching;
    const absent = this.#seats.filter((seat) => !seat.attachedTo(handle));
    for (const seat of absent) seat.expect(handle);
    const kept = absent.filter((seat) => seat.idle);
    const answers = new Map(kept.map((seat) => [seat, seat.attach(handle)]));
    const keeping = within(this.#clock, Promise.allSettled(answers.values()), KEEP_MS);
    // Starting a thread takes this thread milliseconds, so threads that only wait for a message come first.
    const start = kept.length > 0 ? keeping.then(() => this.#nextTurn()) : keeping;
    for (const seat of absent) {
      if (!answers.has(seat))
        answers.set(
          seat,
          start.then(() => seat.attach(handle)),
        );
    }
    const attaching = {
      handle,
      keeps: this.#seats.length - absent.length + kept.length,
      kept: keeping,
      next: eachOf(answers.values()),
      all: handshake(
        this.#clock,
        this.#seats.map((seat) => answers.get(seat) ?? Promise.resolve()),
      ).finally(() => {
        for (const seat of answers.keys()) seat.giveUp(handle);
        if (this.#attaching === attaching) this.#attaching = undefined;
      }),
    };
    this.#attaching = attaching;
    return attaching;
  }

  shrinkTo(handle: WorldHandle): void {
    for (const seat of this.#seats) {
      if (seat.attachedTo(handle)) continue;
      void seat.end();
      this.#left.push(seat);
    }
    this.#seats = this.#seats.filter((seat) => seat.attachedTo(handle));
  }

  usageOf(at: number): () => ThreadUsage | undefined {
    const seat = this.#seats[at];
    return () => seat.usage;
  }

  run(part: Part, seat: number): Promise<Outcome> {
    return this.#seats[seat].run(part);
  }

  terminate(): Promise<void> {
    const all = [...this.#seats, ...this.#left];
    this.#ending ??= within(this.#clock, Promise.all(all.map((seat) => seat.end())), TERMINATE_MS);
    return this.#ending;
  }

  #nextTurn(): Promise<void> {
    return new Promise((resolve) => {
      this.#clock.after(0, resolve);
    });
  }
}

/**
 * Returns a function. Each call of the function returns a promise that settles when one more of the `answers` settles.
 */
function eachOf(answers: Iterable<Promise<void>>): () => Promise<unknown> {
  const open = new Set<Promise<unknown>>();
  for (const answer of answers) {
    const settled = Promise.allSettled([answer]).finally(() => open.delete(settled));
    open.add(settled);
  }
  return () => Promise.race(open);
}
