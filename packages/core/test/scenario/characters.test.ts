import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../src/errors.ts';
import { mapFromRows } from '../../src/path/map.ts';
import { MapError } from '../../src/path/map-error.ts';
import { parseMapText } from '../../src/path/map-text.ts';
import { parseScenario, parseScenarioText } from '../../src/scenario/parse.ts';
import { scenarioJsonSchema } from '../../src/scenario/scenario-json-schema.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { innerOf } from '../../src/world/public-world.ts';
import { randomOf } from '../helpers/random-of.ts';
import { runsOf, seedOf } from '../helpers/runs.ts';
import { least, species } from './attacks.ts';

const validate = new Ajv2020({ strict: false, allErrors: true }).compile(scenarioJsonSchema());

/** Letters, characters outside the basic plane, marks that join others, and halves of characters. */
const ALPHABET = [
  'a',
  'Z',
  '0',
  '_',
  ' ',
  '森',
  '🌲',
  '😀',
  '𝒜',
  '\u200d',
  '\u0301',
  '\ud83c',
  '\n',
];

function accepts(input: unknown): boolean {
  try {
    parseScenario(input);
    return true;
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return false;
  }
}

/** The texts of a scenario, and the largest number of characters that each may have. */
const TEXTS: readonly (readonly [string, number, (text: string) => Record<string, unknown>])[] = [
  ['a name', 64, (name) => ({ name })],
  ['a description', 1000, (description) => ({ description })],
  ['the name of a species', 64, (name) => ({ species: [species({ name })] })],
  ['the address of a model', 256, (gltf) => ({ species: [species({ body: { gltf } })] })],
  ['a color', 7, (color) => ({ species: [species({ color })] })],
  [
    'the unit of a field',
    64,
    (unit) => ({
      dimensions: 2,
      bounds: { type: 'contain', min: [-9, -9], max: [9, 9] },
      fields: [{ name: 'f', unit, cells: [2, 2] }],
    }),
  ],
  [
    'a character of a legend',
    1,
    (character) => ({
      dimensions: 2,
      map: { rows: ['...', '...'], legend: { '.': 1, [character]: 'wall' } },
    }),
  ],
];

describe('the JSON Schema and the reader agree on', () => {
  it.each(TEXTS)('%s', (_, most, withText) => {
    const random = randomOf(seedOf(most));
    const lengths = [0, 1, 2, most - 1, most, most + 1];
    let accepted = 0;
    for (let n = 0; n < runsOf(60, 200); n++) {
      const length = lengths[Math.floor(random() * lengths.length)];
      const kinds = 1 + Math.floor(random() * ALPHABET.length);
      const text = Array.from({ length }, () => ALPHABET[Math.floor(random() * kinds)]).join('');
      const input = JSON.parse(JSON.stringify(least(withText(text))));
      const reads = accepts(input);
      expect(validate(input), `${JSON.stringify(text)} of ${[...text].length}`).toBe(reads);
      if (reads) accepted++;
    }
    expect(accepted > 0 || most === 64 || most === 7).toBe(true);
  });
});

describe('a map of characters outside the basic plane', () => {
  const rows = ['🌲.😀.', '..🌲.'];
  const legend = { '🌲': 'wall', '😀': 7, '.': 1 } as const;

  it('has one cell for each', () => {
    const map = mapFromRows(rows, legend);
    expect([map.width, map.height, ...map.cost]).toEqual([4, 2, 0, 1, 7, 1, 1, 1, 0, 1]);
    expect(parseMapText(JSON.stringify({ rows, legend })).cost).toEqual(map.cost);
  });

  it('is the map of a world, with its walls where they are drawn', () => {
    const at = (x: number, y: number) =>
      least({
        dimensions: 2,
        map: { rows, legend },
        species: [species({ count: 1, spawn: { type: 'points', positions: [[x, y]] } })],
      });
    const { plan, front } = innerOf(createWorld(parseScenario(at(3.5, 1.5))));
    expect([plan.map!.width, plan.map!.height]).toEqual([4, 2]);
    expect([...front.mapCost]).toEqual([1, 1, 0, 1, 0, 1, 7, 1]);
    expect(() => parseScenario(at(2.5, 0.5))).toThrow('a point in a wall of the map');
    expect(() => parseScenario(at(4.5, 0.5))).toThrow('a point outside the map');
  });

  it('is refused with columns counted in characters', () => {
    const place = (row: string) => {
      try {
        mapFromRows(['🌲🌲🌲', row], legend);
      } catch (error) {
        if (error instanceof MapError) return [error.line, error.column, error.found];
      }
      return undefined;
    };
    expect(place('🌲🌲!')).toEqual([2, 3, '"!"']);
    expect(place('🌲🌲')).toEqual([2, undefined, '2 characters']);
    expect(place('🌲🌲🐝')).toEqual([2, 3, '"🐝"']);
  });
});

it('names the column of a key in characters, and cuts no character in two', () => {
  const text = '{ "🌲🌲": 1, "🌲🌲": 2 }';
  expect(() => parseScenarioText(text)).toThrow('line 1, column 12');
  const long = '🌲'.repeat(61);
  expect(() => parseScenario(least({ name: long }))).toThrow(`"${'🌲'.repeat(57)}..."`);
});
