import { parseScenario, type Scenario, type Species } from '@skein/core';
import { lawTypeOf } from '@skein/core/describe';
import type { Law } from '@skein/core/laws';
import { plainLists } from '../share/plain-lists.ts';

/** The species that gets the law as a behavior, and whether it loses its other behaviors. */
export interface Placing {
  readonly species: string;
  readonly alone: boolean;
}

/** The types of behaviors that depend on the forces of earlier behaviors, and so must come last. */
const LAST: ReadonlySet<string> = new Set(['context', 'orca']);

/**
 * Returns the scenario with a law added. The species gets a behavior for the law, with default parameters. If `alone`
 * is true, the species loses its other behaviors. If `alone` is false, the new behavior takes the place of a behavior
 * of the same type. If there is no such behavior, the new behavior goes to the end of the list, but before `context`
 * and `orca`.
 *
 * @throws ScenarioError when the scenario lacks something that the law needs
 */
export function withLaw(scenario: Scenario, law: Law, { species, alone }: Placing): Scenario {
  const all = scenario.species.map((one) => {
    if (one.name !== species) return one;
    return { ...one, behaviors: behaviorsWith(one, behaviorOf(scenario, law, species), alone) };
  });
  return parseScenario({ ...plain(scenario), species: all.map(plain) }, { laws: [law] });
}

type Loose = Readonly<Record<string, unknown>>;

function behaviorsWith({ behaviors }: Species, own: Loose, alone: boolean): readonly unknown[] {
  if (alone) return [own];
  const there = behaviors.findIndex(({ type }) => type === own.type);
  if (there >= 0) return behaviors.map((behavior, place) => (place === there ? own : behavior));
  const last = behaviors.findIndex(({ type }) => LAST.has(type));
  const place = last >= 0 ? last : behaviors.length;
  return [...behaviors.slice(0, place), own, ...behaviors.slice(place)];
}

/**
 * The behavior that a species gets for a law. If the law needs an aim, the behavior is aimed at a target. If the
 * scenario has no targets, the aim is another species. If there is no other species, the aim is the species itself.
 */
function behaviorOf({ targets, species }: Scenario, law: Law, own: string): Loose {
  const type = lawTypeOf(law);
  if (law.aim !== 'one' && law.aim !== 'two') return { type };
  const other = species.find(({ name }) => name !== own)?.name ?? own;
  const [first, second] = targets.map(({ name }) => name);
  if (law.aim === 'one') return { type, ...(first ? { target: first } : { quarry: other }) };
  return {
    type,
    ...(first ? { target: first } : { quarry: other }),
    second: second ? { target: second } : { quarry: other },
  };
}

function plain(value: unknown): Loose {
  return JSON.parse(JSON.stringify(value, plainLists));
}
