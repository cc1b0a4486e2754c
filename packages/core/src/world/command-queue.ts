import type { CommandNumbers, Scene } from '../commands/define-command.ts';
import { definitionOf } from '../commands/index.ts';
import { CommandError } from '../errors.ts';
import type { Command, Scenario } from '../scenario/schema.ts';
import { CommandColumns, type CommandCounts } from './command-columns.ts';
import { type Constants, type Control, WORD } from './layout.ts';
import type { Plan } from './plan.ts';
import { historyOf } from './ring.ts';
import { countsOf, MAX_PENDING_COMMANDS } from './sizes.ts';

/** The part of a world that holds the command window. */
interface Windowed {
  readonly constants: Constants;
  readonly control: Control;
  readonly frontTick: number;
}

/**
 * The commands that no step has executed yet. The host keeps all of them. Shared memory holds a window with the
 * commands of the next ticks. A run stops where the window ends, and continues after the next window is written.
 */
export class CommandQueue {
  readonly #scene: Scene;
  /** The capacity of the window in shared memory. The commands of one tick must fit into it. */
  readonly #limits: CommandCounts;
  /** The pending commands. They are in the order in which they were given, until they are sorted by tick. */
  #pending = new CommandColumns();
  #isSorted = true;
  /** The commands of the last `#history` ticks, which steps have executed. A world that goes back executes them again. */
  #executed: Command[] = [];
  readonly #history: number;
  /**
   * The first tick whose commands may be missing in the window. All commands of earlier ticks are in the window. The
   * value -1 means that the window must be written again.
   */
  #windowEnd = -1;
  /**
   * Says which commands were last written to shared memory: the first `count` commands of a list. The key `of` holds
   * this list.
   */
  #window = { of: this.#pending, count: 0 };
  /**
   * What the pending commands of one tick take in the command window. It is kept so that the next command of
   * that tick can be checked quickly.
   */
  #taken: CommandCounts & { readonly tick: number } = { tick: -1, ...NO_COUNTS };

  constructor(scenario: Scenario, plan: Plan, pending: readonly Command[]) {
    this.#scene = { ...scenario, largestRadius: plan.largestRadius };
    const { command, commandPlaceWord, commandValueWord } = countsOf(plan);
    this.#history = historyOf(plan);
    this.#limits = { commands: command, places: commandPlaceWord, values: commandValueWord };
    this.replace(pending);
  }

  /**
   * Returns the commands of the given tick and of later ticks, sorted by tick. The commands of one tick are in the
   * order in which they were given.
   */
  from(tick: number): Command[] {
    this.#drop(tick);
    return [...this.#pending.commands];
  }

  /**
   * Replaces all pending commands.
   *
   * @throws CommandError COMMANDS_FULL when there are too many commands in all, or in one tick
   */
  replace(pending: readonly Command[]): void {
    if (pending.length > MAX_PENDING_COMMANDS)
      throw full(`${pending.length} commands pending`, MAX_PENDING_COMMANDS);
    this.#pending = new CommandColumns();
    this.#executed = [];
    for (const command of pending) this.#pending.add(command, this.#encode(command));
    this.#isSorted = false;
    this.#windowEnd = -1;
    this.#taken = { tick: -1, ...NO_COUNTS };
    this.#sort();
    this.#checkTicks();
  }

  /**
   * Checks that the command window in shared memory has room for the commands of each tick of a scenario.
   *
   * @throws CommandError COMMANDS_FULL when a tick has too many commands
   */
  static check(scenario: Scenario, plan: Plan, commands: readonly Command[]): void {
    for (let begin = 0; begin < commands.length; begin += MAX_PENDING_COMMANDS / 2) {
      // Parts overlap by half, so one part always holds all the commands of a tick.
      const part = commands.slice(begin, begin + MAX_PENDING_COMMANDS);
      new CommandQueue(scenario, plan, part);
    }
  }

  /**
   * Adds a command for the current tick.
   *
   * @throws CommandError COMMANDS_FULL when too many commands are pending, or the current tick has too many commands
   */
  add(command: Command): void {
    const { tick } = command;
    if (this.#pending.length >= MAX_PENDING_COMMANDS) this.#drop(tick);
    const count = this.#pending.length + 1;
    if (count > MAX_PENDING_COMMANDS) throw full(`${count} commands pending`, MAX_PENDING_COMMANDS);
    const before = this.#taken.tick === tick ? this.#taken : this.#countsOfTick(tick);
    const numbers = this.#encode(command);
    const taken = {
      tick,
      commands: before.commands + 1,
      places: before.places + numbers.places.length,
      values: before.values + numbers.values.length,
    };
    this.#checkCounts(taken);
    this.#taken = taken;
    const last = this.#pending.length - 1;
    if (last >= 0 && this.#pending.tickOf(last) > tick) this.#isSorted = false;
    this.#pending.add(command, numbers);
    this.#windowEnd = -1;
  }

  /**
   * Writes the commands of the next ticks to shared memory, unless they are already there.
   *
   * @returns the tick at which a run must stop, because the commands from that tick on are not in shared memory;
   * infinity if no commands are missing
   */
  write({ constants, control, frontTick }: Windowed): number {
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

  /** Whether the commands in shared memory are unchanged. Commands of completed steps are not checked. */
  isIntact({ constants, control, frontTick }: Windowed): boolean {
    if (frontTick >= this.#windowEnd) return true;
    const { of, count } = this.#window;
    if (control.word[WORD.commandCount] !== count) return false;
    let first = 0;
    while (first < count && of.tickOf(first) < frontTick) first++;
    return of.isIn(constants, first, count);
  }

  /**
   * Makes the commands of `tick` and of later ticks pending again, without those in `dropped`.
   *
   * @param tick a tick that is at most as far back as the plan allows
   */
  goBack(tick: number, dropped: ReadonlySet<Command>): void {
    this.#sort();
    const all = [...this.#executed, ...this.#pending.commands];
    this.#executed = all.filter((command) => command.tick < tick);
    this.#pending = new CommandColumns();
    for (const command of all) {
      if (command.tick < tick || dropped.has(command)) continue;
      this.#pending.add(command, this.#encode(command));
    }
    this.#windowEnd = -1;
    this.#taken = { tick: -1, ...NO_COUNTS };
  }

  #encode(command: Command): CommandNumbers {
    return definitionOf(command.type).encode(command, this.#scene);
  }

  /** Drops the commands of all ticks before `tick`. */
  #drop(tick: number): void {
    this.#sort();
    let first = 0;
    while (first < this.#pending.length && this.#pending.tickOf(first) < tick) first++;
    if (this.#history > 0) {
      const executed = [...this.#executed, ...this.#pending.commands.slice(0, first)];
      this.#executed = executed.filter((command) => command.tick >= tick - this.#history);
    }
    if (first > 0) this.#pending = this.#pending.from(first);
  }

  /** Sorts the pending commands by tick. The commands of a tick keep their order. */
  #sort(): void {
    if (!this.#isSorted) this.#pending = this.#pending.sorted();
    this.#isSorted = true;
  }

  /**
   * The number of pending commands that fit into the window, counted from the first. The commands of a tick are written
   * either all together or not at all.
   */
  #windowCount(): number {
    for (let begin = 0; begin < this.#pending.length; ) {
      const end = this.#endOfTick(begin);
      if (this.#excess(this.#pending.countsOf(0, end)) !== undefined) return begin;
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

  #countsOfTick(tick: number): CommandCounts {
    let taken = NO_COUNTS;
    for (let index = 0; index < this.#pending.length; index++) {
      if (this.#pending.tickOf(index) !== tick) continue;
      const { commands, places, values } = this.#pending.countsOf(index, index + 1);
      taken = {
        commands: taken.commands + commands,
        places: taken.places + places,
        values: taken.values + values,
      };
    }
    return taken;
  }

  /**
   * Checks that shared memory has enough room for the commands of any one tick.
   *
   * @throws CommandError COMMANDS_FULL
   */
  #checkTicks(): void {
    for (let begin = 0; begin < this.#pending.length; ) {
      const end = this.#endOfTick(begin);
      this.#checkCounts(this.#pending.countsOf(begin, end));
      begin = end;
    }
  }

  /**
   * Checks that the commands of one tick fit into the command window.
   *
   * @throws CommandError COMMANDS_FULL
   */
  #checkCounts(taken: CommandCounts): void {
    const excess = this.#excess(taken);
    if (excess === undefined) return;
    throw full(`${taken[excess]} ${WHAT[excess]} in one tick`, this.#limits[excess]);
  }

  #excess(taken: CommandCounts): keyof CommandCounts | undefined {
    return (['commands', 'places', 'values'] as const).find(
      (key) => taken[key] > this.#limits[key],
    );
  }
}

const NO_COUNTS: CommandCounts = { commands: 0, places: 0, values: 0 };

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
