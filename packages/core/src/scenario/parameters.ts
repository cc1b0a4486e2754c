import { show } from '../errors.ts';
import type { Law } from '../laws/law.ts';
import { guessText } from './known-keys.ts';
import { lawOf } from './law-type.ts';
import {
  farthestReach,
  isNeighborRange,
  type NeighborContext,
  neighborRangesOf,
} from './neighbor-ranges.ts';
import type { Parameter } from './numeric-parameters.ts';
import { behaviorParametersOf } from './scenario-laws.ts';
import { SPECIES_PARAMETERS, type Species } from './species-schema.ts';

/** What a `set` command sets. */
interface SetCommand {
  readonly behavior?: number | string | undefined;
  readonly parameter: string;
  readonly value: number;
}

/** The place to which a `set` command writes. It is a slot that belongs to a species, or to one of its behaviors. */
export interface ParameterPlace {
  /** Index of the behavior in the species' list of behaviors; undefined for a parameter of the species itself. */
  readonly behavior: number | undefined;
  readonly slot: number;
}

/** An existing parameter, with its place in memory and its range. */
export interface FoundParameter extends ParameterPlace {
  readonly parameter: Parameter;
}

/** A problem of a `set` command, and the key of the command that has this problem. */
export interface ParameterRefusal {
  readonly key: 'behavior' | 'parameter' | 'value';
  readonly problem: { readonly found: string; readonly expected: string };
}

/** Parameters of "separation" that have an effect only if its option `sum` is "count". */
const COUNTING: readonly string[] = ['near', 'factor'];

/**
 * Finds the parameter that a `set` command names. If the command names no behavior, the parameter belongs to the
 * species itself. If the command names a type of behavior, the first behavior of that type is meant.
 */
export function findParameter(
  species: Species,
  { behavior: wanted, parameter: wantedName }: Pick<SetCommand, 'behavior' | 'parameter'>,
  laws: readonly Law[] | undefined,
): FoundParameter | ParameterRefusal {
  let behavior: number | undefined;
  let parameters: readonly Parameter[] = SPECIES_PARAMETERS;
  if (wanted !== undefined) {
    behavior =
      typeof wanted === 'number'
        ? wanted
        : species.behaviors.findIndex((candidate) => candidate.type === wanted);
    const found = species.behaviors[behavior];
    if (found === undefined) {
      const known = species.behaviors.map(({ type }) => type);
      const guess = typeof wanted === 'string' ? guessText(wanted, known) : '';
      const types = species.behaviors.map((b, index) => `${index} "${b.type}"`).join(', ');
      return refuse(
        'behavior',
        show(wanted) + guess,
        types === '' ? 'no behavior, because the species has none' : `one of ${types}`,
      );
    }
    parameters = behaviorParametersOf(found, laws);
  }
  const slot = parameters.findIndex((p) => p.name === wantedName);
  const parameter = parameters[slot];
  if (parameter === undefined) {
    const names = parameters.map((p) => p.name);
    const guess = guessText(String(wantedName), names);
    return refuse('parameter', show(wantedName) + guess, `one of ${names.join(', ')}`);
  }
  const place = behavior === undefined ? undefined : species.behaviors[behavior];
  if (
    place?.type === 'separation' &&
    place.sum === 'direction' &&
    COUNTING.includes(parameter.name)
  ) {
    return refuse('parameter', show(parameter.name), 'a separation with sum "count"');
  }
  return { behavior, slot, parameter };
}

/**
 * Finds the slot to which a `set` command writes, and checks the value against the range in the schema. `largestRadius`
 * is the largest neighbor radius (m) that the bounds allow; see neighbor-ranges.ts.
 */
export function resolveSet(
  species: Species,
  command: SetCommand,
  largestRadius: number,
  scenario: NeighborContext,
): ParameterPlace | ParameterRefusal {
  const found = findParameter(species, command, scenario.laws);
  if ('problem' in found) return found;
  const { behavior, slot, parameter } = found;
  const place = behavior === undefined ? undefined : species.behaviors[behavior];
  // The capacity of the event ring is fixed when a world is created. It counts only species whose agents can die.
  if (behavior === undefined && parameter.name === 'lifetime' && species.lifetime === undefined) {
    return refuse('parameter', '"lifetime"', 'a species that has a lifetime in the scenario');
  }
  const ofLaw = place !== undefined && lawOf(place.type, scenario.laws) !== undefined;
  const [min, max] = rangeOf(parameter, place !== undefined && !ofLaw, largestRadius);
  if (!(command.value >= min && command.value <= max)) {
    return refuse('value', show(command.value), `a number from ${min} to ${max}`);
  }
  if (parameter.isWhole && !Number.isInteger(command.value)) {
    return refuse('value', show(command.value), `a whole number from ${min} to ${max}`);
  }
  if (ofLaw) {
    const changed = { ...place, [parameter.name]: command.value };
    const reach = Math.max(0, ...neighborRangesOf(changed, scenario).map(([, range]) => range));
    const most = farthestReach(largestRadius);
    if (reach > most) {
      const found = `${command.value}, with which the law looks for neighbors within ${reach} m`;
      return refuse('value', found, `a value with which it looks within at most ${most} m`);
    }
  }
  return { behavior, slot };
}

/**
 * Returns the range of a parameter of a behavior or a species. `largestRadius` (m) is the largest neighbor radius that
 * the bounds of the world allow.
 */
export function rangeOf(
  { name, min, max }: Parameter,
  ofBehavior: boolean,
  largestRadius: number,
): readonly [min: number, max: number] {
  return [min, isNeighborRange(name) && ofBehavior ? Math.min(max, largestRadius) : max];
}

function refuse(key: ParameterRefusal['key'], found: string, expected: string): ParameterRefusal {
  return { key, problem: { found, expected } };
}
