/**
 * The base class of every error that Skein throws on purpose. Programs can rely on `code`, which never changes;
 * `message` is for people.
 */
export class SkeinError extends Error {
  readonly code: string;

  /** @param options.problems become the property `problems` of a class that declares it */
  constructor(
    code: string,
    message: string,
    options?: { cause?: unknown; problems?: readonly Problem[] },
  ) {
    // Node would print a cause of `undefined` too.
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    // Node prints what is enumerable after the message and the stack. The message tells the problems already.
    if (options?.problems) Object.defineProperty(this, 'problems', { value: options.problems });
  }
}

/** One problem in an input: its path in the input, what was found there, and what was expected. */
export interface Problem {
  /** The JSON path of the problem, such as `$.species[0].count`; `$` is the whole input. */
  readonly path: string;
  readonly found: string;
  readonly expected: string;
}

export type ScenarioErrorCode = 'SCENARIO_INVALID' | 'SCENARIO_NOT_JSON' | 'SCENARIO_TOO_LARGE';

/** Thrown when a scenario is refused. `problems` lists every problem in it, not only the first. */
export class ScenarioError extends SkeinError {
  declare readonly code: ScenarioErrorCode;
  declare readonly problems: readonly Problem[];

  constructor(code: ScenarioErrorCode, problems: readonly Problem[]) {
    super(code, describe(problems), { problems });
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

/** Thrown when a world cannot be created, attached to or used as requested. */
export class WorldError extends SkeinError {}

/** Thrown when parameters of a scenario cannot be changed as requested. `problems` lists every problem. */
export class ParameterError extends SkeinError {
  declare readonly code: 'PARAMETER_INVALID';
  /**
   * The `path` of a problem is the name of a parameter as the caller wrote it, or a JSON path in the changed scenario.
   */
  declare readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super('PARAMETER_INVALID', problems.map(lineOf).join('\n'), { problems });
  }
}

/** Thrown when a list of measures is refused. `problems` lists every problem in the list. */
export class MeasureError extends SkeinError {
  declare readonly code: 'MEASURE_INVALID';
  /** The `path` of each problem is the measure as the caller wrote it, in quotes. */
  declare readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super('MEASURE_INVALID', problems.map(lineOf).join('\n'), { problems });
  }
}

/** Thrown when a command is refused; the world is unchanged. `problems` lists every problem in the command. */
export class CommandError extends SkeinError {
  /** `path` is a JSON path in the command; `$` is the whole command. */
  declare readonly problems: readonly Problem[];

  constructor(code: string, message: string, problems: readonly Problem[] = []) {
    super(code, message, { problems });
  }
}

export type QueryErrorCode =
  /** The request of a query is not valid. */
  | 'QUERY_INVALID'
  /** The request is valid, but its answer would contain more than an answer can hold. */
  | 'QUERY_TOO_LARGE';

/**
 * Thrown when queries are refused. None of the queries of the request was answered. `problems` lists every problem in
 * the request.
 */
export class QueryError extends SkeinError {
  declare readonly code: QueryErrorCode;
  declare readonly problems: readonly Problem[];

  constructor(code: QueryErrorCode, problems: readonly Problem[]) {
    super(code, problems.map(lineOf).join('\n'), { problems });
  }
}

/**
 * The error to throw in the `default` case of a switch over the kinds of commands. The type of `kind` is `never`, so a
 * new kind does not compile until the switch handles it.
 *
 * @param path where the kind was found: a JSON path, or the name of a row in memory
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

/** Thrown when a team of threads cannot do what it was asked for, or when it lost a worker. */
export class TeamError extends SkeinError {
  declare readonly code: TeamErrorCode;
  /** The worker that was lost, counted from 0. */
  readonly worker: number | undefined;
  /** The phase of the pipeline that the worker was in. */
  readonly phase: string | undefined;
  /** The tick that the worker was stepping. */
  readonly tick: number | undefined;

  constructor(
    code: TeamErrorCode,
    message: string,
    where: { worker?: number; phase?: string; tick?: number; cause?: unknown } = {},
  ) {
    super(code, message, where);
    this.worker = where.worker;
    this.phase = where.phase;
    this.tick = where.tick;
  }
}

export type SnapshotErrorCode =
  /** The file is not of the expected kind. For example, it is a snapshot instead of a replay. */
  | 'SNAPSHOT_FORMAT'
  /** The file has a newer format version, which this code cannot read. */
  | 'SNAPSHOT_VERSION'
  /** The file is shorter or longer than its header says. */
  | 'SNAPSHOT_LENGTH'
  /** A checksum does not match. */
  | 'SNAPSHOT_CORRUPT'
  /** A section is missing, occurs twice, or is marked as required but is unknown to this code. */
  | 'SNAPSHOT_SECTION'
  /** The file has other columns than this version of the code expects. */
  | 'SNAPSHOT_LAYOUT'
  /** The checksums match, but the content is impossible. */
  | 'SNAPSHOT_CONTENT'
  | 'SNAPSHOT_LAWS'
  /** The scenario or the log of the world is too large to be saved. */
  | 'SNAPSHOT_TOO_LARGE';

/** Thrown when a snapshot or a replay is refused. No world was created or changed. */
export class SnapshotError extends SkeinError {
  declare readonly code: SnapshotErrorCode;
  /** The offset of the problem, in bytes from the start of the file. */
  readonly offset: number;
  /** The part of the file with the problem: "header", "trailer", or the name of a section. */
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
    super(code, `${place}: found ${found}, expected ${expected}.`, { cause });
    this.offset = where.offset;
    this.section = where.section;
    this.found = found;
    this.expected = expected;
  }
}

/** Whether a value can hold named options. Null and arrays cannot. */
export function canHoldOptions(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Finds the first key of `options` that is not in `known`. Such an option would have no effect. */
export function unknownOption(options: object, known: readonly string[]): string | undefined {
  return Object.keys(options).find((option) => !known.includes(option));
}

/**
 * Checks that `options` is an object and that all its keys are in `known`. If not, throws the error that `refuse`
 * returns.
 *
 * @param refuse makes the error. It is called with the unknown key, or with `undefined` when `options` is not an object
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

/** Formats a value for an error message. The text is short, even for a huge value, and strings are quoted. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (value !== null && typeof value === 'object') return instanceName(value);
  return String(value);
}

/** Cuts a text that has more than 60 characters. No character outside the basic plane is cut in two. */
function shortened(text: string): string {
  const characters = [...text.slice(0, 2 * 61)];
  return characters.length > 60 ? `${characters.slice(0, 57).join('')}...` : text;
}

/**
 * Names the class of an object, with its article, such as "a Map" or "an Int32Array"; "an object" for a plain object.
 */
function instanceName(value: object): string {
  const name = Object.getPrototypeOf(value)?.constructor?.name;
  if (!/^(?!Object$)[A-Z]\w{0,60}$/.test(name)) return 'an object';
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;
}
