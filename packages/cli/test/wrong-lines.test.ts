import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skein, testFolder, write } from './skein.ts';

/** The output that a person reads, on either stream. */
async function answerTo(
  args: readonly string[],
  input = '',
): Promise<{ code: number | null; said: string }> {
  const { code, stdout, stderr } = await skein(args, input);
  return { code, said: stdout + stderr };
}

/** A scenario over several lines; \u25b8 marks the place of a mistake. */
const scene = (lines: {
  name?: string;
  seed?: string;
  count?: string;
  behavior?: string;
  end?: string;
}): string => `{
  "name": ${lines.name ?? '"geese"'},
  "seed": ${lines.seed ?? '1,'}
  "species": [
    {
      "name": "goose",
      "count": ${lines.count ?? '7,'}
      "maxSpeed": 9,
      "spawn": { "type": "sphere", "center": [0, 0, 0], "radius": 5 },
      "behaviors": [
        ${lines.behavior ?? '{ "type": "cohesion" }'}
      ]
    }
  ]${lines.end ?? '\n}\n'}`;

interface WrongFile {
  /** The mistake. */
  readonly what: string;
  readonly text: string;
  readonly found: string;
  readonly expected: string;
  /** The intended text, if it can be known. */
  readonly meant?: string;
}

const FILES: readonly WrongFile[] = [
  {
    what: 'a comma is missing',
    text: scene({ seed: '\u25b81' }),
    found: 'no comma before "species"',
    expected: 'a comma',
  },
  {
    what: 'a brace is missing at the end',
    text: scene({ end: '\n\u25b8}\n' }).replace('\u25b8', '').replace(']\n}\n', '\u25b8]\n'),
    found: 'the end of the text',
    expected: '} for the { of line 1',
  },
  {
    what: 'a bracket is missing',
    text: scene({}).replace('      ]\n    }', '    \u25b8}'),
    found: '}',
    expected: '] for the [ of line 10',
  },
  {
    what: 'a word has no quotes',
    text: scene({ name: '\u25b8geese' }),
    found: 'geese',
    expected: 'a value; a word needs double quotes: "geese"',
  },
  {
    what: 'a key is in single quotes',
    text: scene({}).replace('"seed"', "\u25b8'seed'"),
    found: "'seed'",
    expected: 'a key in double quotes: "seed"',
  },
  {
    what: 'a string has no end',
    text: scene({ name: '\u25b8"geese' }).replace('"geese,', '"geese'),
    found: 'a string without an end',
    expected: 'a double quote at the end of the string, in the same line',
  },
  {
    what: 'it is YAML',
    text: '\u25b8name: geese\nspecies:\n  - name: goose\n',
    found: 'name',
    expected: 'JSON, which begins with {',
  },
  {
    what: 'a type of behavior is misspelled',
    text: scene({ behavior: '{ "type": \u25b8"seperation" }' }),
    found: '"seperation"',
    meant: '"separation"',
    expected: 'one of "separation", ',
  },
  {
    what: 'a key is misspelled',
    text: scene({ behavior: '{ "type": "cohesion",\n          \u25b8"wieght": 2 }' }),
    found: 'an unknown key',
    meant: '"weight"',
    expected: 'one of "type", "weight", ',
  },
  {
    what: 'a choice is misspelled',
    text: scene({ seed: '1,\n  "bounds": { "type": \u25b8"warp" },' }),
    found: '"warp"',
    meant: '"wrap"',
    expected: 'one of "open", "wrap", "contain"',
  },
  {
    what: 'a name is misspelled',
    text: scene({
      seed: '1,\n  "targets": [{ "name": "nest", "position": [0, 0, 0] }],',
      behavior: '{ "type": "seek",\n          "target": \u25b8"nets" }',
    }),
    found: '"nets"',
    meant: '"nest"',
    expected: 'a target: "nest"',
  },
  {
    what: 'a number is in quotes',
    text: scene({ count: '\u25b8"7",' }),
    found: '"7"',
    expected: 'a finite number',
  },
  {
    what: 'a number is out of range',
    text: scene({ count: '7,\n      "mass": \u25b80,' }),
    found: '0',
    expected: 'a number of at least 0.000001',
  },
  {
    what: 'a key is missing',
    text: scene({}).replace('    {\n      "name": "goose",\n', '    \u25b8{\n'),
    found: 'nothing',
    expected: 'a string',
  },
  {
    what: 'a key appears twice',
    text: scene({ seed: '1,\n  \u25b8"seed": 2,' }),
    found: 'the key a second time',
    expected: 'each key once',
  },
];

/** The place of the mark, counted independently of the code under test. */
function marked(text: string): { text: string; line: number; column: number; excerpt: string } {
  const [before, after] = text.split('\u25b8');
  const lines = before.split('\n');
  const column = lines.at(-1)!.length + 1;
  return {
    text: before + after,
    line: lines.length,
    column,
    excerpt: lines.at(-1)! + after.split('\n')[0],
  };
}

describe('a wrong file: where, what was found, what was expected, and a suggestion', () => {
  it.each(FILES)('$what', async ({ text: source, found, expected, meant }) => {
    const { text, line, column, excerpt } = marked(source);
    const file = write(testFolder(), 'geese.json', text);
    for (const [command, input] of [
      ['check', file],
      ['run', file],
      ['check', '-'],
    ]) {
      const label = input === '-' ? 'standard input' : file;
      const { code, said } = await answerTo([command, input], text);
      expect(code).toBe(1);
      const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
      const start = `  ${label}:${line}:${column}: `;
      const problem = said.split('\n').find((one) => one.startsWith(start)) ?? said;
      expect(problem).toContain(`found ${found}${hint}`);
      expect(problem).toContain(`, expected ${expected}`);
      const [shown, marks] = said.split(`${problem}\n`)[1].split('\n');
      expect(shown).toBe(`${String(line).padStart(5)} | ${excerpt}`);
      expect(marks.indexOf('^') - '      | '.length).toBe(column - 1);
    }
  });
});

const GEESE = scene({ seed: '1,\n  "targets": [{ "name": "nest", "position": [0, 0, 0] }],' });

describe('a wrong command line', () => {
  let folder = '';
  const before = process.cwd();

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'skein-wrong-lines-'));
    writeFileSync(join(folder, 'geese.json'), GEESE);
    const plan = { scenario: 'geese.json', seeds: '1..3', ticks: 5 };
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan, null, 2));
    process.chdir(folder);
  });
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  it.each<[line: string, code: number, said: string]>([
    ['rum geese.json', 2, "unknown command 'rum'\n(Did you mean run?)"],
    ['help chek', 2, "unknown command 'chek'\n(Did you mean check?)"],
    ['law chek laws.json', 2, "unknown command 'chek'\n(Did you mean check?)"],
    ['run geese.json --tick 5', 2, "unknown option '--tick'\n(Did you mean --ticks?)"],
    [
      'run gese.json',
      3,
      'cannot read gese.json: no such file or directory (did you mean geese.json?)',
    ],
    [
      'run geese.json --ticks 1e3',
      2,
      "argument '1e3' is invalid. Did you mean 1000? Expected a whole number from 1",
    ],
    [
      'run geese.json --workers 64',
      2,
      "argument '64' is invalid. Expected a whole number from 1 to 32.",
    ],
    [
      'run geese.json --kernel smid',
      2,
      "argument 'smid' is invalid. Did you mean simd? Allowed choices are ts, simd, auto, gpu.",
    ],
    [
      'run geese.json --trajectories geese.parqet',
      2,
      "argument 'geese.parqet' is invalid. Did you mean geese.parquet? Expected a name that ends in",
    ],
    [
      'run geese.json --measure polarisation',
      2,
      'found "polarisation" (did you mean "polarization"?), expected one of polarization,',
    ],
    [
      'run geese.json --set gose.mass=2',
      2,
      '--set: gose.mass: found "gose" (did you mean "goose"?), expected one of "goose"',
    ],
    [
      'run geese.json --set goose.cohesoin.weight=2',
      2,
      'found "cohesoin" (did you mean "cohesion"?), expected one of 0 "cohesion"',
    ],
    [
      'run plan.json',
      1,
      'plan.json: found the plan of a sweep, expected a scenario; skein sweep plan.json runs it',
    ],
    [
      'run --resume geese.json',
      1,
      'expected a Skein snapshot. Use skein run geese.json for a scenario.',
    ],
    [
      'check gesse.json geese.json',
      3,
      'cannot read gesse.json: no such file or directory (did you mean geese.json?)',
    ],
    ['check *.jsn', 3, 'found no file that matches *.jsn, expected at least one'],
    [
      'list cohesoin',
      2,
      'found no behavior "cohesoin" (did you mean cohesion?), expected a type or a family',
    ],
    [
      'sweep geese.json',
      1,
      'found a scenario, expected a plan; skein sweep --scenario geese.json takes a scenario',
    ],
    [
      'sweep plan.json --format parqet',
      2,
      "argument 'parqet' is invalid. Did you mean parquet? Allowed choices are parquet,",
    ],
    [
      'sweep plan.json --sample grd',
      2,
      '--sample: found "grd" (did you mean "grid"?), expected one of "grid",',
    ],
    [
      'sweep plan.json --seeds 1-100',
      2,
      '--seeds: found "1-100" (did you mean "1..100"?), expected whole numbers',
    ],
    ['schema --output schema.json', 2, "unknown option '--output'\n(Did you mean --out?)"],
    ['init geese.json', 3, 'found geese.json already, expected the name of a new file'],
  ])('skein %s', async (line, code, said) => {
    const answer = await answerTo(line.split(' '));
    expect(answer.said).toContain(said);
    expect(answer.code).toBe(code);
  });
});
