import * as z from 'zod/mini';
import type { AnyDefinition } from '../../../src/behaviors/define-behavior.ts';
import { BEHAVIORS } from '../../../src/behaviors/index.ts';
import {
  BEHAVIOR_PARAMETERS,
  BEHAVIOR_TYPES,
  type BehaviorType,
  type Parameter,
} from '../../../src/scenario/schema.ts';
import { unwrap } from '../../../src/schema/unwrap.ts';
import type { Draws, Input } from './draws.ts';
import type { Ground } from './ground.ts';
import type { Names } from './names.ts';

/** Those that find ways need a map or a mesh. */
const WAYS: readonly BehaviorType[] = BEHAVIOR_TYPES.filter(
  (type) => BEHAVIORS[type].family === 'paths',
);
const OTHERS: readonly BehaviorType[] = BEHAVIOR_TYPES.filter((type) => !WAYS.includes(type));

/** Behaviors of any types, with laws among them, and often with orca or context behind them. */
export function behaviorsOf(draws: Draws, names: Names, ground: Ground, states: boolean): Input[] {
  const list = draws.times(draws.pick([0, 1, 1, 2, 3, 5]), () => {
    if (names.laws.length > 0 && draws.chance(0.4)) return lawBehavior(draws, names, ground);
    const finds = ground.hasWays && draws.chance(0.4);
    return behaviorOf(draws, draws.pick(finds ? WAYS : OTHERS), names, ground);
  });
  const last = draws.pick([undefined, undefined, 'orca', 'orca', 'context', 'avoidance'] as const);
  if (last !== undefined) list.push(behaviorOf(draws, last, names, ground));
  return states ? list.map((input) => inStates(draws, input)) : list;
}

/** A behavior that acts in some states, where it can. */
function inStates(draws: Draws, behavior: Input): Input {
  const definition = BEHAVIORS[behavior.type as BehaviorType] as AnyDefinition | undefined;
  if (definition?.filters || definition?.hits || draws.chance(0.3)) return behavior;
  return { ...behavior, states: draws.pick([['b'], ['a', 'c']]) };
}

/** Keys that a law does not know are refused, and taken out then. */
function lawBehavior(draws: Draws, names: Names, ground: Ground): Input {
  const law = draws.pick(names.laws);
  const aim = law.aim as string;
  const aimed = aim === 'one' || aim === 'two';
  const parameters = Object.keys(law.parameters as object).map((name) => [
    name,
    draws.real(0, ground.shortest / 3.1),
  ]);
  const births = (law.births as unknown[] | undefined)?.length ?? 0;
  const looks = (law.nodes as unknown[][]).some(([node]) => node === 'neighbors');
  return {
    type: `law:${law.name}`,
    ...Object.fromEntries(parameters),
    ...(aimed && aimOf(draws, names)),
    ...(aimed && draws.maybe(0.2, () => ({ assignable: true }))),
    ...(aim === 'two' && { second: aimOf(draws, names) }),
    ...(aim !== 'two' && aimed && draws.maybe(0.3, () => ({ to: draws.real(1, 20) }))),
    ...(births > 0 && { offspring: draws.times(births, () => draws.pick(names.species)) }),
    ...(births === 1 && { offspring: draws.pick(names.species) }),
    ...(looks && draws.maybe(0.3, () => ({ species: [draws.pick(names.species)] }))),
    ...((aim === 'path' || aim === 'waypoint') && { path: draws.pick(names.paths) }),
  };
}

function aimOf(draws: Draws, { targets, species }: Names): Input {
  return targets.length > 0 && draws.chance(0.5)
    ? { target: draws.pick(targets) }
    : { quarry: draws.pick(species) };
}

/**
 * A behavior of a type that the schema has, with numbers mostly from the small end of their ranges; `withoutRefused`
 * takes out what this scenario does not allow.
 */
export function behaviorOf(
  draws: Draws,
  type: BehaviorType,
  names: Pick<Names, 'targets' | 'species' | 'paths'>,
  ground: Pick<Ground, 'shortest' | 'fields' | 'velocity3'>,
): Input {
  const behavior: Input = { type };
  for (const [key, field] of Object.entries(BEHAVIORS[type].schema.shape)) {
    // Some keys are left to their defaults.
    if (key !== 'radius' && draws.chance(0.3)) continue;
    const limits = BEHAVIOR_PARAMETERS[type].find(({ name }) => name === key);
    const value = drawn(draws, key, unwrap(field as z.ZodMiniType).type, limits, names, ground);
    if (value !== undefined) behavior[key] = value;
  }
  return behavior;
}

function drawn(
  draws: Draws,
  key: string,
  type: z.ZodMiniType,
  limits: Parameter | undefined,
  { targets, species, paths }: Parameters<typeof behaviorOf>[2],
  { shortest, fields, velocity3 }: Parameters<typeof behaviorOf>[3],
): unknown {
  const pick = <T>(list: readonly T[]): T | undefined =>
    list.length === 0 ? undefined : draws.pick(list);
  // Only for a species with states, see `inStates`.
  if (key === 'states') return undefined;
  if (key === 'target') return draws.chance(0.6) ? pick(targets) : undefined;
  if (key === 'quarry') return draws.chance(0.4) ? pick(species) : undefined;
  if (key === 'species') return draws.chance(0.3) ? [draws.pick(species)] : undefined;
  if (key === 'path') return pick(paths);
  if (key === 'field') return pick(fields);
  if (key === 'second')
    return draws.chance(0.7) ? { target: pick(targets) } : { quarry: species[0] };
  // One in ten is the least or the greatest of the schema, so that layers have cells of very different widths.
  if (key === 'radius' && draws.chance(0.1)) return draws.pick([limits!.min, limits!.max]);
  if (key === 'radius') return Math.max(0.1, draws.real(0, shortest / 3.1));
  if (type instanceof z.ZodMiniNumber) {
    const { min, max } = limits!;
    // One in ten is anything that the schema allows, of any magnitude.
    if (draws.chance(0.1) && max > 0) return Math.max(min, Math.floor(max * 1e-6 ** draws.share()));
    const value = draws.real(min, Math.min(max, Math.max(20, 2 * min)));
    return type.def.checks?.some((check) => check._zod.def.check === 'number_format')
      ? Math.floor(value)
      : value;
  }
  if (type instanceof z.ZodMiniEnum) return pick(type.options);
  if (type instanceof z.ZodMiniBoolean) return draws.chance(0.5);
  if (type instanceof z.ZodMiniLiteral || type instanceof z.ZodMiniString) return undefined;
  return velocity3(3);
}
