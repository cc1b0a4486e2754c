import { checkCommand, refuse as refuseCommand } from '../commands/check-command.ts';
import { ObstacleRoster } from '../commands/obstacle-roster.ts';
import { CommandError, type Problem, ScenarioError, SnapshotError } from '../errors.ts';
import { findExcess } from '../json-text.ts';
import { MAX_SCENARIO_BYTES, parseScenario } from '../scenario/parse.ts';
import type { Command, Scenario } from '../scenario/schema.ts';
import { SIZE } from '../schema/guard.ts';
import { packLists } from '../schema/packed-lists.ts';
import { CommandQueue } from '../world/command-queue.ts';
import type { State } from '../world/layout.ts';
import type { Plan } from '../world/plan.ts';
import { countsOf } from '../world/sizes.ts';
import { findProblem } from './check-state.ts';
import { hashBytes } from './checksum.ts';
import { type Container, type FoundSection, onlySection, type Section } from './container.ts';
import { decodePlanes, encodePlanes } from './planes.ts';
import { keptRows, statePlanes } from './state-planes.ts';

/**
 * The maximum size of a scenario that can be saved, in bytes of JSON with all defaults. A scenario that was read from a
 * text is never longer.
 */
const MAX_KEPT_SCENARIO_BYTES = 4 * MAX_SCENARIO_BYTES;
/** The maximum size of a log, in bytes of JSON: enough for more than a day with a command in every tick. */
const MAX_LOG_BYTES = 0x2000_0000;
/** The maximum number of commands in a log. Parsed commands take many times the memory of their text. */
const MAX_LOG_COMMANDS = 0x60_0000;
/** The section with the first tick of which a log has all commands. */
export const LOG_START = 'LOGB';
/** The maximum length of a line of a log, in characters. Long lines consist mostly of the base64 lists of a command. */
const MAX_LINE = 0x40_0000;

/** Creates the section with the scenario, as JSON. */
export function scenarioSection(scenario: Scenario): Section {
  return textSection('SCEN', JSON.stringify(scenario), MAX_KEPT_SCENARIO_BYTES);
}

/**
 * Creates the section with the log. It has a line of JSON for each command, in the order in which the commands were
 * given.
 */
export function logSection(log: readonly Command[]): Section {
  if (log.length > MAX_LOG_COMMANDS) tooLarge('LOGS', `${log.length} commands`, MAX_LOG_COMMANDS);
  return textSection('LOGS', logText(log), MAX_LOG_BYTES);
}

/**
 * Creates the section with the first tick of which the log has all commands. Files with a whole log have none, as earlier
 * versions wrote them.
 */
export function logStartSection(since: number): Section[] {
  if (since === 0) return [];
  const body = new Uint8Array(Uint32Array.BYTES_PER_ELEMENT);
  new DataView(body.buffer).setUint32(0, since, true);
  return [{ id: LOG_START, critical: false, body }];
}

/**
 * Reads the first tick of which a log has all commands.
 *
 * @throws SnapshotError if there are several such sections, or the tick is later than `tick`
 */
export function readLogStart(container: Container, tick: number): number {
  if (container.sections.every(({ id }) => id !== LOG_START)) return 0;
  const section = onlySection(container, LOG_START);
  const { body } = section;
  if (body.length !== Uint32Array.BYTES_PER_ELEMENT) {
    throw refuse(section, `${body.length} bytes`, `${Uint32Array.BYTES_PER_ELEMENT}`);
  }
  const since = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
  if (since > tick) throw refuse(section, `tick ${since}`, `at most ${tick}`);
  return since;
}

/** Encodes a log as a line of JSON for each command. */
export function logText(log: readonly Command[]): string {
  return log.map((command) => `${JSON.stringify(command, packLists)}\n`).join('');
}

function textSection(id: string, text: string, most: number): Section {
  const body = new TextEncoder().encode(text);
  if (body.length > most) tooLarge(id, `${body.length} bytes`, most);
  return { id, critical: true, body };
}

/**
 * Throws the error for a section that is too large.
 *
 * @throws SnapshotError SNAPSHOT_TOO_LARGE
 */
export function tooLarge(section: string, found: string, most: number): never {
  throw new SnapshotError('SNAPSHOT_TOO_LARGE', { offset: 0, section }, found, `at most ${most}`);
}

/** Creates the section with the front state, which is the state of the current tick. */
export function stateSection(plan: Plan, front: State): Section {
  return { id: 'STAT', critical: true, body: encodePlanes(statePlanes(plan, front)) };
}

/**
 * Reads the scenario of a file.
 *
 * @throws SnapshotError if the section does not hold a scenario, or if its hash is not the hash in the header
 */
export function readScenario(section: FoundSection, { scenarioHash }: Container): Scenario {
  const { body } = section;
  if (body.length > MAX_KEPT_SCENARIO_BYTES) {
    throw refuse(section, `${body.length} bytes`, `at most ${MAX_KEPT_SCENARIO_BYTES}`);
  }
  const [low, high] = hashBytes(body);
  if (low !== scenarioHash[0] || high !== scenarioHash[1]) {
    throw refuse(section, 'a scenario with another hash', 'the hash in the header');
  }
  const text = readText(section);
  const excess = findExcess(text, SIZE);
  if (excess !== undefined) throw refuse(section, excess.found, excess.expected);
  const json = readJson(section, text);
  try {
    return parseScenario(json);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const [first] = error.problems;
    throw refuse(section, `${first!.path}: ${first!.found}`, first!.expected, error);
  }
}

/**
 * Checks the number of agents in the header of a file.
 *
 * @throws SnapshotError if it is not the number of agents in the scenario
 */
export function checkAgents({ agents }: Container, plan: Plan): void {
  if (agents === plan.agents) return;
  throw new SnapshotError(
    'SNAPSHOT_CONTENT',
    { offset: 0, section: 'header' },
    `${agents} agents`,
    `${plan.agents} agents, as in the scenario`,
  );
}

/**
 * Reads a log line by line, so that each command is checked before the next command is parsed.
 *
 * @param plan the plan of the scenario
 * @param tick the last tick that a command may have
 * @throws SnapshotError
 */
export function readLog(
  section: FoundSection,
  scenario: Scenario,
  plan: Plan,
  tick: number,
): Command[] {
  if (section.body.length > MAX_LOG_BYTES) {
    throw refuse(section, `${section.body.length} bytes`, `at most ${MAX_LOG_BYTES}`);
  }
  // Checked before any line is parsed, because more commands would take seconds and a gigabyte.
  const lines = linesIn(section.body);
  if (lines > MAX_LOG_COMMANDS) {
    throw refuse(section, `${lines} commands`, `at most ${MAX_LOG_COMMANDS}`);
  }
  const log: Command[] = [];
  const roster = new ObstacleRoster(scenario);
  const text = readText(section);
  let last = 0;
  for (let begin = 0; begin < text.length; ) {
    const newline = text.indexOf('\n', begin);
    const end = newline < 0 ? text.length : newline;
    if (end - begin > MAX_LINE) {
      throw refuse(section, `a line of ${end - begin} characters`, `at most ${MAX_LINE}`);
    }
    const line = readJson(section, text.slice(begin, end));
    const named = `command ${log.length}`;
    if (line === null || typeof line !== 'object') {
      throw refuse(section, `${named} that is not an object`, 'an object');
    }
    const { tick: at, ...input } = line as Command;
    if (!Number.isInteger(at) || at < last || at > tick) {
      throw refuse(section, `${named} of tick ${at}`, `a tick from ${last} to ${tick}`);
    }
    try {
      const command = { ...checkCommand(scenario, plan.largestRadius, input), tick: at };
      const problems = roster.check(command);
      if (problems.length > 0) refuseCommand(problems);
      roster.take(command);
      log.push(command);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      throw refuse(
        section,
        `${named}: ${error.message}`,
        'a valid command for the scenario',
        error,
      );
    }
    last = at;
    begin = end + 1;
  }
  return log;
}

/** The number of lines of a text. The last line may be without a line end. */
function linesIn(body: Uint8Array): number {
  const newline = 0x0a;
  let lines = body.length === 0 || body.at(-1) === newline ? 0 : 1;
  for (let at = body.indexOf(newline); at >= 0; at = body.indexOf(newline, at + 1)) lines++;
  return lines;
}

/**
 * Returns the commands of the scenario and of a log that are still pending at `tick`. They have the same order as in a
 * world's own list of pending commands.
 */
export function pendingOf(
  section: FoundSection,
  scenario: Scenario,
  plan: Plan,
  log: readonly Command[],
  tick: number,
): Command[] {
  const pending = [...scenario.commands, ...log].filter((command) => command.tick >= tick);
  refuseExcess(section, () => new CommandQueue(scenario, plan, pending));
  return pending;
}

/**
 * Runs `queue`, which queues or checks commands. If the commands do not fit into shared memory, reports this as a
 * problem of the section.
 *
 * @throws SnapshotError if the commands do not fit
 */
export function refuseExcess(section: FoundSection, queue: () => void): void {
  try {
    queue();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const [{ found, expected }] = error.problems as [Problem];
    throw refuse(section, found, expected, error);
  }
}

/**
 * Reads a state from a section, and checks that a world can be stepped from this state.
 *
 * @throws SnapshotError if a world cannot be stepped from this state
 */
export function readState(
  section: FoundSection,
  scenario: Scenario,
  plan: Plan,
  tick: number,
): State {
  const counts = countsOf(plan);
  const state = decodePlanes(
    section,
    keptRows(plan),
    (row) => counts[row[2]] * elements(row[3]),
  ) as State;
  const problem = findProblem(plan, scenario, state, tick);
  if (problem === undefined) return state;
  throw refuse(section, problem.found, problem.expected);
}

/**
 * The number of elements that a plane has for each agent (or other item). `components` is the number of components of a
 * column. A column with three components is stored in three planes.
 */
function elements(components: number): number {
  return components === 3 ? 1 : components;
}

function readText(section: FoundSection): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(section.body);
  } catch (cause) {
    throw refuse(section, 'bytes that are not UTF-8', 'text', cause);
  }
}

function readJson(section: FoundSection, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refuse(section, 'text that is not JSON', 'JSON', cause);
  }
}

/** Creates the error for a section with impossible content. */
export function refuse(
  { id, offset }: FoundSection,
  found: string,
  expected: string,
  cause?: unknown,
): SnapshotError {
  const where = { offset, section: id };
  return new SnapshotError('SNAPSHOT_CONTENT', where, found, expected, cause);
}
