import { show } from '../errors.ts';
import { guessText } from './known-keys.ts';
import { lawOf } from './law-type.ts';
import { farthestReach, isNeighborRange, neighborRangesOf } from './neighbor-ranges.ts';
import type { Parameter } from './numeric-parameters.ts';
import { behaviorParametersOf } from './scenario-laws.ts';
import type { Command, Scenario } from './schema.ts';
import { SPECIES_PARAMETERS, type Species } from './species-schema.ts';

type SetCommand = Omit<Extract<Command, { type: 'set' }>, 'tick'>;

/** Where a `set` command writes: a slot of a behavior of the species, or of the species itself. */
export interface ParameterPlace {
  /** Place in the species' list of behaviors; undefined for the species itself. */
  readonly behavior: number | undefined;
  readonly slot: number;
}

/** A parameter that there is: where it stands, and its range. */
export interface FoundParameter extends ParameterPlace {
  readonly parameter: Parameter;
}

/** What is wrong with a `set` command, and in which of its keys. */
export interface ParameterRefusal {
  readonly key: 'behavior' | 'parameter' | 'value';
  readonly problem: { readonly found: string; readonly expected: string };
}

/** Parameters of a separation that act only where its neighbors are counted. */
const COUNTING: readonly string[] = ['near', 'factor'];

/** Finds a parameter of a species by name; a type of behavior means the first that the species has of it. */
export function findParameter(
  species: Species,
  { behavior: wanted, parameter: wantedName }: Pick<SetCommand, 'behavior' | 'parameter'>,
  laws: Scenario['laws'],
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
        types === '' ? 'nothing: there is none' : `one of ${types}`,
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
 * Finds the slot that a `set` command means, and checks its value against the range in the schema.
 * `largestRadius` (m) is what the bounds allow, see `largestRadius` in meaning.ts.
 */
export function resolveSet(
  species: Species,
  command: SetCommand,
  largestRadius: number,
  scenario: Pick<Scenario, 'laws' | 'dt' | 'dimensions' | 'seed'>,
): ParameterPlace | ParameterRefusal {
  const found = findParameter(species, command, scenario.laws);
  if ('problem' in found) return found;
  const { behavior, slot, parameter } = found;
  const place = behavior === undefined ? undefined : species.behaviors[behavior];
  // Room for events is made for the agents that can die when the world is made.
  if (behavior === undefined && parameter.name === 'lifetime' && species.lifetime === undefined) {
    return refuse('parameter', '"lifetime"', 'a species that has a lifetime in the scenario');
  }
  const ofLaw = place !== undefined && lawOf(place.type, scenario.laws) !== undefined;
  const [min, max] = rangeOf(parameter, place !== undefined && !ofLaw, largestRadius);
  if (!(command.value >= min && command.value <= max)) {
    return refuse('value', show(command.value), `a number from ${min} to ${max}`);
  }
  if (ofLaw) {
    const changed = { ...place, [parameter.name]: command.value };
    const reach = Math.max(0, ...neighborRangesOf(changed, scenario).map(([, range]) => range));
    const most = farthestReach(largestRadius);
    if (reach > most) {
      const found = `${command.value}, with which the law looks ${reach} m around`;
      return refuse('value', found, `a value with which it looks at most ${most} m around`);
    }
  }
  return { behavior, slot };
}

/** What a parameter, of a behavior or of a species, may be set to; `largestRadius` as above. */
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
