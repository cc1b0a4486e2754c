/**
 * A simulated machine. Its threads are generators that take turns on a virtual clock. They run the code of real
 * threads, and pause wherever a real thread may be slow, sleep or die.
 */

import type { World } from '@skein/core';
import { innerOf, runIsPoisoned, type SharedWorld, type WorldHandle } from '@skein/core/internal';
import { PAUSE, sleepAt } from '@skein/core/thread';
import type { Outcome, Part } from '../../src/protocol.ts';
import type { HostThread } from '../../src/seat.ts';
import { createThread } from '../../src/thread.ts';
import type { ThreadUsage } from '../../src/watchdog.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What happens to a thread before its next step. */
export type Fate =
  /** The thread needs `ms` for its step: on a core (works), or mostly waiting for a core (starves). */
  | { readonly kind: 'works'; readonly ms: number }
  | { readonly kind: 'starves'; readonly ms: number }
  /** The thread never takes its step: it spins in a loop, or is parked. So does a thread that starves for Infinity. */
  | { readonly kind: 'spins' }
  | { readonly kind: 'blocks' }
  /** The thread ends silently. */
  | { readonly kind: 'dies' };

/** The random decisions of a schedule. Each call may decide differently. */
export interface Chances {
  /** Decides before a phase, and when a thread wakes. `tick` is the tick of the world. */
  fate(tick: number): Fate;
  /** How long a message takes to arrive, and a thread to wake after it is woken, ms. */
  delayMs(): number;
  /** How long a thread takes to start, ms. Undefined: it dies before that. Infinity: it never starts. */
  startMs(): number | undefined;
  /** What happens to a started thread while it attaches another memory. */
  attaches(): 'well' | 'hangs' | 'dies';
  /** Whether no thread can be started. */
  refuses(): boolean;
  /** How long a thread continues after it was told to end, ms. */
  lingerMs(): number;
  /** Whether the host reports how much CPU time a thread got. */
  readonly tellsUsage: boolean;
  /** Whether the host also reports the end of threads that the team has ended. */
  readonly tellsEnds: boolean;
}

/** The state that the host sees of a thread that never takes its next step. */
const HANGING = { spins: 'works', blocks: 'sleeps', starves: 'starves' } as const;

const DEATH = new Error('a played thread dies');

interface Sleeper {
  readonly buffer: ArrayBufferLike;
  readonly index: number;
  readonly wake: () => void;
}

/** Simulates threads. Replaces `Atomics.wait` and `Atomics.notify` until it is disposed of. */
export class Machine implements Disposable {
  readonly clock: VirtualClock;
  readonly chances: Chances;
  readonly world: World;
  readonly threads: PlayedThread[] = [];
  /** The total time by which threads were slow, ms. */
  slowMs = 0;
  /** How many threads have died or stopped answering by themselves. */
  injured = 0;
  /** Descriptions of the forbidden states that threads have found. */
  readonly problems = new Set<string>();
  readonly #sleepers = new Set<Sleeper>();
  readonly #real = { wait: Atomics.wait, notify: Atomics.notify };
  #asked: { array: Int32Array; index: number; value: number; timeMs: number } | undefined;

  constructor(clock: VirtualClock, chances: Chances, world: World) {
    this.clock = clock;
    this.chances = chances;
    this.world = world;
    Object.assign(Atomics, {
      wait: (array: Int32Array, index: number, value: number, timeMs: number) => {
        this.#asked = { array, index, value, timeMs };
        return 'timed-out';
      },
      notify: (array: Int32Array, index: number, count = Infinity) => {
        let woken = 0;
        for (const sleeper of this.#sleepers) {
          if (woken >= count) break;
          if (sleeper.buffer !== array.buffer || sleeper.index !== index) continue;
          woken++;
          sleeper.wake();
        }
        return woken;
      },
    });
  }

  readonly start = (onLoss: (cause: Error) => void): HostThread => {
    if (this.chances.refuses()) throw new Error('no more threads');
    const thread = new PlayedThread(this, onLoss);
    this.threads.push(thread);
    return thread;
  };

  /** Sleeps as `sleepAt` does. Calls `goOn` when the thread is woken, or wakes by itself. */
  sleep(word: Int32Array, before: number, goOn: () => void): void {
    sleepAt(word, before);
    const { array, index, value, timeMs } = this.#asked!;
    let asleep = true;
    const wake = (delayMs: number) => {
      if (!asleep) return;
      asleep = false;
      this.#sleepers.delete(sleeper);
      this.clock.later(delayMs, goOn);
    };
    const wakeLate = () => wake(this.chances.delayMs());
    const sleeper = { buffer: array.buffer, index, wake: wakeLate };
    // Checking the value and going to sleep is one step, as in the real `Atomics.wait`.
    if (Atomics.load(array, index) !== value) {
      wake(0);
      return;
    }
    this.#sleepers.add(sleeper);
    this.clock.later(timeMs, () => {
      // Code that changes the word must wake the sleeper. Waking by itself is only a workaround for browsers.
      if (asleep && Atomics.load(array, index) !== value)
        this.problems.add('a sleeper was not woken');
      wakeLate();
    });
  }

  [Symbol.dispose](): void {
    Object.assign(Atomics, this.#real);
  }
}

/** A thread of the machine, as its host sees it. */
export class PlayedThread implements HostThread {
  /** Whether the team has told the thread to end. */
  ended = false;
  /** When the team first did so, ms. */
  endedMs = Number.POSITIVE_INFINITY;
  readonly #machine: Machine;
  readonly #onLoss: (cause: Error) => void;
  readonly #thread;
  #there = false;
  #gone = false;
  /** Whether the thread sleeps at a barrier. */
  #parked = false;
  #word: Int32Array | undefined;
  /** The CPU time that the thread got until `#sinceMs`, ms. `#state` is its state since then. */
  #cpuMs = 0;
  #sinceMs = 0;
  #state: 'works' | 'starves' | 'sleeps' = 'sleeps';

  constructor(machine: Machine, onLoss: (cause: Error) => void) {
    this.#machine = machine;
    this.#onLoss = onLoss;
    this.#thread = createThread({
      exit: () => {
        throw DEATH;
      },
      now: machine.clock.now,
      ownNumber: () => undefined,
    });
  }

  get gone(): boolean {
    return this.#gone;
  }

  /** Whether the thread has started. */
  get there(): boolean {
    return this.#there;
  }

  attach(handle: WorldHandle): Promise<void> {
    return this.#ask((answer) => {
      if (this.#word !== undefined) {
        const how = this.#machine.chances.attaches();
        if (how === 'dies') this.kill();
        if (how === 'hangs') this.#machine.injured++;
        if (how !== 'well') return;
      }
      this.#thread.attach(handle);
      const { byteOffset, length } = innerOf(this.#machine.world).control.word;
      this.#word = new Int32Array(handle.memory.buffer, byteOffset, length);
      answer(() => undefined);
    });
  }

  run(part: Part): Promise<Outcome> {
    return this.#ask((answer) => {
      // Spinning takes no time here.
      const steps = this.#thread.steps({ ...part, spins: 0 }, true);
      // Only one fate before the first sign of life: the steps of a tick pause before their first phase anyway.
      if (part.particles === undefined) this.#step(steps, answer);
      else this.#suffer(steps, answer);
    });
  }

  usage(): ThreadUsage | undefined {
    if (!this.#machine.chances.tellsUsage || this.#gone) return undefined;
    this.#enter(this.#state);
    return { cpuMs: this.#cpuMs, runnable: this.#state !== 'sleeps' };
  }

  end(): Promise<void> {
    const { clock, chances, problems } = this.#machine;
    if (!this.ended) this.endedMs = clock.now();
    this.ended = true;
    if (this.#parked && !this.#gone && !this.#isCalledBack())
      problems.add('a thread was ended at a barrier, and not called back');
    return new Promise((resolve) => {
      const lingerMs = chances.lingerMs();
      clock.later(lingerMs, () => {
        const wasGone = this.#gone;
        this.#gone = true;
        if (!wasGone && chances.tellsEnds) this.#tellLoss();
      });
      clock.message(lingerMs, resolve);
    });
  }

  /** Ends the thread from outside, not by request of the team. */
  kill(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#machine.injured++;
    this.#tellLoss();
  }

  /** Sends a message and resolves with the answer. Both take some time to arrive. */
  #ask<Result>(act: (answer: (what: () => Result) => void) => void): Promise<Result> {
    const { clock, chances } = this.#machine;
    return new Promise((resolve, reject) => {
      const answer = (what: () => Result) => {
        clock.message(chances.delayMs(), () => {
          if (this.#gone) return;
          try {
            resolve(what());
          } catch (error) {
            reject(error);
          }
        });
      };
      this.#whenThere(() => {
        clock.later(chances.delayMs(), () => {
          if (this.#gone) return;
          try {
            act(answer);
          } catch (error) {
            answer(() => {
              throw error;
            });
          }
        });
      });
    });
  }

  #whenThere(act: () => void): void {
    const { clock, chances } = this.#machine;
    if (this.#there) {
      act();
      return;
    }
    const startMs = chances.startMs();
    if (startMs === Number.POSITIVE_INFINITY) {
      this.#machine.injured++;
      return;
    }
    clock.later(startMs ?? chances.delayMs(), () => {
      if (startMs === undefined) this.kill();
      else if (!this.#gone) {
        this.#there = true;
        act();
      }
    });
  }

  #step(steps: Generator<number, Outcome>, answer: (what: () => Outcome) => void): void {
    if (this.#gone) return;
    this.#enter('works');
    this.#look();
    let step: IteratorResult<number, Outcome>;
    try {
      step = steps.next();
    } catch (error) {
      this.#enter('sleeps');
      if (error === DEATH) this.kill();
      else {
        answer(() => {
          throw error;
        });
      }
      return;
    }
    const { done, value } = step;
    if (done) {
      this.#enter('sleeps');
      answer(() => value);
    } else if (value === PAUSE) {
      this.#suffer(steps, answer);
    } else {
      this.#enter('sleeps');
      this.#parked = true;
      this.#machine.sleep(this.#word!, value, () => this.#suffer(steps, answer));
    }
  }

  /** Applies the next fate of the thread, and then takes its next step if it still can. */
  #suffer(steps: Generator<number, Outcome>, answer: (what: () => Outcome) => void): void {
    const { clock, chances, world } = this.#machine;
    this.#parked = false;
    if (this.#gone) return;
    const fate = chances.fate(world.tick);
    if (fate.kind === 'dies') this.kill();
    else if (fate.kind === 'works' || (fate.kind === 'starves' && fate.ms < Infinity)) {
      this.#enter(fate.kind);
      this.#machine.slowMs += fate.ms;
      clock.later(fate.ms, () => this.#step(steps, answer));
    } else {
      this.#machine.injured++;
      this.#enter(HANGING[fate.kind]);
    }
  }

  /** Checks that the thread may take a step now. */
  #look(): void {
    const { world, problems } = this.#machine;
    if (this.#word?.buffer !== innerOf(world).control.word.buffer) {
      if (!this.#isCalledBack()) problems.add('memory that the world has left is not poisoned');
    } else if (innerOf(world).hold !== 'workers') {
      problems.add('a thread is in the world while it stands still');
    }
  }

  /** Whether the run in the memory of the thread is poisoned. */
  #isCalledBack(): boolean {
    return runIsPoisoned({ control: { word: this.#word } } as SharedWorld);
  }

  #tellLoss(): void {
    const { clock, chances } = this.#machine;
    clock.message(chances.delayMs(), () => this.#onLoss(new Error('the thread has died')));
  }

  #enter(state: 'works' | 'starves' | 'sleeps'): void {
    const now = this.#machine.clock.now();
    if (this.#state === 'works') this.#cpuMs += now - this.#sinceMs;
    this.#sinceMs = now;
    this.#state = state;
  }
}
