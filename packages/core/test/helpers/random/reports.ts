import type { Draws, Input } from './draws.ts';
import type { Ground } from './ground.ts';
import type { Names } from './names.ts';

const STATES = ['a', 'b', 'c'] as const;

/** Three states, each with transitions of some kinds to the others. */
export function statesOf(
  draws: Draws,
  { targets, species, regions }: Names,
  { shortest, hasWays, links }: Ground,
  columns: boolean,
): Input[] {
  const distance = (): number => draws.real(0, shortest / 3.4);
  return STATES.map((name) => {
    const often = draws.pick(species);
    const all: Input[] = [
      { type: 'near', species: often, distance: distance() },
      { type: 'near', species: often, distance: distance() },
      { type: 'far', species: often, distance: distance() },
      { type: 'far', species: draws.pick(species), distance: distance() },
      { type: 'after', time: draws.real(0, 0.5) },
      { type: 'chance', rate: draws.real(0, 9) },
      ...(columns ? [{ type: 'above', column: 'energy', value: draws.real(0, 9) }] : []),
      ...(columns ? [{ type: 'below', column: 'energy', value: draws.real(0, 9) }] : []),
      ...targets
        .slice(0, 1)
        .flatMap((target) => [
          { type: 'near', target, distance: draws.real(0, 9) },
          { type: 'arrived', target, radius: draws.real(0, 3) },
          ...(hasWays ? [{ type: 'unreachable', target }] : []),
        ]),
      ...regions.map((region) => ({ type: draws.pick(['entered', 'left']), region })),
      ...links.map((link) => ({ type: draws.pick(['entered', 'left']), link })),
    ];
    const next = draws.some(all, 0.3).map((input) => ({
      ...input,
      to: draws.pick(STATES.filter((other) => other !== name)),
    }));
    return { name, next };
  });
}

/** Some reports of every kind that a species can have. */
export function reportsOf(
  draws: Draws,
  { targets, species, regions }: Names,
  { shortest, hasWays, links }: Ground,
  goals: boolean,
  states: boolean,
  behaviors: readonly Input[],
): Input[] {
  const distance = shortest / 3.4;
  const all: Input[] = [
    ...regions.map((region) => ({ type: draws.pick(['entered', 'left']), region })),
    ...links.map((link) => ({ type: draws.pick(['entered', 'left']), link })),
    { type: 'near', species: species[0], distance: draws.real(0, 0.4) * distance },
    {
      ...{ type: 'near', species: species.at(-1), release: distance },
      distance: draws.real(0.5, 1) * distance,
    },
    ...(goals ? [{ type: 'arrived', radius: draws.real(0, 5) }] : []),
    ...(goals && hasWays ? [{ type: 'unreachable' }] : []),
    ...targets
      .slice(0, 1)
      .flatMap((target) => [
        { type: 'near', target, distance: draws.real(0, 9), release: 9 },
        { type: 'arrived', target, radius: draws.real(0, 3) },
        ...(hasWays ? [{ type: 'unreachable', target }] : []),
      ]),
    ...(behaviors.some(({ type }) => type === 'navigate') ? [{ type: 'waiting' }] : []),
    { type: 'born' },
    { type: 'died' },
    ...(states ? [{ type: 'entered', state: 'b' }] : []),
  ];
  return draws.some(all, 0.6);
}
