import { type BehaviorDescription, describeBehaviors, type Parameter } from '@skein/core';
import { Help } from 'commander';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { Output } from './output.ts';

export interface ListOptions {
  readonly json?: boolean;
}

/** Lines are not longer, so that they fit any terminal. */
const WIDTH = 80;

/** `skein list [TYPE...]`: the behaviors with all their parameters, as the schema has them. */
export async function list(
  types: readonly string[],
  options: ListOptions,
  output: Output,
): Promise<ExitCode> {
  const all = describeBehaviors();
  const unknown = types.find((type) => all.every((one) => one.type !== type));
  if (unknown !== undefined) {
    const known = all.map(({ type }) => type).join(', ');
    throw new CliError(EXIT.usage, `found no behavior "${unknown}", expected one of ${known}`);
  }
  const chosen = types.length === 0 ? all : all.filter(({ type }) => types.includes(type));
  await output.write(options.json ? `${JSON.stringify(chosen)}\n` : textOf(chosen));
  return EXIT.ok;
}

function textOf(behaviors: readonly BehaviorDescription[]): string {
  const lines: string[] = [];
  let family = '';
  for (const one of behaviors) {
    if (one.family !== family) lines.push(...(family === '' ? [] : ['']), one.family.toUpperCase());
    family = one.family;
    lines.push('', one.type, indented(one.description, 2));
    for (const parameter of one.parameters) {
      lines.push(
        `    ${parameter.name}: ${rangeOf(parameter)}`,
        indented(parameter.description, 6),
      );
    }
    for (const { name, kind, standard, description } of one.settings) {
      lines.push(`    ${name}: ${kind}${standard === undefined ? '' : `, default ${standard}`}`);
      if (description !== '') lines.push(indented(description, 6));
    }
  }
  return `${lines.join('\n')}\n`;
}

function rangeOf({ unit, min, max, standard }: Parameter): string {
  const range = `${min} to ${max}${unit === '1' ? '' : ` ${unit}`}`;
  return standard === undefined ? range : `${range}, default ${standard}`;
}

function indented(text: string, by: number): string {
  const wrapped = new Help().boxWrap(text, WIDTH - by);
  return wrapped.replace(/^/gm, ' '.repeat(by));
}
