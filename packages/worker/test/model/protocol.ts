/**
 * The protocol of workers and supervisor as a system of states, which is explored completely. Each step is one
 * access to shared memory. The work that a worker does in its own memory belongs to the access before it.
 *
 * worker: `runThread` (core/src/tick/run-thread.ts) and `cross` (core/src/tick/barrier.ts)
 *   look       while (world.frontTick < load(until)); the end of a part is its answer
 *   begin      the kernels of a leg begin to write the worker's slice, over data that others read
 *   end        they are done; the first leg has written scratch, the second leg back
 *   read       const before = load(barrier), and return when it is poisoned
 *   arrive     add(arrived, 1) + 1 === workers
 *   settle     last worker only: finishTick up to `publish`; on an interrupt, until = the next tick
 *   publish    store(tick), the last write of a tick
 *   reset      store(arrived, 0)
 *   release    add(barrier, NEXT_GENERATION)
 *   wake       notify(barrier)
 *   check      while (load(barrier) === before)
 *   sleep      wait(barrier, before): asleep only if it still has that value
 *   leave      return (load(barrier) & POISON) === 0, then turnTo(load(tick))
 * supervisor: `Supervisor`, `runSegment` (segment.ts), `renewMemory` (core/src/tick/renew-memory.ts)
 *   prepare    muster, prepareRun, and a part for every worker that is ready
 *   wait       Promise.race of all answers and the first loss, reported by the host or by the watchdog
 *   poison     or(barrier, POISON)
 *   notify     notify(barrier)
 *   acks       within(all other answers); a worker that does not answer is also lost
 *   tick       the tick of the old memory is read, once
 *   copy       its front is copied
 *   carry      the count of events, and how many were reported
 *   attach     world and survivors get the new memory, and threads start in place of the lost ones
 *   tell       takeEvents
 * a thread that starts: it has attached the present memory, or an earlier one and has to attach again. Then the
 * run is interrupted, and the thread gets a part at the next `prepare`.
 *
 * A slice of a state holds the number of its tick, or DIRTY while it is written. A crash ends a worker anywhere. A
 * zombie is a worker that counts as lost, but continues. The model does not follow what a zombie does to a memory
 * that no other worker uses. While a seat has no worker, its agents are in the slices of the others. When the cuts
 * move back, its slice is as whole as theirs.
 */
import type { System } from './explore.ts';

export type Mutant =
  | 'waits once, without a loop'
  | 'moves the generation before it resets arrivals'
  | 'never resets arrivals'
  | 'reads the generation after it arrives'
  | 'never looks for poison'
  | 'poisons another word'
  | 'poisons, and wakes nobody'
  | 'wakes one'
  | 'lets go, and wakes nobody'
  | 'publishes when it comes first'
  | 'publishes after it lets go'
  | 'waits for answers without poison'
  | 'takes no fresh memory'
  | 'copies before it poisons'
  | 'takes the tick after the copy'
  | 'keeps arrivals for the next run'
  | 'keeps the poison for the next run'
  | 'puts nobody where one was lost'
  | 'counts who is still starting'
  | 'gives a part in the middle of a run'
  | 'takes in who sees an old memory'
  | 'ends a run at once, without a word for all'
  | 'takes a late answer for that of the next one'
  | 'tells events of the old memory';

export interface Setting {
  readonly workers: number;
  readonly ticks: number;
  /** Barriers of a tick: 1, or 2 with scratch that all workers read after the first. */
  readonly legs: 1 | 2;
  readonly crashes: number;
  readonly zombies: number;
  /** Whether sleepers wake by themselves, as they do every 50 ms. */
  readonly naps: boolean;
  readonly mutant?: Mutant;
}

// The shared words, and the supervisor's own.
const [WORD, POISON, ARRIVED, TICK, EVENTS0, EVENTS1, TAKEN] = [0, 1, 2, 3, 4, 5, 6];
const [TOLD, PLACE, GOAL, NEW_EVENTS, NEW_TAKEN, CRASHES, ZOMBIES] = [7, 8, 9, 10, 11, 12, 13];
const [COUNT, INTERRUPT, UNTIL] = [14, 15, 16];
const HEAD = 17;
// The fields of each slice: its worker, a zombie that had it before, and its contents.
const [PC, LEG, BEFORE, AT, OPEN, LOST] = [0, 1, 2, 3, 4, 5];
const Z = 6;
const [BUFFER0, BUFFER1, SCRATCH, COPIED, GHOST, SEAT] = [10, 11, 12, 13, 14, 15];
const SLICE = 16;
const DIRTY = 99;

// The states of a seat: its worker works, starts, has attached the present memory, or has attached an earlier one.
const [WORKS, STARTS, THERE, BEHIND] = [0, 1, 2, 3];

const IDLE = 0;
const LOOK = 1;
const BEGIN = 2;
const END = 3;
const READ = 4;
const ARRIVE = 5;
const SETTLE = 6;
const PUBLISH = 7;
const RESET = 8;
const RELEASE = 9;
const WAKE = 10;
const CHECK = 11;
const SLEEP = 12;
const ASLEEP = 13;
const LEAVE = 14;
const LATE_PUBLISH = 15;
const LATE_READ = 16;
const GONE = 17;

const PREPARE = 0;
const WAIT = 1;
const POISONS = 2;
const NOTIFY = 3;
const ACKS = 4;
const READ_TICK = 5;
const COPY = 6;
const CARRY = 7;
const ATTACH = 8;
const TELL = 9;
const OVER = 10;

export function protocol(setting: Setting): System {
  const { workers, ticks, legs, naps, mutant } = setting;
  const fresh = mutant !== 'takes no fresh memory';
  const slices = Array.from({ length: workers }, (_, k) => HEAD + k * SLICE);

  const start = new Uint8Array(HEAD + workers * SLICE);
  start[CRASHES] = setting.crashes;
  start[ZOMBIES] = setting.zombies;
  for (const s of slices) {
    start[s + Z] = GONE;
    start[s + BUFFER1] = DIRTY;
    start[s + SCRATCH] = DIRTY;
  }

  let wrongNow: string | undefined;
  const poisoned = (state: Uint8Array): boolean =>
    mutant === 'poisons another word' ? state[POISON] === 1 : (state[WORD] & 1) === 1;
  const whole = (state: Uint8Array, column: number, value: number): boolean =>
    slices.every((s) => state[s + SEAT] !== WORKS || state[s + column] === value);

  /** Notes the answer of the worker of slice `s`: its part is over. */
  function answer(state: Uint8Array, s: number, of: number): void {
    if (of === Z) state[s + Z] = GONE;
    else {
      state[s + PC] = IDLE;
      state[s + OPEN] = 0;
    }
  }

  /** Makes one step of a worker. `of` is the offset of its record: 0, or Z for a zombie. */
  function work(state: Uint8Array, s: number, of: number, to: (next: Uint8Array) => void) {
    const next = state.slice();
    const p = s + of;
    const at = state[p + AT];
    const go = (pc: number): void => {
      next[p + PC] = pc;
      to(next);
    };
    const torn = (): void => {
      if (of !== Z && state[s + LOST] === 0) wrongNow = 'torn';
    };
    switch (state[p + PC]) {
      case LOOK:
        if (mutant === 'ends a run at once, without a word for all' && state[INTERRUPT] === 1) {
          answer(next, s, of);
          return to(next);
        }
        if (at < state[UNTIL]) return go(BEGIN);
        answer(next, s, of);
        return to(next);
      case BEGIN: {
        const ready = state[p + LEG] === 0 || whole(state, SCRATCH, at + 1);
        if (!whole(state, BUFFER0 + (at & 1), at) || !ready) torn();
        const second = state[p + LEG] === legs - 1;
        next[s + (second ? BUFFER0 + ((at + 1) & 1) : SCRATCH)] = DIRTY;
        return go(END);
      }
      case END: {
        if (!whole(state, BUFFER0 + (at & 1), at)) torn();
        const second = state[p + LEG] === legs - 1;
        next[s + (second ? BUFFER0 + ((at + 1) & 1) : SCRATCH)] = at + 1;
        return go(mutant === 'reads the generation after it arrives' ? ARRIVE : READ);
      }
      case READ:
        if (poisoned(state) && mutant !== 'never looks for poison') {
          answer(next, s, of);
          return to(next);
        }
        next[p + BEFORE] = state[WORD];
        return go(ARRIVE);
      case ARRIVE: {
        next[ARRIVED]++;
        if (next[ARRIVED] > next[COUNT]) wrongNow = 'too many arrivals';
        const first = mutant === 'publishes when it comes first';
        const settles = state[p + LEG] === legs - 1;
        if (settles && first && next[ARRIVED] === 1) {
          // Settles at once, and then waits like the others.
          if (!whole(state, BUFFER0 + ((at + 1) & 1), at + 1)) torn();
          next[TICK] = at + 1;
        }
        if (next[ARRIVED] === next[COUNT]) return go(settles && !first ? SETTLE : RESET);
        return go(mutant === 'reads the generation after it arrives' ? LATE_READ : CHECK);
      }
      case LATE_READ:
        next[p + BEFORE] = state[WORD];
        return go(CHECK);
      case SETTLE:
        if (!whole(state, BUFFER0 + ((at + 1) & 1), at + 1)) torn();
        next[EVENTS0 + ((at + 1) & 1)] = state[EVENTS0 + (at & 1)] + 1;
        if (state[INTERRUPT] === 1) next[UNTIL] = at + 1;
        return go(mutant === 'publishes after it lets go' ? RESET : PUBLISH);
      case PUBLISH:
        next[TICK] = at + 1;
        return go(RESET);
      case RESET:
        if (mutant === 'moves the generation before it resets arrivals') {
          next[WORD] += 2;
          return go(RELEASE);
        }
        if (mutant !== 'never resets arrivals') next[ARRIVED] = 0;
        return go(RELEASE);
      case RELEASE:
        if (mutant === 'moves the generation before it resets arrivals') next[ARRIVED] = 0;
        else next[WORD] += 2;
        return go(mutant === 'lets go, and wakes nobody' ? LEAVE : WAKE);
      case WAKE: {
        const then = mutant === 'publishes after it lets go' ? LATE_PUBLISH : LEAVE;
        return wakeAll(next, mutant === 'wakes one', (woken) => {
          woken[p + PC] = then;
          to(woken);
        });
      }
      case LATE_PUBLISH:
        if (state[p + LEG] === legs - 1) next[TICK] = at + 1;
        return go(LEAVE);
      case CHECK:
        if (mutant === 'poisons another word' && state[POISON] === 1) return go(LEAVE);
        return go(state[WORD] === state[p + BEFORE] ? SLEEP : LEAVE);
      case SLEEP:
        if (state[WORD] !== state[p + BEFORE]) return go(CHECK);
        return go(ASLEEP);
      case ASLEEP:
        return naps ? go(mutant === 'waits once, without a loop' ? LEAVE : CHECK) : undefined;
      case LEAVE: {
        if (poisoned(state) && mutant !== 'never looks for poison') {
          answer(next, s, of);
          return to(next);
        }
        const last = state[p + LEG] === legs - 1;
        next[p + LEG] = last ? 0 : state[p + LEG] + 1;
        if (!last) return go(BEGIN);
        next[p + AT] = state[TICK];
        return go(LOOK);
      }
    }
  }

  /** Wakes all sleepers, or only one of them: each possible one. */
  function wakeAll(state: Uint8Array, one: boolean, to: (next: Uint8Array) => void) {
    const then = mutant === 'waits once, without a loop' ? LEAVE : CHECK;
    const sleepers = slices.flatMap((s) => [s, s + Z]).filter((p) => state[p + PC] === ASLEEP);
    if (one && sleepers.length > 0) {
      for (const p of sleepers) {
        const next = state.slice();
        next[p + PC] = then;
        to(next);
      }
      return;
    }
    for (const p of sleepers) state[p + PC] = then;
    to(state);
  }

  /** Makes the next step of the supervisor, or each possible one if there are several. */
  function supervise(state: Uint8Array, to: (next: Uint8Array) => void) {
    const next = state.slice();
    const go = (place: number): void => {
      next[PLACE] = place;
      to(next);
    };
    const early = mutant === 'copies before it poisons';
    switch (state[PLACE]) {
      case PREPARE: {
        muster(next);
        const there = slices.filter((s) => next[s + SEAT] === WORKS);
        if (there.length === 0) return;
        next[COUNT] = mutant === 'counts who is still starting' ? workers : there.length;
        next[INTERRUPT] = 0;
        next[UNTIL] = ticks;
        next[WORD] = mutant === 'keeps the poison for the next run' ? state[WORD] & 1 : 0;
        next[POISON] = mutant === 'keeps the poison for the next run' ? state[POISON] : 0;
        if (mutant !== 'keeps arrivals for the next run') next[ARRIVED] = 0;
        for (const s of there) hand(next, s, state[s + SEAT] === BEHIND ? IDLE : LOOK);
        return go(WAIT);
      }
      case WAIT:
        if (slices.some((s) => state[s + PC] === GONE && state[s + OPEN] === 1)) {
          return go(early ? READ_TICK : POISONS);
        }
        if (slices.some((s) => state[s + LOST] === 1)) return go(early ? READ_TICK : POISONS);
        if (slices.every((s) => state[s + OPEN] === 0)) return go(TELL);
        return;
      case POISONS:
        if (mutant === 'poisons another word') next[POISON] = 1;
        else if (mutant !== 'waits for answers without poison') next[WORD] |= 1;
        return go(mutant === 'poisons, and wakes nobody' ? ACKS : NOTIFY);
      case NOTIFY:
        return wakeAll(next, mutant === 'wakes one', (woken) => {
          woken[PLACE] = ACKS;
          to(woken);
        });
      case ACKS: {
        const missing = slices.some(
          (s) => state[s + OPEN] === 1 && state[s + PC] !== GONE && state[s + LOST] === 0,
        );
        return missing ? undefined : go(early ? ATTACH : READ_TICK);
      }
      case READ_TICK:
        next[GOAL] = state[TICK];
        return go(COPY);
      case COPY:
        for (const s of slices) next[s + COPIED] = state[s + BUFFER0 + (state[GOAL] & 1)];
        return go(CARRY);
      case CARRY:
        if (mutant === 'takes the tick after the copy') next[GOAL] = state[TICK];
        next[NEW_EVENTS] = state[EVENTS0 + (state[GOAL] & 1)];
        next[NEW_TAKEN] = state[TAKEN];
        if (mutant === 'tells events of the old memory') {
          // The tick is read again, and may have been published since.
          next[NEW_TAKEN] = state[EVENTS0 + (state[TICK] & 1)];
          next[TOLD] += next[NEW_TAKEN] - state[TAKEN];
        }
        return go(early ? POISONS : ATTACH);
      case ATTACH:
        if (fresh) renew(next);
        for (const s of slices) seat(next, s);
        return go(TELL);
      case TELL: {
        const events = state[EVENTS0 + (state[TICK] & 1)];
        if (events < state[TAKEN]) wrongNow = 'events';
        next[TOLD] += events - state[TAKEN];
        next[TAKEN] = events;
        return go(state[TICK] < ticks ? PREPARE : OVER);
      }
    }
  }

  /**
   * Gives a part to the worker of slice `s`. A worker that sees another memory (`pc` is IDLE) reaches no barrier of
   * this one.
   */
  function hand(state: Uint8Array, s: number, pc: number): void {
    state[s + PC] = pc;
    state[s + LEG] = 0;
    state[s + BEFORE] = 0;
    state[s + AT] = state[TICK];
    state[s + OPEN] = 1;
  }

  /** All workers that are ready work from now on, and the slices are cut again. */
  function muster(state: Uint8Array): void {
    const front = BUFFER0 + (state[TICK] & 1);
    for (const s of slices) {
      const old = state[s + SEAT] === BEHIND && mutant === 'takes in who sees an old memory';
      if (state[s + SEAT] !== THERE && !old) continue;
      const ready = whole(state, front, state[TICK]);
      state[s + SEAT] = WORKS;
      for (const column of [BUFFER0, BUFFER1, SCRATCH]) state[s + column] = DIRTY;
      if (ready) state[s + front] = state[TICK];
    }
  }

  /** Makes the steps of a thread that starts in place of a lost one. */
  function begin(state: Uint8Array, s: number, to: (next: Uint8Array) => void): void {
    const next = state.slice();
    const seat = state[s + SEAT];
    if (seat === STARTS && mutant === 'puts nobody where one was lost') return;
    if (seat === STARTS || seat === BEHIND) {
      next[s + SEAT] = THERE;
      to(next);
    } else if (seat === THERE && state[PLACE] === WAIT && state[INTERRUPT] === 0) {
      next[INTERRUPT] = 1;
      if (mutant === 'gives a part in the middle of a run') {
        muster(next);
        hand(next, s, LOOK);
      }
      to(next);
    }
  }

  /** Replaces the memory. The new memory contains only what was copied. */
  function renew(state: Uint8Array): void {
    const goal = state[GOAL];
    const front = BUFFER0 + (goal & 1);
    for (const s of slices) {
      if (state[s + SEAT] === WORKS && state[s + COPIED] !== goal) wrongNow = 'torn';
      state[s + BUFFER0] = DIRTY;
      state[s + BUFFER1] = DIRTY;
      state[s + SCRATCH] = DIRTY;
      state[s + front] = state[s + COPIED];
      state[s + COPIED] = 0;
      if (state[s + SEAT] !== WORKS) state[s + front] = DIRTY;
    }
    state[TICK] = goal;
    state[INTERRUPT] = 0;
    state[EVENTS0] = 0;
    state[EVENTS1] = 0;
    state[EVENTS0 + (goal & 1)] = state[NEW_EVENTS];
    state[TAKEN] = state[NEW_TAKEN];
    state[GOAL] = 0;
    state[NEW_EVENTS] = 0;
    state[NEW_TAKEN] = 0;
  }

  /** Starts another thread in place of a lost one; survivors stay. */
  function seat(state: Uint8Array, s: number): void {
    state[s + LOST] = 0;
    if (state[s + SEAT] === THERE && fresh) state[s + SEAT] = BEHIND;
    if (state[s + OPEN] === 0) return;
    if (state[s + PC] !== GONE) {
      // A zombie: it continues in the memory it knows, and may answer.
      state[s + GHOST] = 1;
      if (!fresh) state.copyWithin(s + Z, s + PC, s + OPEN);
    }
    state[s + PC] = IDLE;
    state[s + OPEN] = 0;
    state[s + SEAT] = STARTS;
    for (const column of [LEG, BEFORE, AT]) state[s + column] = 0;
  }

  return {
    start,
    steps(state, to) {
      supervise(state, (next) => to(next, false));
      for (const s of slices) {
        begin(state, s, (next) => to(next, false));
        const pc = state[s + PC];
        if (pc !== IDLE && pc !== GONE) work(state, s, 0, (next) => to(next, false));
        if (state[s + Z] !== GONE) work(state, s, Z, (next) => to(next, false));
        if (state[s + GHOST] === 1) {
          const next = state.slice();
          next[s + GHOST] = 0;
          if (mutant === 'takes a late answer for that of the next one') next[s + OPEN] = 0;
          to(next, true);
        }
        if (pc === IDLE || pc === GONE || state[s + OPEN] === 0) continue;
        if (state[CRASHES] > 0) {
          const next = state.slice();
          next[CRASHES]--;
          next[s + PC] = GONE;
          to(next, true);
        }
        if (state[ZOMBIES] > 0 && state[s + LOST] === 0) {
          const next = state.slice();
          next[ZOMBIES]--;
          next[s + LOST] = 1;
          to(next, true);
        }
      }
    },
    wrong(state) {
      if (wrongNow !== undefined) return wrongNow;
      if (state[PLACE] !== OVER) return undefined;
      if (!whole(state, BUFFER0 + (ticks & 1), ticks)) return 'torn';
      return state[TOLD] === ticks ? undefined : 'events';
    },
    final: (state) => state[PLACE] === OVER,
    key(state) {
      // The order of the slices does not matter.
      const parts = slices.map((s) => String.fromCharCode(...state.subarray(s, s + SLICE))).sort();
      return String.fromCharCode(...state.subarray(0, HEAD)) + parts.join('');
    },
  };
}
