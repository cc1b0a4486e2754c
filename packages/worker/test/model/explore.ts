/** A system of states and steps. States are small arrays of bytes; equal bytes are the same state. */
export interface System {
  readonly start: Uint8Array;
  /** Calls `to` with each state that one step leads to; `fault` when the step is no progress. */
  steps(state: Uint8Array, to: (next: Uint8Array, fault: boolean) => void): void;
  /** What is wrong with a state that must never be; undefined for all others. */
  wrong(state: Uint8Array): string | undefined;
  /** Whether the system may rest here. */
  final(state: Uint8Array): boolean;
  /** One text for states that differ only in what does not matter. */
  key(state: Uint8Array): string;
}

export interface Explored {
  readonly states: number;
  /** What `wrong` said, `deadlock`, or `livelock`; undefined when nothing is. */
  readonly failure: string | undefined;
}

/**
 * Visits every state, breadth first. A deadlock is a state without a next one that is not final; a
 * livelock one from which no final state can be reached. Faults are no progress: nobody may have to
 * wait for one.
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
