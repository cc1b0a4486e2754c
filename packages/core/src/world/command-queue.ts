import type { CommandNumbers } from '../commands/define-command.ts';
import { definitionOf } from '../commands/index.ts';
import { CommandError } from '../errors.ts';
import type { Command, Scenario } from '../scenario/schema.ts';
import { CommandColumns, type CommandRoom } from './command-columns.ts';
import { WORD } from './layout.ts';
import type { Plan } from './plan.ts';
import { countsOf, MAX_PENDING_COMMANDS } from './sizes.ts';
import type { SharedWorld } from './world.ts';

/**
 * The commands whose step is still to come. The host keeps them all; shared memory has a window of them, those of the
 * next ticks, so that a run ends where the window does and continues with the next one.
 */
export class CommandQueue {
  readonly #scenario: Scenario;
  readonly #plan: Plan;
  /** What one window has room for: the commands of a tick at most. */
  readonly #room: CommandRoom;
  /** In the order in which they were given; by tick once they are sorted. */
  #pending = new CommandColumns();
  #isSorted = true;
  /** Before it, the window holds all commands; -1 when it has to be written again. */
  #windowEnd = -1;
  /** What was last written into shared memory: the first `count` of these. */
  #window = { of: this.#pending, count: 0 };
  /** What the commands of one tick take, for the next that is given. */
  #taken: CommandRoom & { readonly tick: number } = { tick: -1, ...NO_ROOM };

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
    return [...this.#pending.commands];
  }

  /**
   * Takes other commands in place of all that are pending.
   *
   * @throws CommandError COMMANDS_FULL when they are too many in all, or for one tick
   */
  replace(pending: readonly Command[]): void {
    if (pending.length > MAX_PENDING_COMMANDS)
      throw full(`${pending.length} commands pending`, MAX_PENDING_COMMANDS);
    this.#pending = new CommandColumns();
    for (const command of pending) this.#pending.add(command, this.#encode(command));
    this.#isSorted = false;
    this.#windowEnd = -1;
    this.#taken = { tick: -1, ...NO_ROOM };
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
    if (this.#pending.length >= MAX_PENDING_COMMANDS) this.#drop(tick);
    const count = this.#pending.length + 1;
    if (count > MAX_PENDING_COMMANDS) throw full(`${count} commands pending`, MAX_PENDING_COMMANDS);
    const before = this.#taken.tick === tick ? this.#taken : this.#roomOfTick(tick);
    const numbers = this.#encode(command);
    const taken = {
      tick,
      commands: before.commands + 1,
      places: before.places + numbers.places.length,
      values: before.values + numbers.values.length,
    };
    this.#checkRoom(taken);
    this.#taken = taken;
    const last = this.#pending.length - 1;
    if (last >= 0 && this.#pending.tickOf(last) > tick) this.#isSorted = false;
    this.#pending.add(command, numbers);
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
    const of = this.#pending;
    const count = this.#windowCount();
    of.writeInto(constants, count);
    control.word[WORD.commandCount] = count;
    this.#window = { of, count };
    this.#windowEnd = count < of.length ? of.tickOf(count) : Number.POSITIVE_INFINITY;
    return this.#windowEnd;
  }

  /** Whether shared memory holds what was last written there, as far as a step is still to read it. */
  isIntact({ constants, control, frontTick }: SharedWorld): boolean {
    if (frontTick >= this.#windowEnd) return true;
    const { of, count } = this.#window;
    if (control.word[WORD.commandCount] !== count) return false;
    let first = 0;
    while (first < count && of.tickOf(first) < frontTick) first++;
    return of.isIn(constants, first, count);
  }

  #encode(command: Command): CommandNumbers {
    return definitionOf(command.type).encode(command, this.#scenario, this.#plan);
  }

  /** Drops the commands of the ticks before one. */
  #drop(tick: number): void {
    this.#sort();
    let first = 0;
    while (first < this.#pending.length && this.#pending.tickOf(first) < tick) first++;
    if (first > 0) this.#pending = this.#pending.from(first);
  }

  /** By tick. Sorting is stable: those of a tick keep their order. */
  #sort(): void {
    if (!this.#isSorted) this.#pending = this.#pending.sorted();
    this.#isSorted = true;
  }

  /** How many commands from the first one on fit the window: all of a tick, or none. */
  #windowCount(): number {
    for (let begin = 0; begin < this.#pending.length; ) {
      const end = this.#endOfTick(begin);
      if (this.#excess(this.#pending.roomOf(0, end)) !== undefined) return begin;
      begin = end;
    }
    return this.#pending.length;
  }

  #endOfTick(begin: number): number {
    const tick = this.#pending.tickOf(begin);
    let end = begin + 1;
    while (end < this.#pending.length && this.#pending.tickOf(end) === tick) end++;
    return end;
  }

  #roomOfTick(tick: number): CommandRoom {
    let taken = NO_ROOM;
    for (let index = 0; index < this.#pending.length; index++) {
      if (this.#pending.tickOf(index) !== tick) continue;
      const { commands, places, values } = this.#pending.roomOf(index, index + 1);
      taken = {
        commands: taken.commands + commands,
        places: taken.places + places,
        values: taken.values + values,
      };
    }
    return taken;
  }

  /** @throws CommandError COMMANDS_FULL */
  #checkTicks(): void {
    for (let begin = 0; begin < this.#pending.length; ) {
      const end = this.#endOfTick(begin);
      this.#checkRoom(this.#pending.roomOf(begin, end));
      begin = end;
    }
  }

  /** @throws CommandError COMMANDS_FULL */
  #checkRoom(taken: CommandRoom): void {
    const excess = this.#excess(taken);
    if (excess === undefined) return;
    throw full(`${taken[excess]} ${WHAT[excess]} in one tick`, this.#room[excess]);
  }

  #excess(taken: CommandRoom): keyof CommandRoom | undefined {
    return (['commands', 'places', 'values'] as const).find((key) => taken[key] > this.#room[key]);
  }
}

const NO_ROOM: CommandRoom = { commands: 0, places: 0, values: 0 };

const WHAT = {
  commands: 'commands',
  places: 'ids and indices of commands',
  values: 'numbers of commands',
} as const;

function full(found: string, most: number): CommandError {
  const expected = `at most ${most}`;
  const problems = [{ path: '$', found, expected }];
  return new CommandError('COMMANDS_FULL', `Found ${found}, expected ${expected}.`, problems);
}
