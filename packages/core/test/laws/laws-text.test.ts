import { describe, expect, it } from 'vitest';
import {
  defineLaw,
  type Law,
  lawsText,
  MAX_LAWS_BYTES,
  readLaw,
  readLaws,
  readLawsText,
  vec3,
} from '../../src/laws/index.ts';
import { randomLaw } from './random-law.ts';

const lift = defineLaw({
  name: 'lift',
  description: 'Upward.',
  parameters: { weight: { unit: 'N', default: 1, min: 0, max: 9, description: 'How "much".' } },
  force: ({ parameters }) => vec3(0, parameters.weight, -0),
});
const rest = defineLaw({ name: 'rest', description: 'None.', force: () => vec3(0, 0, 0) });

describe('laws as text', () => {
  it('have a line for each parameter and each node', () => {
    expect(lawsText([lift, rest])).toBe(`[
  {
    "law": 1,
    "name": "lift",
    "description": "Upward.",
    "aim": "none",
    "parameters": {
      "weight": {"unit":"N","default":1,"min":0,"max":9,"description":"How \\"much\\"."}
    },
    "nodes": [
      ["number",0],
      ["parameter","weight"],
      ["number","-0"]
    ],
    "result": "force",
    "vector": [0,1,2]
  },
  {
    "law": 1,
    "name": "rest",
    "description": "None.",
    "aim": "none",
    "parameters": {},
    "nodes": [
      ["number",0]
    ],
    "result": "force",
    "vector": [0,0,0]
  }
]
`);
  });

  it('are read back unchanged, 100 random programs from seed 1 on', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const law: Law = readLaw({
        ...{ law: 1, name: 'random', description: 'A program.', result: 'velocity' },
        ...randomLaw(seed),
      });
      const text = lawsText([law, lift]);
      const read = readLawsText(text);
      expect(read).toEqual([law, lift]);
      expect(lawsText(read)).toBe(text);
    }
  });

  it('are read from one law, a list or a scenario, with or without a byte order mark', () => {
    expect(readLawsText(JSON.stringify(lift))).toEqual([lift]);
    expect(readLawsText(`\ufeff${JSON.stringify([rest, lift])}`)).toEqual([rest, lift]);
    expect(readLawsText(JSON.stringify({ name: 'scene', laws: [lift] }))).toEqual([lift]);
  });

  it.each([
    ['', '$: found text that is not JSON (an empty text), expected JSON of laws.'],
    ['[{]', '$: found text that is not JSON ('],
    ['7', '$: found 7, expected a list of laws, a law, or a scenario with laws.'],
    ['null', '$: found null, expected a list'],
    ['[]', '$: found an empty list, expected at least one law.'],
    ['{"name": "scene"}', '$.laws: found nothing, expected a list of laws.'],
    ['{"laws": {}}', '$.laws: found an object, expected a list of laws.'],
    ['{"laws": []}', '$.laws: found an empty list'],
    ['[\n  {"law": 1, "law": 1}]', '$: found the key "law" a second time, in line 2, column 14,'],
    [`${'['.repeat(40)}`, '$: found 33 levels, expected at most 32 levels.'],
    [' '.repeat(MAX_LAWS_BYTES + 1), '$: found 16777217 bytes, expected at most 16777216 bytes.'],
    ['[{"law": 2, "name": "new"}]', 'Law "new": law: found 2, expected'],
    ['[7]', 'A law: found 7, expected'],
  ])('are refused: %.40j', (text, message) => {
    expect(() => readLawsText(text)).toThrow(message);
  });

  it('are refused if two laws have one name', () => {
    const twin = { ...rest, name: 'lift' };
    expect(() => readLaws([lift, rest, twin], '$.laws')).toThrow(
      '$.laws[2].name: found "lift", expected a unique name; $.laws[0] has the same name.',
    );
  });
});
