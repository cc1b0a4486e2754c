/** Base of every error that Skein raises on purpose; `code` is stable, `message` is for people. */
export class SkeinError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** One thing wrong in an input: where it stands, what was found there, what would be right. */
export interface Problem {
  /** JSON path, "$" being the whole: `$.species[0].count`. */
  readonly path: string;
  readonly found: string;
  readonly expected: string;
}

export type ScenarioErrorCode = 'SCENARIO_INVALID' | 'SCENARIO_NOT_JSON' | 'SCENARIO_TOO_LARGE';

/** A scenario was refused; `problems` lists everything that is wrong with it, not only the first. */
export class ScenarioError extends SkeinError {
  declare readonly code: ScenarioErrorCode;
  readonly problems: readonly Problem[];

  constructor(code: ScenarioErrorCode, problems: readonly Problem[]) {
    super(code, describe(problems));
    this.problems = problems;
  }
}

function describe(problems: readonly Problem[]): string {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const lines = problems.map((problem) => `  ${lineOf(problem)}`);
  return `The scenario has ${count}:\n${lines.join('\n')}`;
}

function lineOf({ path, found, expected }: Problem): string {
  return `${path}: found ${found}, expected ${expected}`;
}

/** A world could not be made or attached to. */
export class WorldError extends SkeinError {}

/** Parameters of a scenario cannot be changed as was asked; `problems` lists all that is wrong with it. */
export class ParameterError extends SkeinError {
  declare readonly code: 'PARAMETER_INVALID';
  /** `path` is the name of a parameter, as it was given, or a JSON path of the changed scenario. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super('PARAMETER_INVALID', problems.map(lineOf).join('\n'));
    this.problems = problems;
  }
}

/** What is to be measured cannot be; `problems` lists all that is wrong with it. */
export class MeasureError extends SkeinError {
  declare readonly code: 'MEASURE_INVALID';
  /** `path` is a measure as it was written, in quotes. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super('MEASURE_INVALID', problems.map(lineOf).join('\n'));
    this.problems = problems;
  }
}

/** A command was refused; the world is as it was. `problems` lists all that is wrong with it. */
export class CommandError extends SkeinError {
  /** `path` is a place in the command, "$" being all of it. */
  readonly problems: readonly Problem[];

  constructor(code: string, message: string, problems: readonly Problem[] = []) {
    super(code, message);
    this.problems = problems;
  }
}

export type QueryErrorCode =
  /** The request is wrong. */
  | 'QUERY_INVALID'
  /** The request is right, but finds more than one answer may hold. */
  | 'QUERY_TOO_LARGE';

/** Queries cannot be answered; `problems` lists all that is wrong with the request, of which nothing was done. */
export class QueryError extends SkeinError {
  declare readonly code: QueryErrorCode;
  readonly problems: readonly Problem[];

  constructor(code: QueryErrorCode, problems: readonly Problem[]) {
    super(code, problems.map(lineOf).join('\n'));
    this.problems = problems;
  }
}

/**
 * What the `default` of a switch over all kinds of commands throws. For the compiler no kind is left
 * there, so that a new kind does not compile until the switch carries it out.
 *
 * @param path where the kind stands: a JSON path, or a word of memory
 */
export function unknownCommand(kind: never, path: string): CommandError {
  return new CommandError(
    'COMMAND_UNKNOWN',
    `${path}: found ${show(kind)}, expected a kind of command that this version knows.`,
  );
}

export type TeamErrorCode =
  | 'WORKERS_INVALID'
  | 'TICKS_INVALID'
  | 'OPTION_INVALID'
  | 'WORKER_START_FAILED'
  | 'WORKER_LOST'
  | 'WORKER_STALLED'
  | 'TEAM_BUSY'
  | 'TEAM_FAILED'
  | 'TEAM_DISPOSED';

/** A team of threads was asked for something it cannot do, or lost a worker. */
export class TeamError extends SkeinError {
  declare readonly code: TeamErrorCode;
  /** The worker that was lost, counted from 0. */
  readonly worker: number | undefined;
  /** The phase of the pipeline it was in. */
  readonly phase: string | undefined;
  /** The tick it was stepping. */
  readonly tick: number | undefined;

  constructor(
    code: TeamErrorCode,
    message: string,
    where: { worker?: number; phase?: string; tick?: number; cause?: unknown } = {},
  ) {
    super(code, message, where.cause === undefined ? undefined : { cause: where.cause });
    this.worker = where.worker;
    this.phase = where.phase;
    this.tick = where.tick;
  }
}

export type SnapshotErrorCode =
  /** Not a file of this format at all, or a replay in place of a snapshot. */
  | 'SNAPSHOT_FORMAT'
  /** Of a newer version, in a way that this code cannot know. */
  | 'SNAPSHOT_VERSION'
  /** Shorter or longer than it says. */
  | 'SNAPSHOT_LENGTH'
  /** A checksum does not fit. */
  | 'SNAPSHOT_CORRUPT'
  /** A section is missing, there twice, or must be understood and is not. */
  | 'SNAPSHOT_SECTION'
  /** Its columns are not those of this code. */
  | 'SNAPSHOT_LAYOUT'
  /** Its checksums fit, but what it says cannot be. */
  | 'SNAPSHOT_CONTENT'
  | 'SNAPSHOT_LAWS'
  /** Of a world whose scenario or log is too large to be kept. */
  | 'SNAPSHOT_TOO_LARGE';

/** A snapshot or a replay was refused; no world was made or changed. */
export class SnapshotError extends SkeinError {
  declare readonly code: SnapshotErrorCode;
  /** The byte of the file where it stands. */
  readonly offset: number;
  /** "header", "trailer", or the name of a section. */
  readonly section: string;
  readonly found: string;
  readonly expected: string;

  constructor(
    code: SnapshotErrorCode,
    where: { offset: number; section: string },
    found: string,
    expected: string,
    cause?: unknown,
  ) {
    const place = `${where.section}, byte ${where.offset}`;
    super(
      code,
      `${place}: found ${found}, expected ${expected}.`,
      cause === undefined ? undefined : { cause },
    );
    this.offset = where.offset;
    this.section = where.section;
    this.found = found;
    this.expected = expected;
  }
}

/** Whether a value can hold options by name: null cannot, and a number or a list would say nothing. */
export function canHoldOptions(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first key of options that is none of those `known`, and would do nothing. */
export function unknownOption(options: object, known: readonly string[]): string | undefined {
  return Object.keys(options).find((option) => !known.includes(option));
}

/**
 * Throws what `refuse` makes of options that are not an object, and of an option that is none of those `known`.
 *
 * @param refuse is given the option, or `undefined` for all of them
 */
export function checkOptionNames(
  options: unknown,
  known: readonly string[],
  refuse: (option: string | undefined, found: string, expected: string) => SkeinError,
): asserts options is object {
  if (!canHoldOptions(options)) throw refuse(undefined, show(options), 'an object');
  const unknown = unknownOption(options, known);
  if (unknown === undefined) return;
  throw refuse(unknown, 'an unknown option', `one of ${known.join(', ')}`);
}

/** Shows a value in an error message: short, quoted, and never the whole of a huge input. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string')
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (value !== null && typeof value === 'object') return instanceName(value);
  return String(value);
}

/** What an object is an instance of: "a Map", "an Int32Array"; "an object" where that says no more. */
function instanceName(value: object): string {
  const name = Object.getPrototypeOf(value)?.constructor?.name;
  if (!/^(?!Object$)[A-Z]\w{0,60}$/.test(name)) return 'an object';
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;
}
