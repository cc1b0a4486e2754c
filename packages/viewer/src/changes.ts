import {
  type Command,
  CommandError,
  command,
  type Scenario,
  type Species,
  type World,
} from '@skein/core';
import {
  type ParameterChange as Change,
  changeText,
  ParameterError,
  parameterName,
  readChange,
} from '@skein/core/describe';

/** A parameter of a scenario that the visitor has set, with its new value. */
export type { Change };

/** The name of the target that follows the pointer. Not every scene has such a target. */
export const POINTER = 'pointer';

/**
 * For each type of behavior that can be aimed at the pointer: the parameter that the page sets while the visitor holds
 * the pointer down.
 */
const HELD: Readonly<Record<string, string>> = {
  seek: 'weight',
  flee: 'weight',
  dodge: 'commanded',
};

/**
 * The error for changes of parameters that a scene does not allow. For each refused change, `message` says what was
 * expected.
 */
export class ChangesError extends Error {}

/** Reads the text that `writeChanges` writes; undefined when the text is not valid. */
export function readChanges(text: string): Change[] | undefined {
  if (text === '') return [];
  try {
    return text.split(',').map((part) => readChange(part, ':'));
  } catch (error) {
    if (error instanceof ParameterError) return undefined;
    throw error;
  }
}

/**
 * Writes changes as text, such as `boid.separation.weight:2,boid.maxSpeed:12`. A behavior is named by its type, or by
 * its index in the species' list of behaviors.
 */
export function writeChanges(changes: readonly Change[]): string {
  return changes.map((change) => changeText(change, ':')).join(',');
}

/**
 * Gives a world the commands that make the changes. The commands take effect with the next tick.
 *
 * @throws ChangesError
 */
export function giveChanges(world: World, changes: readonly Change[]): void {
  const problems: string[] = [];
  for (const change of changes) {
    try {
      command(world, { type: 'set', ...change });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const reason = error.message.replace('Command refused. $.', '');
      problems.push(`"${writeChanges([change])}" cannot be set: ${reason}.`);
    }
  }
  if (problems.length > 0) throw new ChangesError(problems.join('\n'));
}

/**
 * Returns the commands that a run has executed before `tick`, sorted by tick. They come from the scenario and from the
 * log.
 */
export function doneBy({ commands }: Scenario, log: readonly Command[], tick: number): Command[] {
  const done = [...commands, ...log].filter((command) => command.tick < tick);
  return done.sort((a, b) => a.tick - b.tick);
}

/**
 * Finds the parameters to which the commands in `log` have given values that differ from the scenario. Each parameter
 * is listed once, with its last value. Parameters that act only while the visitor holds the pointer down are left out.
 */
export function changesOf(scenario: Scenario, log: readonly Command[]): Change[] {
  return settingsOf(scenario, log).filter((change) => {
    const species = scenario.species.find(({ name }) => name === change.species)!;
    return heldParameter(species, change.behavior) !== change.parameter;
  });
}

/**
 * Finds the parameters to which the commands in `log` have given values that differ from the scenario. Each parameter
 * is listed once, with its last value.
 */
export function settingsOf(scenario: Scenario, log: readonly Command[]): Change[] {
  const changes = new Map<string, Change>();
  for (const one of log) {
    if (one.type !== 'set') continue;
    const species = scenario.species.find(({ name }) => name === one.species);
    if (species === undefined) continue;
    const change = namedChange(species, one);
    if (change.value === valueIn(species, change)) changes.delete(parameterName(change));
    else changes.set(parameterName(change), change);
  }
  return [...changes.values()];
}

/** The value that the scenario gives to a parameter; undefined when the scenario gives it none. */
export function valueIn(species: Species, { behavior, parameter }: Change): number | undefined {
  const from: object | undefined =
    behavior === undefined ? species : species.behaviors[placeOf(species, behavior)];
  const value = (from as Record<string, unknown> | undefined)?.[parameter];
  return typeof value === 'number' ? value : undefined;
}

/**
 * While the visitor holds the pointer down, the page sets one parameter of a behavior. Returns the name of this
 * parameter, or undefined if the behavior does not follow the pointer.
 */
export function heldParameter(species: Species, behavior: Change['behavior']): string | undefined {
  if (behavior === undefined) return undefined;
  const found = species.behaviors[placeOf(species, behavior)];
  const follows = found !== undefined && 'target' in found && found.target === POINTER;
  return follows ? HELD[found.type] : undefined;
}

/** Returns the same change, but with the shortest name for its behavior. */
export function namedChange(species: Species, { behavior, parameter, value }: Change): Change {
  if (behavior === undefined) return { species: species.name, parameter, value };
  const name = behaviorName(species, placeOf(species, behavior));
  return { species: species.name, behavior: name, parameter, value };
}

/**
 * The name of the behavior at an index in the species' list: the type if the behavior is the first of its type,
 * otherwise the index.
 */
export function behaviorName(species: Species, place: number): string | number {
  const type = species.behaviors[place]?.type;
  const first = species.behaviors.findIndex((behavior) => behavior.type === type);
  return type !== undefined && first === place ? type : place;
}

function placeOf({ behaviors }: Species, behavior: string | number): number {
  if (typeof behavior === 'number') return behavior;
  return behaviors.findIndex(({ type }) => type === behavior);
}
