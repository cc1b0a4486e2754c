import { describe, expect, it } from 'vitest';
import type { ScenarioError } from '../../src/errors.ts';
import { parseScenario } from '../../src/scenario/parse.ts';

const VALID = {
  name: 'reports',
  dimensions: 2,
  bounds: { type: 'wrap', min: [0, 0], max: [30, 60] },
  regions: [
    { name: 'door', type: 'box', min: [1, 1], max: [3, 4] },
    { name: 'pond', type: 'sphere', center: [9, 9], radius: 2 },
  ],
  targets: [{ name: 'sun', position: [5, 5] }],
  paths: [
    {
      name: 'round',
      points: [
        [0, 0],
        [9, 9],
      ],
      closed: true,
    },
    {
      name: 'lane',
      points: [
        [0, 0],
        [9, 9],
      ],
    },
  ],
  species: [
    {
      name: 'walker',
      count: 3,
      spawn: { type: 'sphere', center: [9, 9], radius: 2 },
      maxSpeed: 2,
      goals: { type: 'mirror', center: [9, 9] },
      behaviors: [{ type: 'goal' }],
    },
    {
      name: 'runner',
      count: 3,
      spawn: { type: 'sphere', center: [9, 9], radius: 2 },
      maxSpeed: 2,
      behaviors: [{ type: 'followPath' }, { type: 'stayOnPath', path: 'lane' }],
    },
  ],
};

/** The scenario with the reports of walkers and of runners, and further changes. */
function parse(walker: unknown[], runner: unknown[] = [], changed: object = {}): unknown {
  const [first, second] = VALID.species;
  const species = [
    { ...first, reports: walker },
    { ...second, reports: runner },
  ];
  return parseScenario({ ...VALID, species, ...changed });
}

function problems(...input: Parameters<typeof parse>): string[] {
  try {
    parse(...input);
  } catch (error) {
    return (error as ScenarioError).problems.map(
      ({ path, found, expected }) => `${path}: ${found}; ${expected}`,
    );
  }
  return [];
}

describe('reports', () => {
  it('of every kind are read, with defaults for missing keys', () => {
    const walker = [
      { type: 'arrived' },
      { type: 'arrived', target: 'sun', radius: 3 },
      { type: 'entered', region: 'door' },
      { type: 'left', region: 'door' },
      { type: 'entered', region: 'pond' },
      { type: 'near', species: 'runner', distance: 2 },
      { type: 'near', species: 'runner', distance: 3, release: 3 },
      { type: 'near', target: 'sun', distance: 500 },
    ];
    const scenario = parse(walker) as { species: { reports: object[] }[] };
    expect(scenario.species[0].reports[0]).toEqual({ type: 'arrived', radius: 1 });
    expect(problems(walker)).toEqual([]);
  });

  it('with missing references are refused, each with its place', () => {
    expect(
      problems([
        { type: 'entered', region: 'gate' },
        { type: 'arrived', target: 'moon' },
        { type: 'near', species: 'wolf', distance: 2 },
        { type: 'near', distance: 2 },
        { type: 'near', species: 'walker', target: 'sun', distance: 2 },
        { type: 'arrived', path: 'lane' },
        { type: 'arrived', path: 'lane', target: 'sun' },
        { type: 'unreachable' },
      ]),
    ).toEqual([
      '$.species[0].reports[0].region: "gate"; a region: "door", "pond"',
      '$.species[0].reports[1].target: "moon"; a target: "sun"',
      '$.species[0].reports[2].species: "wolf"; a species: "walker", "runner"',
      '$.species[0].reports[3].species: nothing; a species or a target that comes near',
      '$.species[0].reports[4].species: both a target and a species; one of the two',
      '$.species[0].reports[5].path: "lane"; a path that a behavior of the species follows from point to point',
      '$.species[0].reports[6].path: both a target and a path; one of the two',
      '$.species[0].reports[7]: "unreachable" without a map, a mesh or a ground; a map, a mesh or a ground',
    ]);
  });

  it('of a path require an open path that the species follows from point to point', () => {
    expect(problems([], [{ type: 'arrived', path: 'round' }])).toEqual([
      '$.species[1].reports[0].path: "round", which is closed; an open path',
    ]);
    // It is kept near the lane, and never reaches an end of it.
    expect(problems([], [{ type: 'arrived', path: 'lane' }])).toHaveLength(1);
    const paths = [VALID.paths[1]];
    expect(problems([], [{ type: 'arrived', path: 'lane' }], { paths })).toEqual([]);
  });

  it('of a goal need goals', () => {
    const needed = 'in the report, or the key "goals" in the species';
    expect(problems([], [{ type: 'arrived' }])).toEqual([
      `$.species[1].reports[0]: "arrived" of a species without goals; the key "target" or "path" ${needed}`,
    ]);
    expect(problems([], [{ type: 'unreachable' }])).toContain(
      `$.species[1].reports[0]: "unreachable" of a species without goals; the key "target" ${needed}`,
    );
  });

  it('of waiting need the behavior "navigate"', () => {
    expect(problems([{ type: 'waiting' }])).toEqual([
      '$.species[0].reports[0]: "waiting" of a species without paths; the behavior "navigate" in the species',
    ]);
  });

  it('are refused as duplicates, unless their distance differs', () => {
    expect(
      problems([
        { type: 'arrived' },
        { type: 'near', species: 'runner', distance: 2 },
        { type: 'near', species: 'runner', distance: 3 },
        { type: 'near', species: 'runner', distance: 2, release: 4 },
        { type: 'arrived', radius: 2 },
      ]),
    ).toEqual([
      '$.species[0].reports[3]: a duplicate of $.species[0].reports[1]; a different report',
      '$.species[0].reports[4]: a duplicate of $.species[0].reports[0]; a different report',
    ]);
  });

  it('of approaches use distances within a third of a torus, release included', () => {
    expect(problems([{ type: 'near', species: 'runner', distance: 9, release: 9.9 }])).toEqual([]);
    expect(problems([{ type: 'near', species: 'runner', distance: 9.5 }])[0]).toMatch(
      /^\$\.species\[0\]\.reports\[0\]\.distance: 10\.45.* m: an agent must be farther away than this before its next approach is reported; at most 9\.9/,
    );
    expect(problems([{ type: 'near', species: 'runner', distance: 3, release: 2 }])).toEqual([
      '$.species[0].reports[0].release: 2; at least 3, the value of "distance"',
    ]);
  });

  it('name regions that are boxes or balls, with names of their own', () => {
    const regions = [
      { name: 'door', type: 'box', min: [3, 1], max: [1, 4] },
      { name: 'door', type: 'sphere', center: [9, 9], radius: 2 },
    ];
    expect(problems([], [], { regions })).toEqual([
      `$.regions[1].name: "door"; a name other than that of $.regions[0]`,
      '$.regions[0].max[0]: 1; at least 3, the value of "min[0]"',
    ]);
  });
});
