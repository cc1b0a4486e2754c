import type { BehaviorDescription, ColumnDescription, Parameter } from '@skein/core/describe';
import { describeBehaviors, meantBy } from '@skein/core/describe';
import { Help } from 'commander';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { readGivenLaws } from './given-laws.ts';
import type { Output } from './output.ts';

export interface ListOptions {
  readonly json?: boolean;
  /** Files of laws to list as well. */
  readonly laws?: readonly string[];
}

/** The maximum length of a line, so that it fits any terminal. */
const WIDTH = 80;

/** `skein list [TYPE or FAMILY...]`: lists the behaviors with all their parameters, generated from the schema. */
export async function list(
  types: readonly string[],
  options: ListOptions,
  output: Output,
): Promise<ExitCode> {
  const all = describeBehaviors(await readGivenLaws(options.laws));
  const unknown = types.find((name) => !all.some(({ type, family }) => isIn([type, family], name)));
  if (unknown !== undefined) {
    const families = [...new Set(all.map(({ family }) => family))].join(', ');
    const known = all.map(({ type }) => type).join(', ');
    const meant = meantBy(
      unknown,
      all.flatMap(({ type, family }) => [type, family]),
    );
    const guess = meant === undefined ? '' : ` (did you mean ${meant}?)`;
    const expected =
      meant === undefined
        ? `one of ${known}; or a family: ${families}`
        : 'a type or a family that skein list names';
    throw new CliError(EXIT.usage, `found no behavior "${unknown}"${guess}, expected ${expected}`);
  }
  const chosen = all.filter(
    ({ type, family }) => types.length === 0 || types.some((name) => isIn([type, family], name)),
  );
  await output.write(options.json ? `${JSON.stringify(chosen)}\n` : textOf(chosen));
  return EXIT.ok;
}

/** Whether `names` contains `name`, in upper or lower case. */
function isIn(names: readonly string[], name: string): boolean {
  return names.some((one) => one.toLowerCase() === name.toLowerCase());
}

function textOf(behaviors: readonly BehaviorDescription[]): string {
  const lines: string[] = [];
  let family = '';
  for (const behavior of behaviors) {
    if (behavior.family !== family)
      lines.push(...(family === '' ? [] : ['']), behavior.family.toUpperCase());
    family = behavior.family;
    lines.push('', behavior.type, indented(behavior.description, 2));
    for (const parameter of behavior.parameters) {
      lines.push(
        `    ${parameter.name}: ${rangeOf(parameter)}`,
        indented(parameter.description, 6),
      );
    }
    for (const { name, kind, default: usual, description } of behavior.settings) {
      lines.push(`    ${name}: ${kind}${usual === undefined ? '' : `, default ${usual}`}`);
      if (description !== '') lines.push(indented(description, 6));
    }
    for (const column of behavior.columns ?? []) {
      lines.push(`    ${columnText(column)}`);
      if (column.description !== '') lines.push(indented(column.description, 6));
    }
  }
  return `${lines.join('\n')}\n`;
}

function rangeOf({ unit, min, max, default: usual }: Parameter): string {
  const range = `${min} to ${max}${unit === '1' ? '' : ` ${unit}`}`;
  return usual === undefined ? range : `${range}, default ${usual}`;
}

/** Describes a column in one line: "column energy (J): f32 from 0 to 20, default 5, written". */
function columnText({
  name,
  type,
  unit,
  min,
  max,
  default: value,
  written,
}: ColumnDescription): string {
  const named = `column ${name}${unit === '1' ? '' : ` (${unit})`}: ${type}`;
  const from = min === undefined ? '' : ` from ${min}`;
  const to = max === undefined ? '' : ` to ${max}`;
  const usual = value === undefined ? '' : `, default ${JSON.stringify(value)}`;
  return `${named}${from}${to}${usual}, ${written ? 'written' : 'read'}`;
}

function indented(text: string, by: number): string {
  const wrapped = new Help().boxWrap(text, WIDTH - by);
  return wrapped.replace(/^/gm, ' '.repeat(by));
}
