import type { CommandNumbers } from '../commands/define-command.ts';
import { COMMAND } from '../commands/records.ts';
import type { Command } from '../scenario/schema.ts';
import type { Constants } from './layout.ts';

/** What some commands take in the command window in shared memory. */
export interface CommandCounts {
  readonly commands: number;
  /** The number of ids and indices of the commands. */
  readonly places: number;
  readonly values: number;
}

type Rows = 'commandTick' | 'commandKind' | 'commandPlaceEnd' | 'commandValueEnd';
type Window = Pick<Constants, Rows | 'commandPlace' | 'commandValue'>;

/**
 * Commands, and the numbers that encode them, in the order in which the commands were added. The numbers are in
 * columns, as in shared memory. So thousands of commands can be written to shared memory in a few copy operations.
 */
export class CommandColumns {
  #commands: Command[] = [];
  #tick = new Uint32Array(FEW);
  #kind = new Uint32Array(FEW);
  /**
   * The numbers of a command are one range of `#places` (ids, indices and counts) and one range of `#values`. For
   * each command, these arrays hold the ends of both ranges. An end is the first index after its range.
   */
  #placeEnd = new Uint32Array(FEW);
  #valueEnd = new Uint32Array(FEW);
  #places = new Uint32Array(FEW);
  #values = new Float32Array(FEW);

  get length(): number {
    return this.#commands.length;
  }

  get commands(): readonly Command[] {
    return this.#commands;
  }

  tickOf(index: number): number {
    return this.#tick[index];
  }

  /** What the commands [begin, end) take in the command window. */
  countsOf(begin: number, end: number): CommandCounts {
    return {
      commands: end - begin,
      places: endBefore(this.#placeEnd, end) - endBefore(this.#placeEnd, begin),
      values: endBefore(this.#valueEnd, end) - endBefore(this.#valueEnd, begin),
    };
  }

  add(command: Command, { places, values }: CommandNumbers): void {
    const index = this.length;
    const placeEnd = endBefore(this.#placeEnd, index) + places.length;
    const valueEnd = endBefore(this.#valueEnd, index) + values.length;
    this.#tick = withLength(this.#tick, index + 1);
    this.#kind = withLength(this.#kind, index + 1);
    this.#placeEnd = withLength(this.#placeEnd, index + 1);
    this.#valueEnd = withLength(this.#valueEnd, index + 1);
    this.#places = withLength(this.#places, placeEnd);
    this.#values = withLength(this.#values, valueEnd);
    this.#tick[index] = command.tick;
    this.#kind[index] = COMMAND[command.type].kind;
    this.#placeEnd[index] = placeEnd;
    this.#valueEnd[index] = valueEnd;
    copyInto(this.#places, placeEnd - places.length, places);
    copyInto(this.#values, valueEnd - values.length, values);
    this.#commands.push(command);
  }

  /** Copies the commands with index `first` and higher into new columns. */
  from(first: number): CommandColumns {
    const { places, values } = this.countsOf(0, first);
    const { length } = this;
    const all = this.countsOf(0, length);
    const rest = new CommandColumns();
    rest.#commands = this.#commands.slice(first);
    rest.#tick = this.#tick.slice(first, length);
    rest.#kind = this.#kind.slice(first, length);
    rest.#placeEnd = this.#placeEnd.slice(first, length).map((end) => end - places);
    rest.#valueEnd = this.#valueEnd.slice(first, length).map((end) => end - values);
    rest.#places = this.#places.slice(places, all.places);
    rest.#values = this.#values.slice(values, all.values);
    return rest;
  }

  /** Returns a copy that is sorted by tick. The commands of a tick keep their order. */
  sorted(): CommandColumns {
    const order = Array.from(this.#commands.keys());
    order.sort((a, b) => this.#tick[a] - this.#tick[b]);
    const sorted = new CommandColumns();
    for (const index of order) sorted.#addOf(this, index);
    return sorted;
  }

  /** Writes the first `count` commands into shared memory. */
  writeInto(window: Window, count: number): void {
    const { places, values } = this.countsOf(0, count);
    window.commandTick.set(this.#tick.subarray(0, count));
    window.commandKind.set(this.#kind.subarray(0, count));
    window.commandPlaceEnd.set(this.#placeEnd.subarray(0, count));
    window.commandValueEnd.set(this.#valueEnd.subarray(0, count));
    window.commandPlace.set(this.#places.subarray(0, places));
    window.commandValue.set(this.#values.subarray(0, values));
  }

  /** Whether shared memory still holds the commands [begin, end) exactly as `writeInto` wrote them. */
  isIn(window: Window, begin: number, end: number): boolean {
    const places = this.countsOf(0, begin).places;
    const values = this.countsOf(0, begin).values;
    return (
      isEqual(window.commandTick, this.#tick, begin, end) &&
      isEqual(window.commandKind, this.#kind, begin, end) &&
      isEqual(window.commandPlaceEnd, this.#placeEnd, begin, end) &&
      isEqual(window.commandValueEnd, this.#valueEnd, begin, end) &&
      isEqual(window.commandPlace, this.#places, places, this.countsOf(0, end).places) &&
      isEqual(window.commandValue, this.#values, values, this.countsOf(0, end).values)
    );
  }

  #addOf(other: CommandColumns, index: number): void {
    const before = other.countsOf(0, index);
    const after = other.countsOf(0, index + 1);
    this.add(other.#commands[index], {
      places: other.#places.subarray(before.places, after.places),
      values: other.#values.subarray(before.values, after.values),
    });
  }
}

/**
 * The initial length of a column. Lists of at most this length are copied number by number, because the method `set` is
 * slower for short lists.
 */
const FEW = 64;

type Column = Uint32Array | Float32Array;

function endBefore(ends: Uint32Array, index: number): number {
  return index === 0 ? 0 : ends[index - 1];
}

function withLength<T extends Column>(column: T, length: number): T {
  if (length <= column.length) return column;
  const wider = new (column.constructor as new (length: number) => T)(2 * length);
  wider.set(column);
  return wider;
}

function copyInto(column: Column, at: number, numbers: ArrayLike<number>): void {
  if (numbers.length > FEW) column.set(numbers, at);
  else for (let k = 0; k < numbers.length; k++) column[at + k] = numbers[k];
}

function isEqual(column: Column, expected: Column, begin: number, end: number): boolean {
  for (let k = begin; k < end; k++) if (!Object.is(column[k], expected[k])) return false;
  return true;
}
