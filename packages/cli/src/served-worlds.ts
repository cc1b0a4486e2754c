import {
  command,
  createWorld,
  measure,
  parseScenarioText,
  query,
  restore,
  snapshot,
  stateHash,
  takeEvents,
  tick,
  type World,
  type WorldEvent,
} from '@skein/core';
import { MAX_WORKERS, show } from '@skein/core/basics';
import { checkTicks, checkWhole, innerOf } from '@skein/core/internal';
import type { Law } from '@skein/core/laws';
import type { Team } from '@skein/worker';
import { agentColumns, columnNames } from './agent-columns.ts';
import { JsonSource } from './json-source.ts';
import { ServeError } from './serve-error.ts';
import {
  type ArrayType,
  type Frame,
  frameOf,
  partsOf,
  readArrays,
  type SentArray,
} from './serve-frames.ts';

/** The most worlds that a server holds at a time. */
export const MAX_WORLDS = 256;
/** The most events that wait for a client in each world. */
export const MAX_WAITING_EVENTS = 100_000;
/** The most events in an answer. Each has less than 1 kB: no name in it is longer than 64 characters. */
export const MAX_SENT_EVENTS = 10_000;
/** After this time, a run on this thread checks whether the client is still there, in ms. */
const SLICE_MS = 100;

interface Served {
  readonly world: World;
  readonly team: Team | undefined;
  events: WorldEvent[];
}

type Answer = Uint8Array | Promise<Uint8Array>;

/**
 * The worlds of one client, and what it can ask of them. Each method that is named after a request returns the frame of
 * its answer.
 */
export class ServedWorlds implements AsyncDisposable {
  readonly #worlds = new Map<number, Served>();
  readonly #signal: AbortSignal;
  #last = 0;

  /** @param signal aborts runs when the client is gone */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Answers a request. Answers at once where it can: a promise would take as long as a small world's tick. */
  answer(frame: Frame): Answer {
    const { do: name, forget } = frame.header;
    if (Array.isArray(forget)) for (const world of forget) void this.#drop(world);
    switch (name) {
      case 'create':
        return this.#create(frame);
      case 'restore':
        return this.#add(restore(frame.payload, optionsOf(frame.header)), frame.header);
      case 'step':
        return this.#step(frame);
      case 'read': {
        const { world } = this.#of(frame);
        return frameOf({ tick: world.tick }, agentColumns(world, frame.header.read));
      }
      case 'command':
        return this.#command(frame);
      case 'measure':
        return this.#measure(frame);
      case 'query':
        return this.#query(frame);
      case 'events': {
        const served = this.#of(frame);
        const waiting = served.events.slice(-MAX_WAITING_EVENTS);
        served.events = waiting.slice(MAX_SENT_EVENTS);
        const events = waiting.slice(0, MAX_SENT_EVENTS);
        return frameOf({ events, left: served.events.length });
      }
      case 'hash':
        return frameOf({ hash: stateHash(this.#of(frame).world) });
      case 'snapshot':
        return frameOf({}, snapshot(this.#of(frame).world));
      case 'close':
        return this.#close(frame);
    }
    const expected =
      'create, restore, step, read, command, measure, query, events, hash, snapshot or close';
    throw new ServeError('REQUEST_INVALID', '$.do', show(name), expected);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { team } of this.#worlds.values()) await team?.dispose();
    this.#worlds.clear();
  }

  #of({ header }: Frame): Served {
    const served = this.#worlds.get(header.world as number);
    if (served !== undefined) return served;
    throw new ServeError('REQUEST_INVALID', '$.world', show(header.world), 'the number of a world');
  }

  #create({ header, payload }: Frame): Promise<Uint8Array> | Uint8Array {
    const { laws, seed } = header;
    const scenario = parseScenarioText(new JsonSource(payload.toString('utf8')).plain, {
      ...(laws !== undefined && { laws: laws as readonly Law[] }),
    });
    const options = { ...optionsOf(header), ...(seed !== undefined && { seed: seed as number }) };
    return this.#add(createWorld(scenario, options), header);
  }

  #add(world: World, { workers }: Frame['header']): Answer {
    if (this.#worlds.size >= MAX_WORLDS) {
      const expected = `at most ${MAX_WORLDS}; close worlds that are no longer used`;
      throw new ServeError('WORLDS_FULL', '$', `${MAX_WORLDS} worlds`, expected);
    }
    if (workers === undefined) return this.#keep({ world, team: undefined, events: [] });
    return this.#addTeam(world, workers as number);
  }

  async #addTeam(world: World, workers: number): Promise<Uint8Array> {
    // Most clients need no threads, which take longer to load than a small world takes to make.
    const { createTeam } = await import('@skein/worker');
    const team = await createTeam(world, { workers });
    const served: Served = { world, team, events: [] };
    team.on('event', (event) => {
      served.events.push(event);
      // In blocks: to remove one after the other would move all that remain.
      if (served.events.length < 2 * MAX_WAITING_EVENTS) return;
      served.events = served.events.slice(-MAX_WAITING_EVENTS);
    });
    for (const type of ['warning', 'fault'] as const) {
      team.on(type, (value) => {
        const text = typeof value === 'string' ? value : value.error.message;
        process.stderr.write(`skein: ${text}\n`);
      });
    }
    return this.#keep(served);
  }

  #keep(served: Served): Uint8Array {
    const { world } = served;
    const { scenario, count, kernel } = world;
    const { ids, columns } = innerOf(world).plan;
    const number = ++this.#last;
    this.#worlds.set(number, served);
    return frameOf({
      world: number,
      tick: world.tick,
      name: scenario.name,
      dimensions: scenario.dimensions,
      dt: scenario.dt,
      seed: scenario.seed,
      count,
      indexMask: ids.indexMask,
      bounds: scenario.bounds ?? { type: 'open' },
      kernel,
      species: scenario.species.map(({ name }) => name),
      columns: columnNames(world),
      ranges: Object.fromEntries(
        columns.map(({ name, type, min, max }) => [name, { type, min, max }]),
      ),
    });
  }

  #step(frame: Frame): Answer {
    const served = this.#of(frame);
    const { world, team } = served;
    const { ticks, read = [] } = frame.header;
    // Before the first step: a wrong request steps nothing.
    checkWhole(ticks as number);
    checkTicks(innerOf(world), ticks as number);
    partsOf({ tick: world.tick + (ticks as number) }, agentColumns(world, read));
    const answer = (): Uint8Array => frameOf({ tick: world.tick }, agentColumns(world, read));
    if (team === undefined) {
      const left = stepSlice(served, ticks as number);
      return left === 0 ? answer() : this.#stepOn(served, left).then(answer);
    }
    if (ticks === 0) return answer();
    return team.run(ticks as number, { signal: this.#signal }).then(answer);
  }

  async #stepOn(served: Served, ticks: number): Promise<void> {
    for (let left = ticks; left > 0 && !this.#signal.aborted; ) {
      await new Promise((resolve) => setImmediate(resolve));
      left = stepSlice(served, left);
    }
  }

  #command(frame: Frame): Answer {
    const { world, team } = this.#of(frame);
    const input = { ...(frame.header.command as object), ...readArrays(frame) } as never;
    const answer = (): Uint8Array => frameOf({ tick: world.tick });
    if (team !== undefined) return team.command(input).then(answer);
    command(world, input);
    return answer();
  }

  #measure(frame: Frame): Answer {
    const { world, team } = this.#of(frame);
    const measures = frame.header.measures as readonly string[];
    const answer = (values: Float64Array): Uint8Array => frameOf({}, [sent('values', values)]);
    return team === undefined
      ? answer(measure(world, measures))
      : team.measure(measures).then(answer);
  }

  #query(frame: Frame): Answer {
    const { world, team } = this.#of(frame);
    const request = { ...(frame.header.query as object), ...readArrays(frame) } as never;
    const answer = (found: object): Uint8Array =>
      frameOf(
        {},
        Object.entries(found).flatMap(([name, value]) =>
          ArrayBuffer.isView(value) ? [sent(name, value as Float32Array)] : [],
        ),
      );
    return team === undefined ? answer(query(world, request)) : team.query(request).then(answer);
  }

  #close(frame: Frame): Answer {
    this.#of(frame);
    return this.#drop(frame.header.world)?.then(() => frameOf({})) ?? frameOf({});
  }

  /** Forgets a world, if it is there. Returns a promise if it has threads to end. */
  #drop(world: unknown): Promise<void> | undefined {
    const served = this.#worlds.get(world as number);
    this.#worlds.delete(world as number);
    return served?.team?.dispose();
  }
}

/** Returns the options of a world. Without a team, its memory is not shared, and has room for one worker. */
function optionsOf({ workers, kernel }: Frame['header']) {
  const isCount = Number.isInteger(workers) && (workers as number) >= 1;
  if (workers !== undefined && !(isCount && (workers as number) <= MAX_WORKERS)) {
    const expected = `a whole number from 1 to ${MAX_WORKERS}`;
    throw new ServeError('REQUEST_INVALID', '$.workers', show(workers), expected);
  }
  return {
    maxWorkers: (workers as number | undefined) ?? 1,
    ...(workers === undefined && { shared: false }),
    ...(kernel !== undefined && { kernel: kernel as 'auto' }),
  };
}

/** Steps a world on this thread for about SLICE_MS, and returns how many ticks are left. */
function stepSlice(served: Served, ticks: number): number {
  const { world } = served;
  const end = performance.now() + SLICE_MS;
  let left = ticks;
  while (left > 0) {
    tick(world);
    left--;
    if (left > 0 && performance.now() >= end) break;
  }
  keepEvents(served, takeEvents(world));
  return left;
}

/** Adds events to those that wait, and forgets the oldest of too many. */
function keepEvents(served: Served, events: readonly WorldEvent[]): void {
  if (events.length === 0) return;
  served.events = served.events.concat(events).slice(-MAX_WAITING_EVENTS);
}

function sent(name: string, values: Float32Array | Uint32Array | Uint8Array | Float64Array) {
  const types: Readonly<Record<string, ArrayType>> = {
    Float32Array: 'f4',
    Uint32Array: 'u4',
    Uint8Array: 'u1',
    Float64Array: 'f8',
  };
  const column: SentArray = {
    note: [name, types[values.constructor.name], [values.length]],
    write: (target) => target.set(values),
  };
  return column;
}
