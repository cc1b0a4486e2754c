import { ParameterError, show } from '../errors.ts';
import type { CommandInput } from './schema.ts';

/** A new value for a numeric parameter of a scenario: a `set` command without its type. */
export type ParameterChange = Omit<Extract<CommandInput, { type: 'set' }>, 'type'>;

/** The sign between parameter and value: "=" on a command line, ":" where "=" has another meaning. */
export type ChangeSign = '=' | ':';

/**
 * Matches the names in a change: the species, the behavior by index or type, and the parameter. Only types of laws
 * contain a colon.
 */
const NAMES = /^([A-Za-z][\w-]*)(?:\.(\d+|(?:law:)?[A-Za-z][\w-]*))?\.([A-Za-z][\w-]*)$/;
/** Matches numbers as in JSON. Also allows a plus sign, leading zeros, and forms such as `.5` and `5.`. */
const DECIMAL = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/**
 * Parses a change of a parameter, such as `boid.maxSpeed=12` or `boid.separation.weight=2`. A behavior is named by its
 * type, or by its index in the list. The first behavior has the index 0, so `boid.1.weight=2` changes the second
 * behavior. Does not check that the parameter exists.
 *
 * @throws ParameterError when the text does not have this form
 */
export function readChange(text: string, sign: ChangeSign = '='): ParameterChange {
  // The last sign, because the type of a law contains a colon too.
  const end = text.lastIndexOf(sign);
  const form = `SPECIES.PARAMETER${sign}NUMBER or SPECIES.BEHAVIOR.PARAMETER${sign}NUMBER`;
  if (end < 0) throw refusal(text, `no "${sign}"`, form);
  const [names, number] = [text.slice(0, end), text.slice(end + 1)];
  const [, species, behavior, parameter] = NAMES.exec(names) ?? [];
  if (species === undefined) throw refusal(text, show(names), form);
  const value = DECIMAL.test(number) ? Number(number) : Number.NaN;
  if (!Number.isFinite(value)) {
    throw refusal(text, show(number), `a finite number after "${sign}"`);
  }
  if (behavior === undefined) return { species, parameter, value };
  const place = /^\d+$/.test(behavior) ? Number(behavior) : behavior;
  return { species, behavior: place, parameter, value };
}

/** Formats a change as text that `readChange` can parse. */
export function changeText(change: ParameterChange, sign: ChangeSign): string {
  return `${parameterName(change)}${sign}${change.value}`;
}

/** The full name of a parameter within its scenario, such as `boid.separation.weight`. */
export function parameterName({ species, behavior, parameter }: ParameterChange): string {
  return [species, ...(behavior === undefined ? [] : [behavior]), parameter].join('.');
}

function refusal(text: string, found: string, expected: string): ParameterError {
  return new ParameterError([{ path: show(text), found, expected }]);
}
