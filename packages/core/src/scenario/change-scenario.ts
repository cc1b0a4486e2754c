import { canHoldOptions, ParameterError, type Problem, ScenarioError, show } from '../errors.ts';
import { type ParameterChange, parameterName } from './change-text.ts';
import { guessText } from './known-keys.ts';
import { findParameter } from './parameters.ts';
import { parseScenario } from './parse.ts';
import type { Parameter, Scenario, Species } from './schema.ts';

/**
 * Returns a copy of a scenario with other values for parameters of species and behaviors. The result is the same as a
 * scenario written with these values. It gives a world with the same state and the same hash.
 *
 * A change names a behavior by its index in the list, or by its type if the species has only one behavior of that type.
 *
 * @param scenario a result of `parseScenario`
 * @throws ParameterError, listing every problem: an unknown species, behavior or parameter, a type that the species has
 * twice, a value out of range, or a parameter that is set twice. The problems include those of the changed scenario
 */
export function changeScenario(scenario: Scenario, changes: readonly ParameterChange[]): Scenario {
  if (!Array.isArray(changes)) {
    throw new ParameterError([
      { path: 'changes', found: show(changes), expected: 'a list of changes' },
    ]);
  }
  const species = scenario.species.map((species) => ({
    ...species,
    behaviors: species.behaviors.map((behavior) => ({ ...behavior })),
  }));
  const problems: Problem[] = [];
  /** The names of the parameters that have been set so far, by JSON path. */
  const names = new Map<string, string>();
  for (const [index, change] of changes.entries()) {
    const place = findPlace(scenario, change, index);
    if ('found' in place) {
      problems.push(place);
      continue;
    }
    const { path, name } = place;
    const other = names.get(path);
    if (other !== undefined) {
      const found = `a second value${other === name ? '' : `, in addition to that of ${other}`}`;
      problems.push({ path: name, found, expected: 'each parameter once' });
      continue;
    }
    names.set(path, name);
    const of = species[place.species];
    const holder = place.behavior === undefined ? of : of.behaviors[place.behavior];
    Object.assign(holder, { [change.parameter]: change.value });
  }
  if (problems.length > 0) throw new ParameterError(problems);
  try {
    return parseScenario({ ...scenario, species });
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    throw new ParameterError(
      error.problems.map((problem) => ({
        ...problem,
        path: names.get(problem.path) ?? problem.path,
      })),
    );
  }
}

/** Where a parameter is in a scenario. */
export interface Place {
  readonly species: number;
  readonly behavior: number | undefined;
  /** The JSON path of the parameter. It is the same whether the change names the behavior by index or by type. */
  readonly path: string;
  readonly name: string;
}

/**
 * Finds the parameter that a change names, and checks the new value against the range. `index` is the index of the
 * change in the list of changes.
 */
export function findPlace(scenario: Scenario, change: ParameterChange, index = 0): Place | Problem {
  if (!canHoldOptions(change)) {
    return { path: `changes[${index}]`, found: show(change), expected: 'a change' };
  }
  const name = parameterName(change);
  const at = scenario.species.findIndex((species) => species.name === change.species);
  if (at < 0) {
    const known = scenario.species.map((species) => species.name);
    const found = show(change.species) + guessText(String(change.species), known);
    return { path: name, found, expected: `one of ${known.map(show).join(', ')}` };
  }
  const species = scenario.species[at];
  const twins = placesOf(species, change.behavior);
  if (twins.length > 1) {
    const found = `${show(change.behavior)}, of which "${species.name}" has ${twins.length}`;
    return { path: name, found, expected: `its index in the list, one of ${twins.join(', ')}` };
  }
  const place = findParameter(species, change, scenario.laws);
  if ('problem' in place) {
    const { found, expected } = place.problem;
    return { path: name, found, expected };
  }
  const { parameter, behavior } = place;
  // This check comes before the schema's, because messages of the schema do not name units.
  if (!(change.value >= parameter.min && change.value <= parameter.max)) {
    return { path: name, found: show(change.value), expected: rangeText(parameter) };
  }
  const inner = behavior === undefined ? '' : `.behaviors[${behavior}]`;
  return { species: at, behavior, path: `$.species[${at}]${inner}.${parameter.name}`, name };
}

/** Returns the indices of all behaviors of type `type` in the species' list of behaviors. */
function placesOf({ behaviors }: Species, type: ParameterChange['behavior']): number[] {
  return behaviors.flatMap((behavior, place) => (behavior.type === type ? [place] : []));
}

function rangeText({ min, max, unit }: Parameter): string {
  return `a number from ${min} to ${max}${unit === '1' ? '' : ` ${unit}`}`;
}
