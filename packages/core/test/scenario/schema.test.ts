import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BEHAVIORS } from '../../src/behaviors/index.ts';
import { AIM_KINDS } from '../../src/laws/law.ts';
import { BEHAVIOR_PARAMETERS, SPECIES_PARAMETERS } from '../../src/scenario/describe.ts';
import { DESCRIPTIONS } from '../../src/scenario/descriptions.ts';
import { parseScenario, parseScenarioText } from '../../src/scenario/parse.ts';
import { scenarioJsonSchema } from '../../src/scenario/scenario-json-schema.ts';
import { BEHAVIOR_TYPES, type BehaviorType } from '../../src/scenario/schema.ts';
import { slotOf, speciesSlotOf } from '../../src/scenario/slots.ts';
import { scenarios } from '../helpers/random-scenarios.ts';
import { runsOf } from '../helpers/runs.ts';
import { SCENE_NAMES, sceneText } from '../helpers/scenes.ts';
import { attacks, least } from './attacks.ts';

const ON_MAPS = BEHAVIOR_TYPES.filter((type) => BEHAVIORS[type].family === 'paths') as string[];

const validate = new Ajv2020({ strict: false, allErrors: true }).compile(scenarioJsonSchema());

describe.each(SCENE_NAMES)('scenarios/%s.json', (name) => {
  it('is valid, and named like its file', () => {
    expect(parseScenarioText(sceneText(name)).name).toBe(name);
  });

  it('is valid by the exported JSON Schema too', () => {
    validate(JSON.parse(sceneText(name)));
    expect(validate.errors).toBeNull();
  });

  it('names the schema file, so that editors complete keys', () => {
    expect(JSON.parse(sceneText(name)).$schema).toBe('./scenario.schema.json');
  });
});

describe('the JSON Schema', () => {
  it('accepts what parseScenario accepts, seed 5', () => {
    fc.assert(
      fc.property(scenarios, (input) => {
        parseScenario(input);
        // As in a text: keys that are undefined are left out.
        validate(JSON.parse(JSON.stringify(input)));
        expect(validate.errors).toBeNull();
      }),
      { seed: 5, numRuns: runsOf(25, 100) },
    );
  });

  it('contains the parameters of the laws that it is made with', () => {
    const scenario = parseScenarioText(sceneText('particle-life'));
    const withLaws = new Ajv2020({ strict: false }).compile(scenarioJsonSchema(scenario.laws));
    const changed = (over: object) => {
      const input = JSON.parse(sceneText('particle-life'));
      Object.assign(input.species[0].behaviors[0], over);
      return input;
    };
    expect(withLaws(changed({}))).toBe(true);
    expect(withLaws(changed({ push: 50 }))).toBe(true);
    for (const over of [{ pushes: 50 }, { push: -1 }, { push: '1' }, { type: 'law:other' }]) {
      expect(withLaws(changed(over)), JSON.stringify(over)).toBe(false);
    }
    // The laws are not known here.
    expect(validate(changed({ pushes: 50 }))).toBe(true);
    expect(validate(changed({ type: 'laws' }))).toBe(false);
  });

  it('refuses unknown keys, wrong types and numbers out of range', () => {
    const refusedByShape = attacks.filter(([, input, line]) => {
      const sayable = line.includes('an unknown key') || line.includes('expected a number of');
      return sayable && input !== null && JSON.stringify(input) !== undefined;
    });
    expect(refusedByShape.length).toBeGreaterThan(20);
    for (const [what, input] of refusedByShape) {
      const text = JSON.stringify(input);
      // JSON has no NaN: what becomes null is another attack.
      expect(validate(JSON.parse(text)), what).toBe(false);
    }
  });

  it('has a description for each key with a number, text or choice, and uses all descriptions', () => {
    const laws = AIM_KINDS.map(
      (aim) =>
        ({
          name: aim,
          aim,
          description: 'A law.',
          parameters: {},
          nodes: [],
          births: [{}],
        }) as never,
    );
    const bare = new Set<string>();
    const used = new Set<unknown>();
    const visit = (one: unknown, of: string, key: string): void => {
      if (one === null || typeof one !== 'object') return;
      const { type, description } = one as { type?: unknown; description?: unknown };
      used.add(description);
      if (
        of === 'properties' &&
        typeof type === 'string' &&
        LEAVES.includes(type) &&
        !description
      ) {
        bare.add(key);
      }
      for (const [inner, value] of Object.entries(one)) visit(value, key, inner);
    };
    visit(scenarioJsonSchema(laws), '', '');
    expect(Object.values(DESCRIPTIONS).filter((text) => !used.has(text))).toEqual([]);
    // Those of laws, whose document is docs/laws.md, and a few whose names suffice.
    expect([...bare].sort().join(' ')).toBe(
      'aim default description do ends law max min parameter result type unit value when',
    );
  });

  it('gives units, ranges and defaults of every parameter', () => {
    const text = JSON.stringify(scenarioJsonSchema());
    const { properties } = scenarioJsonSchema() as {
      properties: Record<string, Record<string, unknown>>;
    };
    expect(properties.dt).toMatchObject({ unit: 's', minimum: 1e-4, maximum: 1, default: 1 / 60 });
    for (const unit of ['m', 's', 'N', 'kg', 'kg/s', 'm/s', 'rad', '1/s', '1/s^2', '1']) {
      expect(text, unit).toContain(`"unit":"${unit}"`);
    }
  });
});

const LEAVES = ['number', 'integer', 'string', 'boolean'];

/** The keys that parameters of some types require beside them. */
const BESIDE: Readonly<Record<string, object>> = {
  interpose: { second: {} },
  separation: { sum: 'count', near: 1, factor: 2 },
  climb: { field: 'trail' },
  deposit: { field: 'trail' },
};

describe('parameters', () => {
  const lists = [
    ['species', SPECIES_PARAMETERS] as const,
    ...BEHAVIOR_TYPES.map((type) => [type, BEHAVIOR_PARAMETERS[type]] as const),
  ];

  it.each(lists)(
    'of %s fit into a record, are described, and have a range and a unit',
    (_, list) => {
      expect(list.length).toBeLessThanOrEqual(16);
      expect(new Set(list.map((p) => p.name)).size).toBe(list.length);
      for (const { name, unit, min, max, default: usual, description } of list) {
        expect(Number.isFinite(min) && Number.isFinite(max) && min < max, name).toBe(true);
        expect(unit.length, name).toBeGreaterThan(0);
        expect(description.length, name).toBeGreaterThan(10);
        if (usual !== undefined) {
          expect(usual >= min && usual <= max, name).toBe(true);
        }
      }
    },
  );

  it('are exactly the numeric keys of the schema, in its order', () => {
    const names = (type: BehaviorType): string[] => BEHAVIOR_PARAMETERS[type].map((p) => p.name);
    expect(names('cohesion')).toEqual(['weight', 'radius', 'cosine']);
    expect(names('homing')).toEqual(['speed', 'curvatureRadius', 'saturation', 'sight']);
    expect(SPECIES_PARAMETERS.map((p) => p.name)).toEqual([
      'mass',
      'radius',
      'maxSpeed',
      'minSpeed',
      'maxForce',
      'damping',
      'forceFactor',
      'turnRate',
      'lifetime',
      'priority',
    ]);
  });

  it('have slots, and an unknown parameter is an error at load time', () => {
    expect(slotOf('homing', 'saturation')).toBe(2);
    expect(speciesSlotOf('lifetime')).toBe(8);
    expect(() => slotOf('homing', 'turn')).toThrow('No parameter "turn" in slot-table.ts');
    expect(() => speciesSlotOf('count')).toThrow('No parameter "count" in slot-table.ts');
  });

  it.each(lists.slice(1))(
    'of %s are accepted at both ends of their ranges, and not beyond',
    (type, list) => {
      for (const { name, min, max } of list) {
        const input = (value: number): Record<string, unknown> =>
          least({
            ...(ON_MAPS.includes(type)
              ? { dimensions: 2, map: { rows: ['...'] } }
              : { bounds: { type: 'contain', min: [0, 0, 0], max: [9, 9, 9] } }),
            ...(BEHAVIORS[type as keyof typeof BEHAVIORS]?.family === 'fields' && {
              fields: [{ name: 'trail', cells: [2, 2, 2] }],
            }),
            targets: [{ name: 'goal', position: [0, 0] }],
            paths: [
              {
                name: 'way',
                points: [
                  [0, 0],
                  [1, 0],
                ],
              },
            ],
            species: [
              {
                name: 'a',
                count: 1,
                maxSpeed: 1,
                spawn: { type: 'pool' },
                goals: { type: 'points', positions: [[0, 0]] },
                behaviors: [{ type, ...BESIDE[type], [name]: value }],
              },
            ],
          });
        for (const value of [min, max]) expect(() => parseScenario(input(value))).not.toThrow();
        for (const value of [min - 1e-9 - Math.abs(min) * 1e-9, max * (1 + 1e-9)]) {
          expect(() => parseScenario(input(value)), `${name} ${value}`).toThrow(`.${name}: found`);
        }
      }
    },
  );
});
