import { show } from '../errors.ts';
import { lawOf } from './law-type.ts';
import { farthestReach, isNeighborRange, neighborRangesOf } from './neighbor-ranges.ts';
import { behaviorParametersOf } from './scenario-laws.ts';
import {
  type Command,
  type Parameter,
  type Scenario,
  SPECIES_PARAMETERS,
  type Species,
} from './schema.ts';

type SetCommand = Omit<Extract<Command, { type: 'set' }>, 'tick'>;

/** Where a `set` command writes: a slot of a behavior of the species, or of the species itself. */
export interface ParameterPlace {
  /** Place in the species' list of behaviors; undefined for the species itself. */
  readonly behavior: number | undefined;
  readonly slot: number;
}

/** What is wrong with a `set` command, and in which of its keys. */
export interface ParameterRefusal {
  readonly key: 'behavior' | 'parameter' | 'value';
  readonly problem: { readonly found: string; readonly expected: string };
}

/** Parameters of a separation that act only where its neighbors are counted. */
const COUNTING: readonly string[] = ['near', 'factor'];

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
  let behavior: number | undefined;
  let parameters: readonly Parameter[] = SPECIES_PARAMETERS;
  const wanted = command.behavior;
  if (wanted !== undefined) {
    behavior =
      typeof wanted === 'number'
        ? wanted
        : species.behaviors.findIndex((candidate) => candidate.type === wanted);
    const found = species.behaviors[behavior];
    if (found === undefined) {
      const types = species.behaviors.map((b, index) => `${index} "${b.type}"`).join(', ');
      return refuse(
        'behavior',
        show(wanted),
        types === '' ? 'nothing: there is none' : `one of ${types}`,
      );
    }
    parameters = behaviorParametersOf(found, scenario.laws);
  }
  const slot = parameters.findIndex((p) => p.name === command.parameter);
  const parameter = parameters[slot];
  if (parameter === undefined) {
    const names = parameters.map((p) => p.name).join(', ');
    return refuse('parameter', show(command.parameter), `one of ${names}`);
  }
  const place = behavior === undefined ? undefined : species.behaviors[behavior];
  if (
    place?.type === 'separation' &&
    place.sum === 'direction' &&
    COUNTING.includes(parameter.name)
  ) {
    return refuse('parameter', show(parameter.name), 'a separation with sum "count"');
  }
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
