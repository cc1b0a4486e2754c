import { type Problem, ScenarioError } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { readScenarioFile } from '../../src/controls/open-file.ts';

const species = {
  name: 'walker',
  count: 3,
  maxSpeed: 2,
  spawn: { type: 'sphere', center: [0, 0], radius: 3 },
};
const OWN = { name: 'mine', dimensions: 2, species: [species] };
/** A scenario with every possible column and the maximum number of agents. */
const HUGE = {
  name: 'huge',
  species: [
    {
      ...species,
      count: 4_194_304,
      turnRate: 1,
      trail: {},
      goals: { type: 'mirror', center: [0, 0] },
      behaviors: ['dodge', 'orca', 'navigation', 'wander'].map((type) => ({ type })),
    },
  ],
  particles: { capacity: 4_000_000 },
  targets: [{ name: 'there', position: [0, 0] }],
};

async function problemsOf(...parts: BlobPart[]): Promise<readonly Problem[]> {
  const found = await readScenarioFile(new Blob(parts)).catch((error: unknown) => error);
  if (!(found instanceof ScenarioError)) throw new Error(`not refused: ${String(found)}`);
  return found.problems;
}

describe('readScenarioFile', () => {
  it('reads a scenario, with or without a byte order mark', async () => {
    for (const mark of ['', '\ufeff']) {
      const scenario = await readScenarioFile(new Blob([mark, JSON.stringify(OWN)]));
      expect([scenario.name, scenario.species[0].count]).toEqual(['mine', 3]);
    }
  });

  it('reports every problem', async () => {
    const bad = JSON.stringify({ ...OWN, dt: 'soon', speceis: [] });
    expect((await problemsOf(bad)).map(({ path }) => path)).toEqual(['$.dt', '$.speceis']);
  });

  const refused: Array<[what: string, part: BlobPart, path: string, words: RegExp]> = [
    ['a megabyte of open brackets', '['.repeat(0x100000), '$', /33 levels/],
    ['brackets that are closed', '['.repeat(0x80000) + ']'.repeat(0x80000), '$', /32 levels/],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0xff]), '$', /not text/],
    ['an empty file', '', '$', /an empty text/],
    ['a list', '[1, 2, 3]', '$', /an object/],
    ['17 MiB', ' '.repeat(17 * 0x100000), '$', /17825792 bytes.*at most 16777216 bytes/],
    ['a world too large', JSON.stringify(HUGE), '$', /a world of \d+ bytes.*at most 1073741824/],
  ];
  for (const [what, part, path, words] of refused) {
    it(`refuses ${what}, in words`, async () => {
      const [problem] = await problemsOf(part);
      expect(problem.path.startsWith(path)).toBe(true);
      expect(`${problem.found} ${problem.expected}`).toMatch(words);
    });
  }
});
