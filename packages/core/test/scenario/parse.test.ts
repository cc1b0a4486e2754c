import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../src/errors.ts';
import {
  jsonPath,
  MAX_SCENARIO_BYTES,
  parseScenario,
  parseScenarioText,
} from '../../src/scenario/parse.ts';
import { BEHAVIOR_TYPES } from '../../src/scenario/schema.ts';
import { accepted, attacks, least, SCENARIO_KEYS, species, withBehavior } from './attacks.ts';

function refusal(run: () => unknown): ScenarioError {
  try {
    run();
  } catch (error) {
    if (error instanceof ScenarioError) return error;
    expect.fail(`found ${error}, expected a ScenarioError`);
  }
  expect.fail('nothing was refused');
}

/** The problems of an input, one line each, without the heading. */
function linesOf(input: unknown): string[] {
  const { message, problems, code, name } = refusal(() => parseScenario(input));
  expect([code, name]).toEqual(['SCENARIO_INVALID', 'ScenarioError']);
  const [heading, ...lines] = message.split('\n');
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  expect(heading).toBe(`The scenario has ${count}:`);
  expect(lines).toEqual(
    problems.map((p) => `  ${p.path}: found ${p.found}, expected ${p.expected}`),
  );
  return lines.map((line) => line.trim());
}

describe('refused with exactly this line:', () => {
  it.each(attacks)('%s', (_, input, line) => {
    expect(linesOf(input)).toEqual([line]);
  });
});

it.each(accepted)('accepts %s', (_, input) => {
  expect(() => parseScenario(input)).not.toThrow();
});

describe('the report', () => {
  it('lists further problems beside an unknown key', () => {
    const behaviors = [
      { type: 'seek', target: 'nowhere', wieght: 2 },
      { type: 'pursue', quarry: 'nobody', from: 3, to: 2, chose: 'nearest' },
    ];
    const kind = species({ maxSpeed: 1, minSpeed: 2, colour: '#f00', behaviors });
    expect(linesOf(least({ species: [kind], launcher: [] }))).toEqual([
      '$.species[0].behaviors[0].wieght: found an unknown key (did you mean "weight"?), expected one of "type", "weight", "target", "quarry", "choose", "sight", "assignable", "from", "to", "states"',
      '$.species[0].behaviors[1].chose: found an unknown key (did you mean "choose"?), expected one of "type", "weight", "prediction", "target", "quarry", "choose", "sight", "assignable", "from", "to", "states"',
      '$.species[0].colour: found an unknown key (did you mean "color"?), expected one of "color", "count", "compose", "columns", "goals", or 25 others',
      '$.launcher: found an unknown key (did you mean "launchers"?), expected one of "launchers", "$schema", "name", "bounds", "laws", or 20 others',
      '$.species[0].behaviors[0].target: found "nowhere", expected the name of a target, but the scenario has none',
      '$.species[0].behaviors[1].quarry: found "nobody", expected a species: "bird"',
      '$.species[0].behaviors[1].from: found 3, expected at most 2, the value of "to"',
      '$.species[0].minSpeed: found 2, expected at most 1, the value of "maxSpeed"',
    ]);
  });

  it('lists every problem of a file at once, shape and meaning', () => {
    const lines = linesOf({
      name: '9',
      dt: 0,
      colour: 'red',
      species: [
        { name: 'a', count: -1, spawn: { type: 'pool' }, behaviors: [{ type: 'glide' }] },
        { name: 'b', count: 3, spawn: { type: 'points', positions: [[0, 0]] } },
        { name: 'b', count: 1, spawn: { type: 'pool' }, behaviors: [{ type: 'homing' }] },
      ],
      commands: [{ tick: 0, type: 'fire' }],
    });
    expect(lines).toEqual([
      '$.name: found "9", expected text like /^[A-Za-z][A-Za-z0-9_-]{0,63}$/',
      '$.dt: found 0, expected a number of at least 0.0001',
      '$.species[0].count: found -1, expected a number of at least 0',
      `$.species[0].behaviors[0].type: found "glide", expected one of ${BEHAVIOR_TYPES.map((type) => `"${type}"`).join(', ')}`,
      `$.colour: found an unknown key, expected ${SCENARIO_KEYS}`,
      '$.species[2].name: found "b", expected a name other than that of $.species[1]',
      '$.species[1].spawn.positions: found 1 points, expected 3, the "count" of the species',
      '$.species[2].behaviors[0].target: found nothing, expected a target or a quarry; the scenario has no target',
      '$.commands[0]: found a scenario without a launcher, expected a scenario with a launcher',
    ]);
  });

  it('refuses sparks for a species that hits nothing', () => {
    const [one, other] = [species({ sparks: {} }), species({ name: 'b', trail: {} })];
    expect(linesOf(least({ species: [one, other] }))).toEqual([
      '$.species[0].sparks: found sparks of a species that hits nothing, expected a species with a behavior that hits, such as "homing"',
    ]);
  });

  it('does not report references to a part that is wrong itself', () => {
    const lines = linesOf(
      least({
        targets: [{ name: 'goal', position: [0, 0], radius: -1 }],
        species: [species({ behaviors: [{ type: 'homing', target: 'goal' }] })],
      }),
    );
    expect(lines).toEqual(['$.targets[0].radius: found -1, expected a number of at least 0']);
  });

  it('says where something is too large for any scenario, and how large it is', () => {
    const points = (positions: unknown[]) =>
      least({ species: [species({ spawn: { type: 'points', positions } })] });
    let deep: unknown = 1;
    for (let level = 0; level < 34; level++) deep = { a: deep };
    expect(linesOf(least({ map: deep }))).toEqual([
      `$.map${'.a'.repeat(32)}: found 33 levels, expected at most 32 levels`,
    ]);
    expect(linesOf(points(Array(4_194_305).fill([0, 0])))).toEqual([
      '$.species[0].spawn.positions: found 4194305 elements, expected at most 4194304 elements',
    ]);
    expect(
      linesOf(least({ fields: [{ name: 'heat', cells: [5, 5], initial: Array(4097).fill(0) }] })),
    ).toEqual([
      '$.fields[0].initial: found 4097 numbers, expected at most 4096 numbers; for more field cells or heights, pass a typed array, or encode that array as base64',
    ]);
    const wrong = [...Array(5000).fill([0, 0]), 'x'];
    expect(linesOf(points(wrong))).toEqual([
      '$.species[0].spawn.positions[5000]: found "x", expected a point (an array of 2 or 3 numbers), because a list of more than 4096 elements must be a list of points',
    ]);
  });

  it('counts the problems beyond the first hundred', () => {
    const lines = linesOf(least({ obstacles: Array(150).fill(0) }));
    expect(lines).toHaveLength(101);
    expect(lines[0]).toBe('$.obstacles[0]: found 0, expected an object');
    expect(lines[100]).toBe('$: found 50 more problems, expected none');
  });
});

describe('text', () => {
  const text = JSON.stringify(least());

  it.each([
    ['empty', ''],
    ['of blanks only', ' \n\t'],
    ['of a byte order mark only', '\ufeff'],
  ])('%s is refused as an empty text', (_, empty) => {
    const error = refusal(() => parseScenarioText(empty));
    expect(error.code).toBe('SCENARIO_NOT_JSON');
    expect(error.message).toBe(
      'The scenario has 1 problem:\n  $: found an empty text, expected a JSON object',
    );
  });

  it.each([
    ['{name: 1}'],
    ['{"name":NaN}'],
    ['{"name":Infinity}'],
    [`${text},`],
    [text.slice(0, -1)],
    ['<html></html>'],
    ["{'name':'a'}"],
    [`${text}//`],
    [`\ufeff\ufeff${text}`],
    ['\u0000'],
  ])('%j is not JSON', (broken) => {
    const error = refusal(() => parseScenarioText(broken));
    expect(error.code).toBe('SCENARIO_NOT_JSON');
    expect(error.problems).toHaveLength(1);
    expect(error.message).toMatch(
      /^The scenario has 1 problem:\n {2}\$: found text that is not JSON \(.+\), expected a JSON object$/s,
    );
  });

  it('a text that was cut off is reported with its last line', () => {
    const { message } = refusal(() => parseScenarioText('{\n  "name": "a",\n  "species": ['));
    expect(message).toContain('in line 3)');
  });

  it('may begin with a byte order mark', () => {
    expect(parseScenarioText(`\ufeff${text}`)).toEqual(parseScenario(least()));
  });

  it('a number beyond f64 is not finite', () => {
    const { message } = refusal(() => parseScenarioText(text.replace('2', '1e999')));
    expect(message).toContain('$.species[0].count: found Infinity, expected a finite number');
  });

  it('of more than 16 MiB is refused unread, and one of exactly 16 MiB is read', () => {
    const error = refusal(() => parseScenarioText(' '.repeat(MAX_SCENARIO_BYTES + 1)));
    expect(error.code).toBe('SCENARIO_TOO_LARGE');
    expect(error.problems).toEqual([
      { path: '$', found: '16777217 bytes', expected: 'at most 16777216 bytes' },
    ]);
    expect(parseScenarioText(text.padEnd(MAX_SCENARIO_BYTES)).name).toBe('least');
  });
});

/** Inputs designed to cost time, memory or stack. */
const bombs: [string, () => unknown][] = [
  ['100,000 brackets', () => parseScenarioText('['.repeat(100_000) + ']'.repeat(100_000))],
  ['100,000 open brackets', () => parseScenarioText('['.repeat(100_000))],
  [
    '100,000 objects',
    () => parseScenarioText(`${'{"species":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  ],
  [
    'brackets inside a species',
    () => parseScenarioText(`{"name":"a","species":[${'['.repeat(50_000)}${']'.repeat(50_000)}]}`),
  ],
  [
    '300,000 unknown keys',
    () =>
      parseScenario(Object.fromEntries(Array.from({ length: 300_000 }, (_, k) => [`k${k}`, 1]))),
  ],
  [
    '300,000 wrong points',
    () =>
      parseScenario(
        least({
          species: [species({ spawn: { type: 'points', positions: Array(300_000).fill(0) } })],
        }),
      ),
  ],
  [
    'five million points',
    () =>
      parseScenario(
        least({
          species: [
            species({ spawn: { type: 'points', positions: Array(5_000_000).fill([0, 0]) } }),
          ],
        }),
      ),
  ],
  [
    '200,000 unknown species',
    () => parseScenario(withBehavior({ type: 'cohesion', species: Array(200_000).fill('nobody') })),
  ],
  [
    'a million zeros for species',
    () => parseScenarioText(`{"name":"a","species":[${'0,'.repeat(1_000_000)}0]}`),
  ],
  ['a text of a million letters', () => parseScenario(least({ name: 'x'.repeat(1_000_000) }))],
  [
    'an unknown key of a million letters',
    () => parseScenario(least({ ['x'.repeat(1_000_000)]: 1 })),
  ],
];

describe('refused fast and with a short message:', () => {
  it.each(bombs)('%s', (_, attack) => {
    const begin = performance.now();
    const { message } = refusal(attack);
    // Generous: a machine under load may take many times as long as an idle one.
    expect(performance.now() - begin).toBeLessThan(5000);
    expect(message.length).toBeLessThan(100_000);
  });

  it.each([
    [
      '$.species[0].columns.__proto__',
      '{"species":[{"columns":{"__proto__":{"type":"nonsense"}}}]}',
    ],
    ['$.map.legend.__proto__', '{"map":{"rows":["."],"legend":{".":1,"__proto__":"nonsense"}}}'],
  ])('a key that names the prototype: %s', (path, text) => {
    const { problems } = refusal(() => parseScenarioText(text));
    expect(problems).toContainEqual({
      path,
      found: 'the key "__proto__"',
      expected: 'another name',
    });
  });

  it('an object that contains itself', () => {
    const loop: Record<string, unknown> = least();
    loop.again = loop;
    expect(refusal(() => parseScenario(loop)).problems.length).toBeGreaterThan(0);
  });

  it('an object that contains itself twice', () => {
    const loop: Record<string, unknown> = least();
    loop.left = loop;
    loop.right = loop;
    expect(refusal(() => parseScenario(loop)).problems.length).toBeGreaterThan(0);
  });
});

describe('the input', () => {
  function full(): Record<string, unknown> {
    return {
      name: 'full',
      bounds: { type: 'wrap', min: [-9, -8, -7], max: [9, 8, 7] },
      species: [
        species({
          spawn: {
            type: 'points',
            positions: [
              [0, 1, 2],
              [3, 4],
            ],
            velocities: [
              [1, 0, 0],
              [0, 1],
            ],
          },
          behaviors: [{ type: 'cohesion', radius: 2, species: ['bird'] }, { type: 'homing' }],
        }),
      ],
      targets: [{ name: 'goal', position: [1, 2, 3] }],
      obstacles: [{ type: 'sphere', center: [4, 5, 6], radius: 1 }],
      commands: [{ tick: 3, type: 'move', position: [0, 0] }],
    };
  }

  it('is not changed, not even when it is deeply frozen', () => {
    const freeze = (value: unknown): unknown => {
      if (value !== null && typeof value === 'object')
        Object.values(Object.freeze(value)).forEach(freeze);
      return value;
    };
    const input = full();
    parseScenario(freeze(input));
    expect(input).toEqual(full());
  });

  it('can be changed afterward without changing the scenario', () => {
    const input = full();
    const scenario = parseScenario(input);
    const copy = structuredClone(scenario);
    const scramble = (value: unknown): void => {
      if (value === null || typeof value !== 'object') return;
      for (const [key, inner] of Object.entries(value)) {
        scramble(inner);
        (value as Record<string, unknown>)[key] = 'scrambled';
      }
    };
    scramble(input);
    expect(scenario).toEqual(copy);
  });

  it('pollutes no prototype', () => {
    const before = Object.getOwnPropertyNames(Object.prototype).sort();
    for (const text of [
      '{"__proto__":{"polluted":1}}',
      '{"name":"a","species":[{"__proto__":{"polluted":1}}]}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"name":"a","species":[],"bounds":{"__proto__":{"polluted":1},"type":"open"}}',
    ]) {
      refusal(() => parseScenarioText(text));
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before);
  });

  it('parsed twice gives equal scenarios: what parseScenario returns is a scenario', () => {
    const once = parseScenario(full());
    expect(parseScenario(JSON.parse(JSON.stringify(once)))).toEqual(once);
  });
});

it('defaults are filled in', () => {
  expect(parseScenario(least())).toEqual({
    name: 'least',
    description: '',
    seed: 1,
    dt: 1 / 60,
    dimensions: 3,
    bounds: { type: 'open' },
    species: [
      {
        name: 'bird',
        count: 2,
        spawn: { type: 'pool' },
        mass: 1,
        radius: 0,
        minSpeed: 0,
        damping: 0,
        forceFactor: 1,
        compose: 'sum',
        behaviors: [],
      },
    ],
    paths: [],
    targets: [],
    obstacles: [],
    launchers: [],
    commands: [],
    particles: { capacity: 100_000 },
  });
  const [bird] = parseScenario(
    least({
      targets: [{ name: 'goal', position: [1, 2] }],
      species: [
        species({
          maxSpeed: 1,
          spawn: { type: 'box', min: [0, 0], max: [1, 1] },
          behaviors: [
            ...['cohesion', 'alignment', 'separation', 'avoidance', 'seek', 'arrive', 'wander'],
            'homing',
          ].map((type) => ({ type })),
        }),
      ],
    }),
  ).species;
  expect(bird.spawn).toEqual({
    type: 'box',
    min: [0, 0, 0],
    max: [1, 1, 0],
    velocity: { speed: 0 },
  });
  const aimed = { choose: 'nearest', sight: 1e5 };
  expect(bird.behaviors).toEqual([
    { type: 'cohesion', weight: 8, radius: 9, cosine: -1, of: 'direction' },
    { type: 'alignment', weight: 8, radius: 7.5, cosine: -1, of: 'velocity' },
    { type: 'separation', weight: 12, radius: 5, cosine: -1, sum: 'direction' },
    { type: 'avoidance', weight: 30, lookAhead: 1, margin: 0, steer: 'around' },
    { type: 'seek', weight: 1, ...aimed, from: 0, to: 1e5 },
    { type: 'arrive', weight: 1, brakingDistance: 5, ...aimed, from: 0, to: 1e5 },
    { type: 'wander', weight: 1, interval: 1 },
    { type: 'homing', speed: 30, curvatureRadius: 25, saturation: 1, turn: 'rotate', ...aimed },
  ]);
});

it.each([
  [[], '$'],
  [['species', 0, 'count'], '$.species[0].count'],
  [['a b', '', '0'], '$["a b"][""]["0"]'],
  [['$schema', '_x', 'x"y'], '$.$schema._x["x\\"y"]'],
])('jsonPath of %j is %s', (parts, expected) => {
  expect(jsonPath(parts)).toBe(expected);
});
