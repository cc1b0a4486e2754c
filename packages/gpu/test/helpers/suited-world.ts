import { createWorld, type Scenario } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { BEHAVIORS } from '../../../core/src/behaviors/index.ts';
import { BEHAVIOR_TYPES } from '../../../core/src/scenario/schema.ts';
import { behaviorOf } from '../../../core/test/helpers/random/behaviors.ts';
import { Draws, type Input } from '../../../core/test/helpers/random/draws.ts';
import { withoutRefused } from '../../../core/test/helpers/random/refused.ts';
import { randomWorld } from '../../../core/test/helpers/random/scene.ts';
import { reasonAgainst } from '../../src/tick/qualify.ts';

/** What the card cannot do, and what only matters with it. */
const UNSUITED = {
  scenario: [
    ...['map', 'mesh', 'heights', 'routes', 'obstacles', 'obstacleCapacity', 'launchers'],
    ...['particles', 'regions', 'commands', 'display'],
  ],
  species: [
    ...[
      'states',
      'lifetime',
      'reports',
      'trail',
      'sparks',
      'goals',
      'turn',
      'capacity',
      'whenFull',
    ],
  ],
  behavior: ['states', 'assignable', 'choose', 'ends', 'offspring'],
} as const;
/** Behaviors that are no laws. */
const NO_LAWS: readonly string[] = ['orca', 'context', 'avoidance'];
const LAWFUL = BEHAVIOR_TYPES.filter(
  (type) => !NO_LAWS.includes(type) && BEHAVIORS[type].family !== 'paths',
);

function without(input: Input, keys: readonly string[]): Input {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !keys.includes(key)));
}

function isSuitedLaw({ births, ends, aim }: Input): boolean {
  const isPlace = aim === 'path' || aim === 'waypoint';
  return births === undefined && ends === undefined && !isPlace;
}

/** At times, crowds that look near for one species and far for another: each of these has a layer of the grid. */
function crowded(
  draws: Draws,
  species: readonly Input[],
  min: readonly number[],
  max = min.map((one) => one + 30),
): readonly Input[] {
  if (species.length < 2 || draws.chance(0.5)) return species;
  const [near, far] = [species[0].name, species[1].name];
  return species.map((one) => ({
    ...without(one, ['columns']),
    count: 70 + draws.below(60),
    spawn: { type: 'box', min, max, velocity: { speed: 2 } },
    behaviors: [
      ...(one.behaviors as Input[]).map((of) =>
        of.radius === undefined ? of : { ...of, species: [far] },
      ),
      { type: 'separation', radius: draws.real(0.05, 0.4), species: [near] },
      { type: 'cohesion', radius: draws.real(1, 2), species: [far] },
    ],
  }));
}

/**
 * The random world of a seed, without what the card cannot step, and with more behaviors that it can; undefined if the
 * card still cannot step it.
 */
export function suitedWorld(seed: number): Scenario | undefined {
  const draws = new Draws(seed);
  const drawn = without(randomWorld(seed).scenario, UNSUITED.scenario);
  const named = (list: unknown): string[] => ((list ?? []) as Input[]).map(({ name }) => `${name}`);
  const laws = (drawn.laws as Input[]).filter(isSuitedLaw);
  const types: readonly string[] = [...LAWFUL, ...named(laws).map((name) => `law:${name}`)];
  const [targets, names, paths, fields] = [
    ...[drawn.targets, drawn.species, drawn.paths, drawn.fields].map(named),
  ];
  const velocity3 = (speed: number) => draws.times(3, () => draws.real(-speed, speed));
  const { min, max } = drawn.bounds as Record<string, number[] | undefined>;
  const low = min ?? [0, 0, 0];
  const center = low
    .map((one, axis) => (one + (max?.[axis] ?? 9)) / 2)
    .slice(0, drawn.dimensions as number);
  const species = (drawn.species as Input[]).map((one) => {
    const more = draws.times(1 + draws.below(3), () => {
      const ground = { shortest: 6, fields, velocity3 };
      return behaviorOf(draws, draws.pick(LAWFUL), { targets, species: names, paths }, ground);
    });
    const behaviors = [...(one.behaviors as Input[]), ...more]
      .filter(({ type }) => types.includes(`${type}`))
      .map((of) => without(of, UNSUITED.behavior));
    const isEmpty = (one.spawn as Input).type === 'pool' || one.count === 0;
    const own = without(one, UNSUITED.species);
    const count = (one.count as number) || 9;
    const place = { type: 'sphere', center, radius: 2, velocity: { speed: 1 } };
    return { ...own, behaviors, ...(isEmpty && { spawn: place, count }) };
  });
  let input: Input = { ...drawn, laws, species: crowded(draws, species, low, max) };
  for (;;) {
    const read = withoutRefused(input);
    const reason = reasonAgainst(innerOf(createWorld(read.scenario)));
    if (reason === undefined) return read.scenario;
    const [, type, name] = /^behavior "([^"]+)" of species "([^"]+)"/.exec(reason) ?? [];
    if (type === undefined) return undefined;
    input = {
      ...read.input,
      species: (read.input.species as Input[]).map((one) => {
        if (one.name !== name) return one;
        return { ...one, behaviors: (one.behaviors as Input[]).filter((of) => of.type !== type) };
      }),
    };
  }
}
