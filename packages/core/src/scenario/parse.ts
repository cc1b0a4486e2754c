import type * as z from 'zod';
import { type Problem, ScenarioError, show } from '../errors.ts';
import { findExcess, findTwinKey } from '../json-text.ts';
import { checkSize, SIZE } from './guard.ts';
import { knownKeys, meantBy } from './known-keys.ts';
import { checkMeaning } from './meaning.ts';
import { A_VECTOR, type Scenario, scenarioSchema } from './schema.ts';
import { withoutNegativeZeros } from './zeros.ts';

/** Largest scenario text that is read at all. */
export const MAX_SCENARIO_BYTES = 16 * 0x100000;

/**
 * Checks a scenario and fills in its defaults; nothing of the input is kept by reference.
 *
 * @throws ScenarioError with every problem found: shape (unknown keys, wrong types, numbers that
 * are not finite or out of range) and meaning (names that do not exist, a world that is too large).
 */
export function parseScenario(input: unknown): Scenario {
  const oversized = checkSize(input, jsonPath);
  if (oversized.length > 0) throw new ScenarioError('SCENARIO_INVALID', capped(oversized));
  const result = scenarioSchema.safeParse(input);
  const shape = result.success
    ? []
    : result.error.issues.flatMap((issue) => problemsOf(issue, scenarioSchema, input));
  const problems = withoutTwins(shape.concat(checkMeaning(input)));
  if (result.success && problems.length === 0) return withoutNegativeZeros(result.data);
  throw new ScenarioError('SCENARIO_INVALID', capped(problems));
}

/** A wrong type may fail several checks that say the same of it. */
function withoutTwins(problems: readonly Problem[]): Problem[] {
  const said = new Set<string>();
  return problems.filter(({ path, found, expected }) => {
    const line = `${path}\n${found}\n${expected}`;
    return !said.has(line) && said.add(line);
  });
}

/** More problems than this are counted, not listed. */
const MOST_PROBLEMS = 100;

function capped(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= MOST_PROBLEMS) return problems;
  const rest = {
    path: '$',
    found: `${problems.length - MOST_PROBLEMS} more problems`,
    expected: 'none',
  };
  return [...problems.slice(0, MOST_PROBLEMS), rest];
}

/**
 * Reads a scenario from JSON text.
 *
 * @throws ScenarioError SCENARIO_TOO_LARGE, SCENARIO_NOT_JSON or SCENARIO_INVALID.
 */
export function parseScenarioText(text: string): Scenario {
  if (typeof text !== 'string') {
    const found = show(text);
    throw new ScenarioError('SCENARIO_NOT_JSON', [{ path: '$', found, expected: 'a text' }]);
  }
  // UTF-16 units never outnumber UTF-8 bytes, so this refuses nothing that fits.
  if (text.length > MAX_SCENARIO_BYTES) {
    throw new ScenarioError('SCENARIO_TOO_LARGE', [
      { path: '$', found: `${text.length} bytes`, expected: `at most ${MAX_SCENARIO_BYTES} bytes` },
    ]);
  }
  return parseScenario(readJson(text));
}

function readJson(text: string): unknown {
  // Editors on Windows may write a byte order mark, which JSON.parse refuses.
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
  if (twin === undefined) return input;
  const found = `the key a second time, in line ${twin.line}, column ${twin.column}`;
  throw new ScenarioError('SCENARIO_INVALID', [
    { path: jsonPath(twin.path), found, expected: 'each key once' },
  ]);
}

/** Where a text ends that was cut off; of all else the engine says where it stands. */
function endOf(text: string, { message }: Error): string {
  return /\bend\b/.test(message) ? `, in line ${text.split('\n').length}` : '';
}

/** `$.species[0].count` from its parts. */
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

/** Says an issue that `schema` took with `input` as problems: one for each unknown key, one for anything else. */
export function problemsOf(issue: z.core.$ZodIssue, schema: z.ZodType, input: unknown): Problem[] {
  const value = valueAt(input, issue.path);
  const path = jsonPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, issue.path, input);
    return issue.keys.map((key) => {
      const meant = meantBy(key, known);
      return {
        path: jsonPath([...issue.path, key]),
        found: 'an unknown key',
        expected: meant === undefined ? 'no such key' : `no such key; is ${show(meant)} meant?`,
      };
    });
  }
  if (issue.code === 'invalid_key') {
    const expected = `a key of ${issue.issues.map(expectationOf).join(' and ')}`;
    return [{ path, found: `the key ${show(issue.path.at(-1))}`, expected }];
  }
  return [
    { path, found: show(value), expected: `${expectationOf(issue)}${guessFor(issue, value)}` },
  ];
}

/** What was meant, where one of some words was expected and a slip of it found. */
function guessFor(issue: z.core.$ZodIssue, value: unknown): string {
  const words =
    issue.code === 'invalid_value'
      ? issue.values
      : issue.code === 'invalid_union'
        ? ((issue as { options?: readonly unknown[] }).options ?? [])
        : [];
  if (typeof value !== 'string' || words.length < 2) return '';
  const meant = meantBy(
    value,
    words.filter((word) => typeof word === 'string'),
  );
  return meant === undefined ? '' : `; is ${show(meant)} meant?`;
}

function expectationOf(issue: z.core.$ZodIssue): string {
  if (issue.message === A_VECTOR) return A_VECTOR;
  switch (issue.code) {
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
