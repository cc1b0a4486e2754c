import { parseScenario, type Scenario, type Species } from '@skein/core';
import { lawTypeOf } from '@skein/core/describe';
import type { Law } from '@skein/core/laws';
import { plainLists } from '../share/plain-lists.ts';

/** Whom a law is given to, and whether its species keeps what else it does. */
export interface Placing {
  readonly species: string;
  readonly alone: boolean;
}

/** They look at what the forces before them ask for. */
const LAST: ReadonlySet<string> = new Set(['context', 'orca']);

/**
 * The scenario with a law, which a species has as a behavior with its default parameters: in the place of the behavior of
 * the same name, or behind the others.
 *
 * @throws ScenarioError where the scenario has not what the law needs
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
  if (there >= 0) return behaviors.map((one, place) => (place === there ? own : one));
  const last = behaviors.findIndex(({ type }) => LAST.has(type));
  const place = last >= 0 ? last : behaviors.length;
  return [...behaviors.slice(0, place), own, ...behaviors.slice(place)];
}

/** Where there is no target, a law with an aim goes after another species, or its own. */
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
