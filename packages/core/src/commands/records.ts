// How commands are stored in shared memory. Threads load this file, so it has no schemas.

interface CommandRecord {
  /** The kind, as it is stored in constants.commandKind. */
  readonly kind: number;
  /** The first numbers of a command in constants.commandPlace: their indices within the command, by name. */
  readonly words: Readonly<Record<string, number>>;
  /**
   * Where the choice of agents begins, within the command; see encodeChosen. If a word is named `listed`, it is the
   * length of a list that comes before the choice. Undefined for a command that does not choose agents.
   */
  readonly choice?: number;
}

/** The record of each kind of command. */
export const COMMAND = {
  fire: { kind: 1, words: { launcher: 0, count: 1 } },
  move: { kind: 2, words: { target: 0 } },
  /** `behavior` is the index of the behavior + 1; 0 for a parameter of the species itself. */
  set: { kind: 3, words: { species: 0, behavior: 1, slot: 2 } },
  cells: { kind: 5, words: { left: 0, right: 1, low: 2, high: 3 } },
  remove: { kind: 6, words: {}, choice: 0 },
  /** `what` has bits of PLACED. */
  place: { kind: 7, words: { what: 0 }, choice: 1 },
  /** `isEach` is 1 if each agent has its own goal, 0 if all share one. */
  go: { kind: 8, words: { isEach: 0 }, choice: 1 },
  /**
   * `deed` is a value of OBSTACLE_DEED. `detail` is the kind of an added obstacle, or 1 if the obstacle gets a rotation;
   * otherwise 0. `low` and `high` are the hash of the name.
   */
  obstacle: { kind: 9, words: { deed: 0, detail: 1, low: 2, high: 3 } },
  /** `where` is a value of SPAWN. `what` has bits of SPAWNED. */
  spawn: { kind: 10, words: { species: 0, count: 1, where: 2, what: 3 } },
  /** `isEach` is 1 if each agent gets its own value, 0 if all get the same. Listed are the values of a u32 column. */
  write: { kind: 11, words: { column: 0, isEach: 1, listed: 2 }, choice: 3 },
  /** `what` is a value of ASSIGNED. Listed are the index of the target, or the ids of quarries. */
  assign: { kind: 12, words: { what: 0, listed: 1 }, choice: 2 },
  link: { kind: 13, words: { link: 0, open: 1 } },
  /** `species` is ANY_SPECIES for all. */
  area: { kind: 14, words: { area: 0, species: 1 } },
} as const satisfies Readonly<Record<string, CommandRecord>>;

export type CommandType = keyof typeof COMMAND;

type Words<T extends CommandType> = Readonly<Record<keyof (typeof COMMAND)[T]['words'], number>>;

/** Puts the words of a command at their indices. */
export function packWords<T extends CommandType>(type: T, words: Words<T>): number[] {
  const { words: indices }: CommandRecord = COMMAND[type];
  const packed: number[] = [];
  for (const name in words) packed[indices[name]] = words[name];
  return packed;
}

/**
 * Returns the index in `places` at which the choice of agents of a command begins; -1 if the command chooses none. The
 * command begins at index `at`.
 */
export function choiceOf(type: CommandType, places: ArrayLike<number>, at: number): number {
  const { words, choice }: CommandRecord = COMMAND[type];
  if (choice === undefined) return -1;
  return at + choice + ('listed' in words ? places[at + words.listed] : 0);
}

/** The ways in which a command can choose agents. */
export const CHOOSE = { ids: 0, all: 1, box: 2, sphere: 3 } as const;

/** The number of values that describe a region. They come before the other values of a command. */
export const REGION_VALUES = 6;

/** The value for "all species" in a command that chooses agents. It is stored instead of the index of a species. */
export const ANY_SPECIES = 0xffffffff;

/**
 * Bits for the contents of a `place` command. If only `position` is set, there is one position for all agents. If
 * `positions` is also set, there is one position for each agent. `velocity` and `velocities` work in the same way.
 */
export const PLACED = { position: 1, positions: 2, velocity: 4, velocities: 8 } as const;

/** The actions that an `obstacle` command can take. */
export const OBSTACLE_DEED = { add: 0, move: 1, turn: 2, remove: 3 } as const;

/**
 * Where a `spawn` command creates agents: all at one position, each at its own position, or at random positions in a
 * box or a sphere.
 */
export const SPAWN = { position: 0, positions: 1, box: 2, sphere: 3 } as const;

/**
 * Bits for the contents of a `spawn` command. If only `velocity` is set, there is one velocity for all agents. If
 * `velocities` is also set, there is one velocity for each agent. `goal` and `goals` work in the same way.
 */
export const SPAWNED = { velocity: 1, velocities: 2, goal: 4, goals: 8 } as const;

/**
 * What an `assign` command does: removes the assignment, assigns a target, assigns one quarry to all agents, or assigns
 * each agent its own quarry.
 */
export const ASSIGNED = { nothing: 0, target: 1, quarry: 2, quarries: 3 } as const;
