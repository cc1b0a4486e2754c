import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withFigure } from '../../../scripts/figures/figure.mjs';
import { rowsOf, verification } from '../../../scripts/figures/verification.mjs';
import { draw } from '../../../scripts/pictures/verification.mjs';
import { CASES } from '../cases.mjs';

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const names = [...new Set(CASES.map(({ name }) => name))];

/** Those that take more than some seconds; `npm run test:long` compares them with the page, too. */
const SLOW = ['density', 'counterflow', 'rooms', 'door', 'exits', 'crowd'];

describe('the verification cases', () => {
  it('are the folders of examples/verification, each with three seeds', () => {
    const folders = readdirSync(new URL('..', import.meta.url), { withFileTypes: true });
    const cases = folders.filter((entry) => entry.isDirectory() && entry.name !== 'test');
    expect(cases.map(({ name }) => name).sort()).toEqual([...names].sort());
    for (const name of names) {
      const plan = JSON.parse(read(`examples/verification/${name}/plan.json`));
      expect(plan.seeds, name).toBe('1..3');
    }
  });

  it.each(names.filter((name) => !SLOW.includes(name)))(
    'of "%s" gives the figures and the verdict on the page',
    async (name) => {
      const page = read(verification.page);
      expect(page).toBe(withFigure(page, verification, await rowsOf(name)));
    },
  );

  it('are drawn as the page prints them (`npm run tool -- pictures verification`)', () => {
    for (const [file, svg] of Object.entries(draw())) expect(read(`docs/images/${file}`)).toBe(svg);
  });
});

/** Samples of a run, one a second. */
const run = (samples: Record<string, number[]>) => ({
  times: Object.values(samples)[0]!.map((_, second) => second),
  samples,
  parameters: {},
});
const passes = (what: RegExp, ...samples: Record<string, number[]>[]) => {
  const one = CASES.find((it) => what.test(it.what))!;
  const figure = one.figure(samples.map(run));
  return one.band[0] <= figure && figure <= one.band[1];
};

describe('a figure out of its band', () => {
  it.each<[string, boolean]>([
    ['who never arrives', passes(/1 m\/s/, { x: [0, 20, 39] })],
    ['who arrives too soon', passes(/1 m\/s/, { x: [0, 20, 41] })],
    [
      'a counterflow that costs no time',
      passes(/growth/, { alive: [1, 1, 0] }, { alive: [1, 1, 0] }, { alive: [1, 1, 1, 0] }),
    ],
    ['a jam that never ends', passes(/two doors/, { alive: [1, 1, 0] }, { alive: [1, 1, 1] })],
    [
      'who leaves by another exit',
      passes(/exit of their room/, {
        main: [15, 15, 0],
        side: [8, 8, 0],
        mainEast: [11, 19, Number.NaN],
        sideWest: [12, 15, Number.NaN],
      }),
    ],
    ['who is stuck behind', passes(/arrive/, { alive: [20, 5, 1], depth: [0, 0, 0] })],
    ['a body in a wall', passes(/deepest/, { alive: [20, 5, 0], depth: [0, 2e-4, -1] })],
    [
      'a closed exit that is used',
      passes(/as they are open/, { x: [3, 1.5], y: [1, 13] }, { x: [3, 1.5], y: [1, 13] }),
    ],
  ])('does not pass: %s', (_, hasPassed) => expect(hasPassed).toBe(false));

  it('passes in the band', () => {
    expect(passes(/two doors/, { alive: [1, 1, 0] }, { alive: [1, 1, 1, 1, 0] })).toBe(true);
    expect(passes(/at 1 m\/s/, { x: [...Array(40).keys(), 40] })).toBe(true);
  });
});
