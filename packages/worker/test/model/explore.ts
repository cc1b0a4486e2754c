/** A system of states and steps. States are small arrays of bytes; equal bytes are the same state. */
export interface System {
  readonly start: Uint8Array;
  /** Calls `to` with each state that one step leads to. `fault` says that the step is a fault, not progress. */
  steps(state: Uint8Array, to: (next: Uint8Array, fault: boolean) => void): void;
  /** Describes the error of a forbidden state; undefined for all other states. */
  wrong(state: Uint8Array): string | undefined;
  /** Whether the system may end in this state. */
  final(state: Uint8Array): boolean;
  /** A text that is the same for equivalent states. */
  key(state: Uint8Array): string;
}

export interface Explored {
  readonly states: number;
  /** The result of `wrong`, or `deadlock`, or `livelock`; undefined if there is no failure. */
  readonly failure: string | undefined;
}

/**
 * Visits every state, breadth first. A deadlock is a state that is not final and has no next state. A livelock is a
 * state from which no final state can be reached. Faults are not progress: the system must never have to wait for
 * one.
 */
export function explore(system: System): Explored {
  const numbers = new Map<string, number>();
  const states: Uint8Array[] = [];
  const before: number[][] = [];
  const done: boolean[] = [];
  const numberOf = (state: Uint8Array): number => {
    const key = system.key(state);
    let number = numbers.get(key);
    if (number === undefined) {
      number = states.push(state) - 1;
      numbers.set(key, number);
      before.push([]);
      done.push(system.final(state));
    }
    return number;
  };
  numberOf(system.start);
  for (let at = 0; at < states.length; at++) {
    const state = states[at];
    const failure = system.wrong(state);
    if (failure !== undefined) return { states: states.length, failure };
    let goesOn = false;
    system.steps(state, (next, fault) => {
      const number = numberOf(next);
      if (fault) return;
      goesOn = true;
      if (number !== at) before[number].push(at);
    });
    if (!goesOn && !done[at]) return { states: states.length, failure: 'deadlock' };
  }
  const open = [...done.keys()].filter((number) => done[number]);
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    for (const earlier of before[number]) {
      if (done[earlier]) continue;
      done[earlier] = true;
      open.push(earlier);
    }
  }
  return { states: states.length, failure: done.includes(false) ? 'livelock' : undefined };
}
