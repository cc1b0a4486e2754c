import { type Problem, show } from '../errors.ts';
import type { Obstacle } from '../scenario/obstacles/index.ts';
import type { Command, Scenario } from '../scenario/schema.ts';

type ObstacleCommand = Extract<Command, { type: 'obstacle' }>;

/** What commands must know of an obstacle that has a name. */
interface Entry {
  /** Whether it has a motion: its row is never given to another. */
  readonly moves: boolean;
  /** Whether it looks different when it is turned. */
  readonly turns: boolean;
}

/** What of a scenario says which obstacles commands may name; what is wrong itself is missing. */
export interface RosterScope {
  readonly obstacles: readonly (Obstacle | undefined)[];
  readonly obstacleCapacity?: number | undefined;
  readonly commands: readonly (Command | undefined)[];
}

/**
 * Which obstacles there are when a command is carried out: those of the scenario, changed by all commands before it.
 * Commands are given in the order of their ticks. So one is refused that names none, adds a second of a name or one too
 * many, and one after which a later command of the scenario would.
 */
export class ObstacleRoster {
  readonly #names = new Map<string, Entry>();
  /** Rows that may still be taken. */
  #room: number;
  /** Those of the scenario that are still to come, by tick. */
  readonly #own: readonly ObstacleCommand[];
  #next = 0;

  constructor({ obstacles, obstacleCapacity, commands }: RosterScope) {
    for (const obstacle of obstacles) {
      if (obstacle?.name !== undefined) this.#names.set(obstacle.name, entryOf(obstacle));
    }
    this.#room = obstacleCapacity ?? 0;
    this.#own = commands
      .filter((one): one is ObstacleCommand => one?.type === 'obstacle')
      .sort((a, b) => a.tick - b.tick);
  }

  /** What is wrong with a command that is given now; nothing is taken up. */
  check(command: Command): Problem[] {
    if (command.type !== 'obstacle') return [];
    this.#takeOwn(command.tick);
    const problems = this.#problemsOf(command, '$');
    // Only which there are can make a later one wrong.
    if (problems.length > 0 || (command.do !== 'add' && command.do !== 'remove')) return problems;
    const later = this.#copy();
    later.#take(command);
    for (const own of later.#own.slice(later.#next)) {
      const [problem] = later.#problemsOf(own, '');
      if (problem === undefined) {
        later.#take(own);
        continue;
      }
      const expected = `nothing that makes the scenario's own command of tick ${own.tick} wrong: ${problem.expected}`;
      return [{ path: '$', found: `"${command.do}" of ${show(command.name)}`, expected }];
    }
    return [];
  }

  /** Takes up a command that was given. */
  take(command: Command): void {
    if (command.type !== 'obstacle') return;
    this.#takeOwn(command.tick);
    this.#take(command);
  }

  /** What is wrong with each of the scenario's own commands, by its place in their list. */
  static problemsOf(scope: RosterScope, report: (index: number, problem: Problem) => void): void {
    // One that is wrong itself may be the one that is meant.
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
      this.#room--;
    } else if (command.do === 'remove') {
      if (this.#names.get(name)?.moves === false) this.#room++;
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
        return problem('.name', show(name), 'a name that no other obstacle has then');
      }
      return this.#room > 0
        ? []
        : problem('.do', 'one more obstacle', 'no more than obstacleCapacity has room for');
    }
    if (entry === undefined) {
      const names = [...this.#names.keys()].slice(0, 8).map(show).join(', ');
      const expected = names === '' ? 'an obstacle that is there then' : `one of ${names}`;
      return problem('.name', show(name), expected);
    }
    if (command.do === 'turn' && !entry.turns) {
      return problem('.name', `${show(name)}, a sphere or a plane`, 'a shape that turns');
    }
    if (command.do === 'move' && entry.moves && command.velocity !== undefined) {
      return problem('.velocity', 'a velocity', `none, as ${show(name)} has a motion`);
    }
    return [];
  }

  #copy(): ObstacleRoster {
    const copy = new ObstacleRoster({ obstacles: [], commands: this.#own.slice(this.#next) });
    for (const [name, entry] of this.#names) copy.#names.set(name, entry);
    copy.#room = this.#room;
    return copy;
  }
}

function entryOf({ type, motion }: Obstacle): Entry {
  return { moves: motion !== undefined, turns: type !== 'sphere' && type !== 'plane' };
}

const rosters = new WeakMap<readonly Command[], ObstacleRoster>();

/** The roster of a world, by its log: what was given is taken up when it is first asked for. */
export function rosterOf(scenario: Scenario, log: readonly Command[]): ObstacleRoster {
  let roster = rosters.get(log);
  if (roster === undefined) {
    roster = new ObstacleRoster(scenario);
    for (const command of log) roster.take(command);
    rosters.set(log, roster);
  }
  return roster;
}
