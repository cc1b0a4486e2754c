import { definitionOf } from '../commands/index.ts';
import { CommandError } from '../errors.ts';
import type { Command, Scenario } from '../scenario/schema.ts';
import { COMMAND } from './command-kinds.ts';
import { WORD } from './layout.ts';
import type { Plan } from './plan.ts';
import { countsOf, MAX_PENDING_COMMANDS } from './sizes.ts';
import type { SharedWorld } from './world.ts';

/** What is looked at of many commands stands here, where all of them are alike: that is several times as fast. */
interface Entry {
  readonly tick: number;
  readonly kind: number;
  readonly places: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly command: Command;
}

/** What commands take of the window in shared memory. */
interface Room {
  commands: number;
  places: number;
  values: number;
}

/**
 * The commands whose step is still to come. The host keeps them all; shared memory has a window of them, those of the
 * next ticks, so that a run ends where the window does and continues with the next one.
 */
export class CommandQueue {
  readonly #scenario: Scenario;
  readonly #plan: Plan;
  /** What one window has room for: the commands of a tick at most. */
  readonly #room: Readonly<Room>;
  /** In the order in which they were given; by tick once they are sorted. */
  #entries: Entry[] = [];
  #isSorted = true;
  /** Before it, the window holds all commands; -1 when it has to be written again. */
  #windowEnd = -1;
  /** What was last written into shared memory. */
  #window: readonly Entry[] = [];
  /** What the commands of one tick take, for the next that is given. */
  #taken: Room & { tick: number } = { tick: -1, commands: 0, places: 0, values: 0 };

  constructor(scenario: Scenario, plan: Plan, pending: readonly Command[]) {
    this.#scenario = scenario;
    this.#plan = plan;
    const { command, commandPlaceWord, commandValueWord } = countsOf(plan);
    this.#room = { commands: command, places: commandPlaceWord, values: commandValueWord };
    this.replace(pending);
  }

  /** The commands of the ticks from this one on, by tick; those of a tick in the order in which they were given. */
  from(tick: number): Command[] {
    this.#drop(tick);
    return this.#entries.map(({ command }) => command);
  }

  /**
   * Takes other commands in place of all that are pending.
   *
   * @throws CommandError COMMANDS_FULL when they are too many in all, or for one tick
   */
  replace(pending: readonly Command[]): void {
    if (pending.length > MAX_PENDING_COMMANDS)
      throw full(`${pending.length} commands pending`, MAX_PENDING_COMMANDS);
    this.#entries = pending.map((command) => this.#encode(command));
    this.#isSorted = false;
    this.#windowEnd = -1;
    this.#taken.tick = -1;
    this.#sort();
    this.#checkTicks();
  }

  /** @throws CommandError COMMANDS_FULL when commands are too many for the tick that they have */
  static check(scenario: Scenario, plan: Plan, commands: readonly Command[]): void {
    for (let begin = 0; begin < commands.length; begin += MAX_PENDING_COMMANDS / 2) {
      // Those of a tick at the end of one part are at the beginning of the next, as no tick has so many.
      const part = commands.slice(begin, begin + MAX_PENDING_COMMANDS);
      new CommandQueue(scenario, plan, part);
    }
  }

  /**
   * Adds a command of the present tick.
   *
   * @throws CommandError COMMANDS_FULL when there is no room for it in all, or in its tick
   */
  add(command: Command): void {
    const { tick } = command;
    if (this.#entries.length >= MAX_PENDING_COMMANDS) this.#drop(tick);
    const count = this.#entries.length + 1;
    if (count > MAX_PENDING_COMMANDS) throw full(`${count} commands pending`, MAX_PENDING_COMMANDS);
    if (this.#taken.tick !== tick) {
      this.#taken = { tick, ...takenBy(this.#entries.filter((one) => one.tick === tick)) };
    }
    const entry = this.#encode(command);
    const taken = {
      tick,
      commands: this.#taken.commands + 1,
      places: this.#taken.places + entry.places.length,
      values: this.#taken.values + entry.values.length,
    };
    this.#checkRoom(taken);
    this.#taken = taken;
    const last = this.#entries.at(-1);
    if (last !== undefined && last.tick > tick) this.#isSorted = false;
    this.#entries.push(entry);
    this.#windowEnd = -1;
  }

  /**
   * Writes the commands of the next ticks into shared memory, unless they are there.
   *
   * @returns the tick at which a run has to stop, as the commands from there on are not in memory
   */
  write(world: SharedWorld): number {
    const { constants, control, frontTick } = world;
    if (frontTick < this.#windowEnd) return this.#windowEnd;
    this.#drop(frontTick);
    const end = this.#windowEndIndex();
    let places = 0;
    let values = 0;
    this.#window = this.#entries.slice(0, end);
    for (let index = 0; index < end; index++) {
      const entry = this.#entries[index];
      writePlaces(constants.commandPlace, places, entry.places);
      writeValues(constants.commandValue, values, entry.values);
      places += entry.places.length;
      values += entry.values.length;
      constants.commandTick[index] = entry.tick;
      constants.commandKind[index] = entry.kind;
      constants.commandPlaceEnd[index] = places;
      constants.commandValueEnd[index] = values;
    }
    control.word[WORD.commandCount] = end;
    this.#windowEnd = this.#entries[end]?.tick ?? Number.POSITIVE_INFINITY;
    return this.#windowEnd;
  }

  /** Whether shared memory holds what was last written there, as far as a step is still to read it. */
  isIntact({ constants, control, frontTick }: SharedWorld): boolean {
    if (frontTick >= this.#windowEnd) return true;
    if (control.word[WORD.commandCount] !== this.#window.length) return false;
    let place = 0;
    let value = 0;
    return this.#window.every(({ tick, kind, places, values }, index) => {
      const [firstPlace, firstValue] = [place, value];
      place += places.length;
      value += values.length;
      return (
        tick < frontTick ||
        (constants.commandTick[index] === tick &&
          constants.commandKind[index] === kind &&
          constants.commandPlaceEnd[index] === place &&
          constants.commandValueEnd[index] === value &&
          isAt(constants.commandPlace, firstPlace, Uint32Array.from(places)) &&
          isAt(constants.commandValue, firstValue, Float32Array.from(values)))
      );
    });
  }

  #encode(command: Command): Entry {
    const { tick, type } = command;
    const { places, values } = definitionOf(type).encode(command, this.#scenario, this.#plan);
    return { tick, kind: COMMAND[type], places, values, command };
  }

  /** Drops the commands of the ticks before one. */
  #drop(tick: number): void {
    this.#sort();
    const first = this.#entries.findIndex((one) => one.tick >= tick);
    if (first !== 0) this.#entries = first < 0 ? [] : this.#entries.slice(first);
  }

  /** By tick. Sorting is stable: those of a tick keep their order. */
  #sort(): void {
    if (!this.#isSorted) this.#entries.sort((a, b) => a.tick - b.tick);
    this.#isSorted = true;
  }

  /** How many entries from the first one on fit the window: all of a tick, or none. */
  #windowEndIndex(): number {
    const taken: Room = { commands: 0, places: 0, values: 0 };
    for (let begin = 0; begin < this.#entries.length; ) {
      const end = this.#endOfTick(begin);
      for (let index = begin; index < end; index++) add(taken, this.#entries[index]);
      if (this.#excess(taken) !== undefined) return begin;
      begin = end;
    }
    return this.#entries.length;
  }

  #endOfTick(begin: number): number {
    const { tick } = this.#entries[begin];
    let end = begin + 1;
    while (end < this.#entries.length && this.#entries[end].tick === tick) end++;
    return end;
  }

  /** @throws CommandError COMMANDS_FULL */
  #checkTicks(): void {
    for (let begin = 0; begin < this.#entries.length; ) {
      const end = this.#endOfTick(begin);
      this.#checkRoom(takenBy(this.#entries.slice(begin, end)));
      begin = end;
    }
  }

  /** @throws CommandError COMMANDS_FULL */
  #checkRoom(taken: Room): void {
    const excess = this.#excess(taken);
    if (excess === undefined) return;
    throw full(`${taken[excess]} ${WHAT[excess]} in one tick`, this.#room[excess]);
  }

  #excess(taken: Room): keyof Room | undefined {
    return (['commands', 'places', 'values'] as const).find((key) => taken[key] > this.#room[key]);
  }
}

/** Numbers that are written one by one: `set` takes longer for so few. */
const FEW = 64;

function writePlaces(words: Uint32Array, at: number, numbers: ArrayLike<number>): void {
  if (numbers.length > FEW) words.set(numbers, at);
  else for (let k = 0; k < numbers.length; k++) words[at + k] = numbers[k];
}

function writeValues(words: Float32Array, at: number, numbers: ArrayLike<number>): void {
  if (numbers.length > FEW) words.set(numbers, at);
  else for (let k = 0; k < numbers.length; k++) words[at + k] = numbers[k];
}

function isAt(words: ArrayLike<number>, at: number, expected: ArrayLike<number>): boolean {
  return Array.from(expected).every((word, k) => Object.is(words[at + k], word));
}

const WHAT = {
  commands: 'commands',
  places: 'ids and indices of commands',
  values: 'numbers of commands',
} as const;

function takenBy(entries: readonly Entry[]): Room {
  const taken: Room = { commands: 0, places: 0, values: 0 };
  for (const entry of entries) add(taken, entry);
  return taken;
}

function add(taken: Room, { places, values }: Entry): void {
  taken.commands++;
  taken.places += places.length;
  taken.values += values.length;
}

function full(found: string, most: number): CommandError {
  const expected = `at most ${most}`;
  const problems = [{ path: '$', found, expected }];
  return new CommandError('COMMANDS_FULL', `Found ${found}, expected ${expected}.`, problems);
}
