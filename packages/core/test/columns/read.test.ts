import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/insight/inspect.ts';
import { defineLaw } from '../../src/laws/index.ts';
import { csvHeader, csvRows } from '../../src/measure/csv.ts';
import { measure } from '../../src/measure/measure-world.ts';
import { readMeasures } from '../../src/measure/read-measures.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';

const sums = defineLaw({
  name: 'sums',
  description: 'Sums what its agents have.',
  columns: { energy: { type: 'f32' }, wind: { type: 'vec3' } },
  force: ({ self }) => self.wind.mul(self.energy),
});

const other = defineLaw({
  name: 'other',
  description: 'Reads what no agent has.',
  columns: { gone: { type: 'f32' } },
  force: ({ self }) => self.velocity.mul(self.gone),
});

const SCENARIO = parseScenario(
  {
    name: 'read',
    species: [
      {
        name: 'ox',
        count: 4,
        spawn: { type: 'points', positions: [9, 5, 7, 1].map((x) => [x, 0, 0]) },
        behaviors: [{ type: 'law:sums' }],
        columns: {
          energy: { type: 'f32', unit: 'J', initial: [0.1, 2, 3, 4] },
          state: { type: 'u32', initial: [0, 1, 4294967295, 3] },
          wind: {
            type: 'vec3',
            initial: [
              [1, 0, 0],
              [0, 2, 0],
              [0, 0, 3],
              [4, 4, 4],
            ],
          },
        },
      },
    ],
  },
  { laws: [sums, other] },
);

describe('columns of a scenario', () => {
  it('come last in the rows of CSV, each number as the shortest text of its f32', () => {
    const world = createWorld(SCENARIO);
    expect(csvHeader(world)).toBe(
      'tick,id,species,x,y,z,vx,vy,vz,alive,energy,state,wind.x,wind.y,wind.z\n',
    );
    expect([...csvRows(world)].join('').split('\n').slice(0, 3)).toEqual([
      '0,0,ox,9,0,0,0,0,0,1,0.1,0,1,0,0',
      '0,1,ox,5,0,0,0,0,0,1,2,1,0,2,0',
      '0,2,ox,7,0,0,0,0,0,1,3,4294967295,0,0,3',
    ]);
  });

  it('are shown by inspect, which changes nothing', () => {
    const world = createWorld(SCENARIO);
    const before = stateHash(world);
    expect(inspect(world, 2).columns).toEqual({ energy: 3, state: 4294967295, wind: [0, 0, 3] });
    tick(world);
    const after = stateHash(world);
    inspect(world, 1);
    expect([before, stateHash(world)]).toEqual([before, after]);
  });

  it('can be measured: numbers, vectors, and the laws that read them', () => {
    const world = createWorld(SCENARIO);
    const texts = ['mean(energy)', 'max(state)', 'quantile(energy,0.5)', 'mean(wind.y)'];
    const all = [...texts, 'sum(wind)', 'max(wind.length)', 'sum(law:sums.z)'];
    const measures = readMeasures(all, SCENARIO);
    expect(measures.map(({ unit }) => unit)).toEqual(['J', '1', 'J', '1', '1', '1', 'N']);
    const found = Array.from(measure(world, measures));
    const tenth = Math.fround(0.1);
    expect(found).toEqual([
      (tenth + 9) / 4,
      4294967295,
      2.5,
      1.5,
      Math.sqrt(25 + 36 + 49),
      Math.sqrt(48),
      25,
    ]);
  });

  it.each([
    ['mean(enrgy)', /column "enrgy"/],
    ['mean(energy.x)', /energy, a plain number/],
    ['median(wind)', /wind\.x/],
    ['mean(law:other.x)', /law:other, which reads the column "gone"/],
  ])('%s is refused', (text, expected) => {
    expect(() => readMeasures([text], SCENARIO)).toThrow(expected);
  });
});
