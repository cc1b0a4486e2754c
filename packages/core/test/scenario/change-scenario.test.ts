import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ParameterError } from '../../src/errors.ts';
import { defineLaw, vec3 } from '../../src/laws/index.ts';
import { changeScenario } from '../../src/scenario/change-scenario.ts';
import type { ParameterChange } from '../../src/scenario/change-text.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { behaviorParametersOf } from '../../src/scenario/scenario-laws.ts';
import { type Parameter, SPECIES_PARAMETERS } from '../../src/scenario/schema.ts';
import { LONG, someOf } from '../helpers/long.ts';

const FOLDER = new URL('../../../../scenarios/', import.meta.url);
const scenes = readdirSync(FOLDER).filter(
  (file) => file.endsWith('.json') && file !== 'scenario.schema.json',
);

const spawn = { type: 'box', min: [0, 0, 0], max: [9, 5, 3] };

const lift = defineLaw({
  name: 'lift',
  description: 'Upward.',
  parameters: { push: { unit: 'N', default: 3, min: -9, max: 99, description: 'How strongly.' } },
  force: ({ parameters }) => vec3(0, parameters.push, 0),
});

const written = {
  name: 'two-kinds',
  laws: [lift],
  bounds: { type: 'wrap', min: [0, 0, 0], max: [40, 31, 53] },
  targets: [{ name: 'there', position: [9, 0, 0] }],
  species: [
    {
      name: 'bird',
      count: 5,
      spawn,
      minSpeed: 1,
      maxSpeed: 9,
      behaviors: [
        { type: 'seek', weight: 2, target: 'there' },
        { type: 'separation', weight: 3, radius: 5, sum: 'count' },
        { type: 'seek', weight: 4, target: 'there' },
        { type: 'law:lift' },
        { type: 'orca', radius: 7 },
      ],
    },
    { name: 'stone', count: 3, spawn, maxSpeed: 6 },
  ],
};

/** The scenario with a number set by hand. */
function edited(input: object, [species, behavior, parameter, value]: Edit): unknown {
  const copy = structuredClone(input) as { species: Record<string, unknown>[] };
  const one = copy.species[species];
  const holder =
    behavior === undefined ? one : (one.behaviors as Record<string, unknown>[])[behavior];
  holder[parameter] = value;
  return copy;
}

type Edit = [species: number, behavior: number | undefined, parameter: string, value: number];

function outcomeOf(make: () => unknown): string | undefined {
  try {
    return JSON.stringify(make());
  } catch {
    return undefined;
  }
}

describe('a changed scenario equals one written with the new numbers:', () => {
  it.each(someOf(scenes, 4))('every number of %s', (file) => {
    const input = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
    const scenario = parseScenario(input);
    const before = JSON.stringify(scenario);
    let accepted = 0;
    const tried = new Set<string>();
    const compare = (parameter: Parameter, species: number, behavior?: number): void => {
      const { name, behaviors } = scenario.species[species];
      // Several species and behaviors of a scene have the same parameters.
      const which = `${behavior === undefined ? '' : behaviors[behavior].type} ${parameter.name}`;
      if (!LONG && tried.has(which)) return;
      tried.add(which);
      const holder = behavior === undefined ? scenario.species[species] : behaviors[behavior];
      const old = (holder as unknown as Record<string, number | undefined>)[parameter.name];
      for (const value of [parameter.min, old === undefined ? 3.7 : old * 0.9]) {
        const change = { species: name, parameter: parameter.name, value };
        const byHand = outcomeOf(() =>
          parseScenario(edited(input, [species, behavior, parameter.name, value])),
        );
        const made = outcomeOf(() =>
          changeScenario(scenario, [behavior === undefined ? change : { ...change, behavior }]),
        );
        expect([change, behavior, made]).toEqual([change, behavior, byHand]);
        if (made !== undefined) accepted++;
      }
    };
    for (const [index, species] of scenario.species.entries()) {
      for (const parameter of SPECIES_PARAMETERS) compare(parameter, index);
      for (const [place, behavior] of species.behaviors.entries()) {
        for (const parameter of behaviorParametersOf(behavior, scenario.laws)) {
          compare(parameter, index, place);
        }
      }
    }
    expect(accepted).toBeGreaterThan(9);
    expect(JSON.stringify(scenario)).toBe(before);
  });

  it('several at once, by type and index, of a law, and where the default was used', () => {
    const changes: ParameterChange[] = [
      { species: 'bird', behavior: 2, parameter: 'weight', value: 9 },
      { species: 'bird', behavior: 'law:lift', parameter: 'push', value: -0 },
      { species: 'bird', behavior: 'separation', parameter: 'near', value: 2 },
      { species: 'bird', behavior: 'separation', parameter: 'factor', value: 5 },
      { species: 'stone', parameter: 'lifetime', value: 4 },
    ];
    const copy = structuredClone(written) as { species: Record<string, unknown>[] };
    const behaviors = copy.species[0].behaviors as Record<string, unknown>[];
    behaviors[2].weight = 9;
    behaviors[3].push = 0;
    Object.assign(behaviors[1], { near: 2, factor: 5 });
    copy.species[1].lifetime = 4;
    expect(changeScenario(parseScenario(written), changes)).toStrictEqual(parseScenario(copy));
  });
});

describe('refused with exactly this:', () => {
  const scenario = parseScenario(written);
  const bird = (parameter: string, value: number, behavior?: string | number): ParameterChange =>
    behavior === undefined
      ? { species: 'bird', parameter, value }
      : { species: 'bird', behavior, parameter, value };
  const types = '0 "seek", 1 "separation", 2 "seek", 3 "law:lift", 4 "orca"';

  it.each([
    [
      'a species that does not exist',
      [{ species: 'brid', parameter: 'mass', value: 1 }],
      'brid.mass: found "brid" (did you mean "bird"?), expected one of "bird", "stone"',
    ],
    [
      'a behavior that does not exist',
      [bird('weight', 1, 'seperation')],
      `bird.seperation.weight: found "seperation" (did you mean "separation"?), expected one of ${types}`,
    ],
    [
      'the name of a law',
      [bird('push', 1, 'lift')],
      `bird.lift.push: found "lift" (did you mean "law:lift"?), expected one of ${types}`,
    ],
    [
      'an index beyond the list',
      [bird('weight', 1, 5)],
      `bird.5.weight: found 5, expected one of ${types}`,
    ],
    [
      'a behavior of a species without any',
      [{ species: 'stone', behavior: 'seek', parameter: 'weight', value: 1 }],
      'stone.seek.weight: found "seek", expected no behavior, because the species has none',
    ],
    [
      'a type that two behaviors have',
      [bird('weight', 1, 'seek')],
      'bird.seek.weight: found "seek", of which "bird" has 2, expected its index in the list, one of 0, 2',
    ],
    [
      'a parameter that does not exist',
      [bird('psuh', 1, 'law:lift')],
      'bird.law:lift.psuh: found "psuh" (did you mean "push"?), expected one of push',
    ],
    [
      'the number of agents',
      [bird('count', 1)],
      'bird.count: found "count", expected one of mass, radius, maxSpeed, minSpeed, maxForce, damping, forceFactor, turnRate, lifetime, priority',
    ],
    [
      'a parameter of the prototype',
      [bird('__proto__', 1)],
      'bird.__proto__: found "__proto__", expected one of mass, radius, maxSpeed, minSpeed, maxForce, damping, forceFactor, turnRate, lifetime, priority',
    ],
    [
      'less than the minimum',
      [bird('mass', 0)],
      'bird.mass: found 0, expected a number from 0.000001 to 1000000 kg',
    ],
    [
      'more than the maximum, of a law',
      [bird('push', 99.5, 'law:lift')],
      'bird.law:lift.push: found 99.5, expected a number from -9 to 99 N',
    ],
    [
      'outside a range without a unit',
      [bird('forceFactor', -1)],
      'bird.forceFactor: found -1, expected a number from 0 to 1000000',
    ],
    [
      'no number',
      [bird('mass', Number.NaN)],
      'bird.mass: found NaN, expected a number from 0.000001 to 1000000 kg',
    ],
    [
      'the text of a number',
      [{ ...bird('mass', 1), value: '2' }],
      'bird.mass: found "2", expected a finite number',
    ],
    [
      'a fraction for a whole number',
      [bird('maxNeighbors', 2.5, 'orca')],
      'bird.orca.maxNeighbors: found 2.5, expected a whole number',
    ],
    [
      'too large for the bounds',
      [bird('radius', 11, 'separation')],
      `bird.separation.radius: found 11, expected at most ${31 / 3.01}, a third of the shortest edge of bounds that wrap`,
    ],
    [
      'a conflict with another number, reported at that number',
      [bird('maxSpeed', 0.5)],
      '$.species[0].minSpeed: found 1, expected at most 0.5, the value of "maxSpeed"',
    ],
    [
      'the same twice',
      [bird('mass', 1), bird('mass', 1)],
      'bird.mass: found a second value, expected each parameter once',
    ],
    [
      'the same under two names',
      [bird('weight', 1, 1), bird('weight', 2, 'separation')],
      'bird.separation.weight: found a second value, in addition to that of bird.1.weight, expected each parameter once',
    ],
    [
      'several problems at once',
      [bird('mass', 0), bird('radius', 1), bird('speed', 0)],
      'bird.mass: found 0, expected a number from 0.000001 to 1000000 kg\nbird.speed: found "speed", expected one of mass, radius, maxSpeed, minSpeed, maxForce, damping, forceFactor, turnRate, lifetime, priority',
    ],
    ['no list', 'mass', 'changes: found "mass", expected a list of changes'],
    ['no change', [null], 'changes[0]: found null, expected a change'],
  ])('%s', (_, changes, message) => {
    const change = () => changeScenario(scenario, changes as readonly ParameterChange[]);
    expect(change).toThrow(ParameterError);
    try {
      change();
    } catch (error) {
      expect((error as Error).message).toBe(message);
    }
    expect(scenario).toEqual(parseScenario(written));
  });
});
