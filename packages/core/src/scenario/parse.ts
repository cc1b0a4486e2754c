import type * as z from 'zod/mini';
import { canHoldOptions, type Problem, ScenarioError, show, unknownOption } from '../errors.ts';
import { findExcess, findTwinKey } from '../json-text.ts';
import type { Law } from '../laws/law.ts';
import { LawError } from '../laws/law-error.ts';
import { readLaw } from '../laws/read-law.ts';
import { checkSize, SIZE } from '../schema/guard.ts';
import { checkDisplay } from './check-display.ts';
import { checkSections } from './check-sections.ts';
import { choicesText, guessText, shapeAt } from './known-keys.ts';
import { isLawType } from './law-type.ts';
import type { ScenarioInput } from './scenario-input.ts';
import { A_ROTATION, A_VECTOR, type Scenario } from './schema.ts';
import { readScenario } from './sections.ts';
import { withoutNegativeZeros } from './zeros.ts';

/** The largest scenario text that is accepted, in bytes. */
export const MAX_SCENARIO_BYTES = 16 * 0x100000;

export interface ParseOptions {
  /** Laws to add to the scenario. If the scenario has a law with the same name, the added law replaces it. */
  readonly laws?: readonly Law[];
}

/**
 * Checks a scenario and fills in its defaults. The result shares no objects with the input.
 *
 * @param input a `ScenarioInput`, or any other value to check
 *
 * @throws LawError LAW_INVALID for an invalid law in the options
 * @throws ScenarioError, listing every problem of shape (unknown keys, wrong types, numbers that are not finite or out
 * of range) and of meaning (unknown names, a world that is too large)
 */
export function parseScenario(input: ScenarioInput, options?: ParseOptions): Scenario;
export function parseScenario(input: unknown, options?: ParseOptions): Scenario;
export function parseScenario(input: unknown, options: ParseOptions = {}): Scenario {
  return parse(withLaws(input, options));
}

/**
 * Checks a scenario and fills in its defaults.
 *
 * @param others problems that were found earlier, in the text from which the input was read
 */
function parse(input: unknown, others: readonly Problem[] = []): Scenario {
  const oversized = checkSize(input, jsonPath);
  if (oversized.length > 0) throw new ScenarioError('SCENARIO_INVALID', capped(oversized));
  if (input === null || typeof input !== 'object' || Array.isArray(input)) {
    const noObject = { path: '$', found: show(input), expected: 'an object' };
    throw new ScenarioError('SCENARIO_INVALID', [...others, noObject]);
  }
  const { scenario, sections, schema, issues, lawProblems } = readScenario(input);
  const shape = issues.flatMap((issue) => problemsOf(issue, schema, input));
  const meaning = checkSections(sections);
  const problems = withoutTwins([...others, ...shape, ...lawProblems, ...meaning]);
  if (problems.length === 0) {
    checkDisplay(scenario, sections.largestRadius, (path, found, expected) => {
      problems.push({ path, found, expected });
    });
    if (problems.length === 0) return withoutNegativeZeros(scenario);
  }
  throw new ScenarioError('SCENARIO_INVALID', capped(problems));
}

/** Returns the input with the laws of the options added. An input that cannot be a scenario is returned unchanged. */
function withLaws(input: unknown, options: ParseOptions): unknown {
  checkParseOptions(options);
  const { laws } = options;
  if (laws === undefined) return input;
  const given = laws.map((law) => readLaw(law));
  const twin = given.find(({ name }, index) => given.findIndex((law) => law.name === name) < index);
  if (twin !== undefined) {
    throw new LawError(show(twin.name), 'name', 'a second law of this name', 'each name once');
  }
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return input;
  const own: unknown = (input as { laws?: unknown }).laws ?? [];
  if (!Array.isArray(own)) return input;
  const names = new Set<unknown>(given.map(({ name }) => name));
  return { ...input, laws: [...own.filter((value) => !names.has(value?.name)), ...given] };
}

function checkParseOptions(options: ParseOptions): void {
  const unknown = canHoldOptions(options) ? unknownOption(options, ['laws']) : show(options);
  if (unknown !== undefined || !(options.laws === undefined || Array.isArray(options.laws))) {
    const found = unknown ?? `laws: ${show(options.laws)}`;
    throw new ScenarioError('SCENARIO_INVALID', [
      { path: 'options', found, expected: 'an object with "laws", a list of laws' },
    ]);
  }
}

/**
 * Removes duplicate problems. They occur because a value of a wrong type may fail several checks with the same message.
 */
function withoutTwins(problems: readonly Problem[]): Problem[] {
  const said = new Set<string>();
  return problems.filter(({ path, found, expected }) => {
    const line = `${path}\n${found}\n${expected}`;
    return !said.has(line) && said.add(line);
  });
}

/** Maximum number of problems that are listed. Further problems are only counted. */
const MAX_PROBLEMS = 100;

function capped(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  const rest = {
    path: '$',
    found: `${problems.length - MAX_PROBLEMS} more problems`,
    expected: 'none',
  };
  return [...problems.slice(0, MAX_PROBLEMS), rest];
}

/**
 * Parses and checks a scenario from JSON text.
 *
 * @throws ScenarioError SCENARIO_TOO_LARGE, SCENARIO_NOT_JSON or SCENARIO_INVALID
 */
export function parseScenarioText(text: string, options: ParseOptions = {}): Scenario {
  if (typeof text !== 'string') {
    const found = show(text);
    throw new ScenarioError('SCENARIO_NOT_JSON', [{ path: '$', found, expected: 'a text' }]);
  }
  // A text never has more UTF-16 units than UTF-8 bytes, so this never refuses a text that fits.
  if (text.length > MAX_SCENARIO_BYTES) {
    throw new ScenarioError('SCENARIO_TOO_LARGE', [
      { path: '$', found: `${text.length} bytes`, expected: `at most ${MAX_SCENARIO_BYTES} bytes` },
    ]);
  }
  const { input, problems } = readJson(text);
  return parse(withLaws(input, options), problems);
}

/** Parses a JSON text. Each of the returned problems is a duplicate key, which JSON itself allows. */
function readJson(text: string): { input: unknown; problems: readonly Problem[] } {
  // Some editors on Windows write a byte order mark, which JSON.parse refuses.
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (body.trim() === '') {
    throw new ScenarioError('SCENARIO_NOT_JSON', [
      { path: '$', found: 'an empty text', expected: 'a JSON object' },
    ]);
  }
  const excess = findExcess(body, SIZE);
  if (excess !== undefined) {
    throw new ScenarioError('SCENARIO_TOO_LARGE', [{ path: '$', ...excess }]);
  }
  let input: unknown;
  try {
    input = JSON.parse(body);
  } catch (error) {
    throw new ScenarioError('SCENARIO_NOT_JSON', [
      {
        path: '$',
        found: `text that is not JSON (${(error as Error).message}${endOf(body, error as Error)})`,
        expected: 'a JSON object',
      },
    ]);
  }
  const twin = findTwinKey(body);
  if (twin === undefined) return { input, problems: [] };
  const found = `the key a second time, in line ${twin.line}, column ${twin.column}`;
  return { input, problems: [{ path: jsonPath(twin.path), found, expected: 'each key once' }] };
}

/**
 * If parsing failed because the text is truncated, returns words that say in which line the text ends. For any other
 * error, the result is empty, because the engine's message contains the position.
 */
function endOf(text: string, { message }: Error): string {
  return /\bend\b/.test(message) ? `, in line ${text.split('\n').length}` : '';
}

/** Joins the parts of a JSON path to a text such as `$.species[0].count`. */
export function jsonPath(parts: readonly PropertyKey[]): string {
  let path = '$';
  for (const part of parts) {
    if (typeof part === 'number') path += `[${part}]`;
    else if (/^[A-Za-z_$][\w$]{0,63}$/.test(String(part))) path += `.${String(part)}`;
    else path += `[${show(String(part))}]`;
  }
  return path;
}

function valueAt(input: unknown, parts: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of parts) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

/**
 * Converts an issue that `schema` found in `input` to problems: one problem for each unknown key, or a single problem
 * for any other issue.
 */
export function problemsOf(
  issue: z.core.$ZodIssue,
  schema: z.ZodMiniType,
  input: unknown,
): Problem[] {
  const value = valueAt(input, issue.path);
  const path = jsonPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(shapeAt(schema, issue.path, input));
    return issue.keys.map((key) => ({
      path: jsonPath([...issue.path, key]),
      found: `an unknown key${guessText(key, known)}`,
      expected: known.length === 0 ? 'no such key' : choicesText(key, known),
    }));
  }
  if (issue.code === 'invalid_key') {
    const wrong = issue.issues.map((issue) =>
      issue.code === 'custom' ? issue.message : `a key of ${expectationOf(issue)}`,
    );
    return [{ path, found: `the key ${show(issue.path.at(-1))}`, expected: wrong.join(' and ') }];
  }
  const expected = lawsFor(issue, value) ?? choicesFor(issue, value) ?? expectationOf(issue);
  return [{ path, found: show(value) + guessFor(issue, value), expected }];
}

/**
 * Returns a list of the laws of the scenario if the issue is a behavior with an unknown law. Otherwise returns
 * undefined.
 */
function lawsFor(issue: z.core.$ZodIssue, value: unknown): string | undefined {
  if (issue.code !== 'invalid_union' || typeof value !== 'string' || !isLawType(value)) return;
  const { options = [] } = issue as { options?: readonly unknown[] };
  const carried = options.filter((option) => typeof option === 'string' && isLawType(option));
  const names = carried.map(show).join(', ');
  return names === ''
    ? 'a law in $.laws, which is empty, or in the option "laws"'
    : `a law in $.laws: ${names}`;
}

/**
 * Returns the text " (did you mean …?)" if several words were possible and a similar word was found. Otherwise,
 * returns an empty text.
 */
function guessFor(issue: z.core.$ZodIssue, value: unknown): string {
  const words = wordsOf(issue);
  return typeof value === 'string' && words.length > 1 ? guessText(value, words) : '';
}

/** Returns the list of choices if one of several words was expected, and otherwise undefined. */
function choicesFor(issue: z.core.$ZodIssue, value: unknown): string | undefined {
  const words = wordsOf(issue);
  return typeof value === 'string' && words.length > 1 ? choicesText(value, words) : undefined;
}

/** Returns the words that were expected. The list is empty if other values were possible too. */
function wordsOf(issue: z.core.$ZodIssue): readonly string[] {
  const { options } = issue as { options?: readonly unknown[] };
  const choices = issue.code === 'invalid_value' ? issue.values : options;
  const words = choices?.filter((word) => typeof word === 'string') ?? [];
  return words.length === choices?.length ? words : [];
}

function expectationOf(issue: z.core.$ZodIssue): string {
  if (issue.message === A_VECTOR || issue.message === A_ROTATION) return issue.message;
  switch (issue.code) {
    case 'custom':
      return issue.message;
    case 'invalid_type':
      return issue.expected === 'int' ? 'a whole number' : `${article(issue.expected)}`;
    case 'too_small':
      return sized(
        issue.origin,
        issue.inclusive === false ? 'more than' : 'at least',
        issue.minimum,
      );
    case 'too_big':
      return sized(
        issue.origin,
        issue.inclusive === false ? 'less than' : 'at most',
        issue.maximum,
      );
    case 'invalid_value':
      return issue.values.length === 1
        ? JSON.stringify(issue.values[0])
        : `one of ${issue.values.map((v) => JSON.stringify(v)).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'regex'
        ? `text like ${(issue as { pattern?: string }).pattern}`
        : issue.format;
    case 'invalid_union': {
      const options = (issue as { options?: readonly unknown[] }).options;
      if (options !== undefined)
        return `one of ${options.map((o) => JSON.stringify(o)).join(', ')}`;
      const branches = issue.errors.map((errors) =>
        errors
          .map(
            (e) => (e.path.length > 0 ? `${jsonPath(e.path).slice(1)}: ` : '') + expectationOf(e),
          )
          .join(' and '),
      );
      return [...new Set(branches)].join(', or ');
    }
    default:
      return issue.message;
  }
}

function sized(origin: string, comparison: string, limit: number | bigint): string {
  const units: Record<string, string> = { array: 'element', string: 'character' };
  const unit = units[origin];
  if (unit === undefined) return `a number of ${comparison} ${limit}`;
  return `${comparison} ${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`;
}

function article(type: string): string {
  if (type === 'number') return 'a finite number';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
