import { ParameterError, show } from '../errors.ts';
import type { CommandInput } from './schema.ts';

/** A numeric parameter of a scenario, and its value: a `set` command without its type. */
export type ParameterChange = Omit<Extract<CommandInput, { type: 'set' }>, 'type'>;

/** What stands between parameter and value: "=" on a command line, ":" where "=" means something else. */
export type ChangeSign = '=' | ':';

/** Species, behavior by place or type, parameter. Only the types of laws have a colon. */
const NAMES = /^([A-Za-z][\w-]*)(?:\.(\d+|(?:law:)?[A-Za-z][\w-]*))?\.([A-Za-z][\w-]*)$/;
/** As JSON has them, and with a plus or without a leading zero. */
const DECIMAL = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/**
 * Reads `boid.maxSpeed=12`, `boid.separation.weight=2` or `boid.1.weight=2`: species, behavior, parameter and
 * value. A behavior is named by its type, or by its place in the list, from 0.
 *
 * @throws ParameterError when it is no such text; whether there is such a parameter is not asked
 */
export function readChange(text: string, sign: ChangeSign = '='): ParameterChange {
  // The last one, as the type of a law has a colon too.
  const end = text.lastIndexOf(sign);
  const form = `SPECIES.PARAMETER${sign}NUMBER or SPECIES.BEHAVIOR.PARAMETER${sign}NUMBER`;
  if (end < 0) throw refusal(text, `no "${sign}"`, form);
  const [names, number] = [text.slice(0, end), text.slice(end + 1)];
  const [, species, behavior, parameter] = NAMES.exec(names) ?? [];
  if (species === undefined) throw refusal(text, show(names), form);
  const value = DECIMAL.test(number) ? Number(number) : Number.NaN;
  if (!Number.isFinite(value)) {
    throw refusal(text, show(number), `a finite number behind "${sign}"`);
  }
  if (behavior === undefined) return { species, parameter, value };
  const place = /^\d+$/.test(behavior) ? Number(behavior) : behavior;
  return { species, behavior: place, parameter, value };
}

/** Writes what `readChange` reads. */
export function changeText(change: ParameterChange, sign: ChangeSign): string {
  return `${parameterName(change)}${sign}${change.value}`;
}

/** Names a parameter within its scenario: `boid.separation.weight`. */
export function parameterName({ species, behavior, parameter }: ParameterChange): string {
  return [species, ...(behavior === undefined ? [] : [behavior]), parameter].join('.');
}

function refusal(text: string, found: string, expected: string): ParameterError {
  return new ParameterError([{ path: show(text), found, expected }]);
}
