import { type Problem, show } from '../errors.ts';
import type { Obstacle } from '../scenario/obstacles/index.ts';
import type { Command, Scenario } from '../scenario/schema.ts';

type ObstacleCommand = Extract<Command, { type: 'obstacle' }>;

/** The properties of a named obstacle that decide which commands are valid for it. */
interface Entry {
  /** Whether the obstacle has a motion. The row of such an obstacle is never reused. */
  readonly moves: boolean;
  /** Whether a rotation changes the obstacle. */
  readonly turns: boolean;
}

/**
 * The parts of a scenario that determine the obstacles that a command can name. An invalid obstacle or command is
 * listed as undefined.
 */
export interface RosterScope {
  readonly obstacles: readonly (Obstacle | undefined)[];
  readonly obstacleCapacity?: number | undefined;
  readonly commands: readonly (Command | undefined)[];
}

/**
 * Tracks which obstacles exist when a command is executed. At first, these are the obstacles of the scenario. Commands
 * add and remove obstacles. The commands must be given in the order of their ticks.
 *
 * The roster refuses a command that names an unknown obstacle, adds a name that exists, or adds more obstacles than
 * fit. It also refuses a command that would make a later command of the scenario fail.
 */
export class ObstacleRoster {
  readonly #names = new Map<string, Entry>();
  /** The number of obstacles that can still be added. */
  #free: number;
  /** The obstacle commands of the scenario, sorted by tick. */
  readonly #own: readonly ObstacleCommand[];
  #next = 0;

  constructor({ obstacles, obstacleCapacity, commands }: RosterScope) {
    for (const obstacle of obstacles) {
      if (obstacle?.name !== undefined) this.#names.set(obstacle.name, entryOf(obstacle));
    }
    this.#free = obstacleCapacity ?? 0;
    this.#own = commands
      .filter((command): command is ObstacleCommand => command?.type === 'obstacle')
      .sort((a, b) => a.tick - b.tick);
  }

  /** Returns the problems that prevent a command from being executed now. Does not apply the command. */
  check(command: Command): Problem[] {
    if (command.type !== 'obstacle') return [];
    this.#takeOwn(command.tick);
    const problems = this.#problemsOf(command, '$');
    // Only a change in which obstacles exist can invalidate a later command.
    if (problems.length > 0 || (command.do !== 'add' && command.do !== 'remove')) return problems;
    const later = this.#copy();
    later.#take(command);
    for (const own of later.#own.slice(later.#next)) {
      const [problem] = later.#problemsOf(own, '');
      if (problem === undefined) {
        later.#take(own);
        continue;
      }
      const expected = `no conflict with the scenario's command at tick ${own.tick}; that command needs ${problem.expected}`;
      return [{ path: '$', found: `"${command.do}" of ${show(command.name)}`, expected }];
    }
    return [];
  }

  /** Applies a valid command. */
  take(command: Command): void {
    if (command.type !== 'obstacle') return;
    this.#takeOwn(command.tick);
    this.#take(command);
  }

  /** Reports the problems of the scenario's obstacle commands. `index` is the index of a command in `commands`. */
  static problemsOf(scope: RosterScope, report: (index: number, problem: Problem) => void): void {
    // An obstacle that is not valid may be the one that a command names.
    if (scope.obstacles.includes(undefined)) return;
    const roster = new ObstacleRoster(scope);
    for (const own of roster.#own) {
      const problems = roster.#problemsOf(own, '');
      for (const problem of problems) report(scope.commands.indexOf(own), problem);
      if (problems.length === 0) roster.#take(own);
    }
  }

  #takeOwn(tick: number): void {
    while (this.#next < this.#own.length && this.#own[this.#next].tick <= tick) {
      this.#take(this.#own[this.#next++]);
    }
  }

  #take(command: ObstacleCommand): void {
    const { name } = command;
    if (command.do === 'add' && command.obstacle !== undefined) {
      this.#names.set(name, entryOf(command.obstacle));
      this.#free--;
    } else if (command.do === 'remove') {
      if (this.#names.get(name)?.moves === false) this.#free++;
      this.#names.delete(name);
    }
  }

  #problemsOf(command: ObstacleCommand, at: string): Problem[] {
    const { name } = command;
    const entry = this.#names.get(name);
    const problem = (key: string, found: string, expected: string): Problem[] => [
      { path: `${at}${key}`, found, expected },
    ];
    if (command.do === 'add') {
      if (entry !== undefined) {
        return problem('.name', show(name), 'a name that no other obstacle has at that tick');
      }
      return this.#free > 0
        ? []
        : problem('.do', 'one more obstacle', 'no more than obstacleCapacity added obstacles');
    }
    if (entry === undefined) {
      const names = [...this.#names.keys()].slice(0, 8).map(show).join(', ');
      const expected = names === '' ? 'an obstacle that exists at that tick' : `one of ${names}`;
      return problem('.name', show(name), expected);
    }
    if (command.do === 'turn' && !entry.turns) {
      return problem('.name', `${show(name)}, a sphere or a plane`, 'an obstacle of another shape');
    }
    if (command.do === 'move' && entry.moves && command.velocity !== undefined) {
      return problem('.velocity', 'a velocity', `no velocity, because ${show(name)} has a motion`);
    }
    return [];
  }

  #copy(): ObstacleRoster {
    const copy = new ObstacleRoster({ obstacles: [], commands: this.#own.slice(this.#next) });
    for (const [name, entry] of this.#names) copy.#names.set(name, entry);
    copy.#free = this.#free;
    return copy;
  }
}

function entryOf({ type, motion }: Obstacle): Entry {
  return { moves: motion !== undefined, turns: type !== 'sphere' && type !== 'plane' };
}

const rosters = new WeakMap<readonly Command[], ObstacleRoster>();

/**
 * Returns the roster of the world whose commands are in `log`. The first call creates it for the beginning of `tick`. The
 * commands of that tick and of later ticks then count like those of the scenario: they will be executed, so commands must
 * not conflict with them.
 */
export function rosterOf(
  scenario: Scenario,
  log: readonly Command[],
  tick: number,
): ObstacleRoster {
  let roster = rosters.get(log);
  if (roster === undefined) {
    const later = log.filter((command) => command.tick >= tick);
    const own = [...scenario.commands, ...later].sort((a, b) => a.tick - b.tick);
    roster = new ObstacleRoster({ ...scenario, commands: own });
    for (const command of log) if (command.tick < tick) roster.take(command);
    rosters.set(log, roster);
  }
  return roster;
}

/** Forgets the roster of a world that goes to another tick, or gets another log. */
export function forgetRoster(log: readonly Command[]): void {
  rosters.delete(log);
}
