import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../src/errors.ts';
import {
  defineLaw,
  evaluateLaw,
  evaluateLawDeposit,
  type Law,
  readLaw,
} from '../../src/laws/index.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { KernelName } from '../../src/world/plan.ts';
import { resealed } from '../helpers/snapshots.ts';
import { fieldScene, forage } from './scenes.ts';

function problemsOf(change: object, behaviors: readonly object[] = []): string[] {
  try {
    parseScenario({
      name: 'wrong',
      dimensions: 2,
      bounds: { type: 'wrap', min: [0, 0], max: [10, 10] },
      fields: [{ name: 'trail', cells: [10, 10] }],
      species: [{ name: 'a', count: 1, spawn: { type: 'points', positions: [[1, 1]] }, behaviors }],
      ...change,
    });
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems.map(({ path, found, expected }) => `${path}: ${found}, ${expected}`);
  }
}

const field = (more: object) => ({ fields: [{ name: 'trail', cells: [10, 10], ...more }] });

describe('a scenario is refused, with path and reason, for', () => {
  it.each([
    [
      'cells beyond the limit',
      field({ cells: [4096, 1025] }),
      '$.fields[0].cells: 4198400 cells, at most 4194304',
    ],
    [
      'an edge beyond the limit',
      field({ cells: [5000, 1] }),
      '$.fields[0].cells[0]: 5000, a number of at most 4096',
    ],
    [
      'three edges in the plane',
      field({ cells: [3, 3, 3] }),
      '$.fields[0].cells: 3 numbers, 2 numbers, one for each dimension',
    ],
    [
      'open bounds',
      { bounds: { type: 'open' } },
      '$.fields[0]: a field in open bounds, bounds with "min" and "max"',
    ],
    [
      'a least value above the greatest',
      field({ min: 3, max: 2 }),
      '$.fields[0].min: 3, at most 2, the value of "max"',
    ],
    [
      'a value out of range',
      field({ max: 2, initial: 3 }),
      '$.fields[0].initial: 3, a number from 0 to 2',
    ],
    [
      'a list of another length',
      field({ initial: [1, 2] }),
      '$.fields[0].initial: 2 numbers, 100 numbers, one for each cell',
    ],
    [
      'too fast a diffusion',
      field({ diffusion: 15.1 }),
      '$.fields[0].diffusion: 15.1, at most 15, with cells of this size and dt 0.016666666666666666',
    ],
    [
      'two fields with one name',
      {
        fields: [
          { name: 'a', cells: [1, 1] },
          { name: 'a', cells: [1, 1] },
        ],
      },
      '$.fields[1].name: "a", a name other than that of $.fields[0]',
    ],
    ['NaN', field({ decay: Number.NaN }), '$.fields[0].decay: NaN, a finite number'],
  ])('%s', (_, change, problem) => {
    expect(problemsOf(change)).toEqual([problem]);
  });

  it('the name of a field that it does not have', () => {
    expect(
      problemsOf({}, [
        { type: 'climb', field: 'tail' },
        { type: 'deposit', field: 'x' },
      ]),
    ).toEqual([
      '$.species[0].behaviors[0].field: "tail" (did you mean "trail"?), a field: "trail"',
      '$.species[0].behaviors[1].field: "x", a field: "trail"',
    ]);
    expect(problemsOf({ laws: [forage] }, [{ type: 'law:forage' }])).toEqual([
      '$.species[0].behaviors[0]: "law:forage", which uses the field "heat", one of "trail"',
    ]);
    expect(
      problemsOf({ laws: [forage], fields: undefined }, [{ type: 'law:forage' }]),
    ).toHaveLength(2);
  });

  it('more fields than there may be', () => {
    const fields = Array.from({ length: 9 }, (_, k) => ({ name: `f${k}`, cells: [1, 1] }));
    expect(problemsOf({ fields })).toEqual(['$.fields: an array of 9, at most 8 elements']);
  });
});

it('a world too large is refused before memory is taken', () => {
  const scenario = parseScenario({
    name: 'large',
    dimensions: 2,
    bounds: { type: 'wrap', min: [0, 0], max: [10, 10] },
    fields: [{ name: 'trail', cells: [2048, 2048] }],
    species: [{ name: 'a', count: 1, spawn: { type: 'points', positions: [[1, 1]] } }],
  });
  expect(() => createWorld(scenario, { maxBytes: 20_000_000 })).toThrow(
    expect.objectContaining({ code: 'WORLD_TOO_LARGE' }),
  );
});

describe.each<KernelName>(['ts', 'simd'])('a deposit that is not a finite number, %s', (kernel) => {
  it('quarantines its agent, names the behavior, and leaves the field in its range', () => {
    const behaviors = [{ type: 'law:spoil' }, { type: 'law:flood' }];
    const world = createWorld(fieldScene({ count: 203, behaviors }), { kernel });
    tick(world, 3);
    const events = takeEvents(world).filter(({ type }) => type === 'quarantined');
    const laws = events.map((event) => 'behavior' in event && event.behavior);
    expect(new Set(laws)).toEqual(new Set(['law:spoil', 'law:flood']));
    for (const { values } of Object.values(world.views.fields)) {
      expect(values.every((value) => value >= -5 && value <= 1e9)).toBe(true);
    }
    // An amount of 1e30 counts as the largest allowed one, so the cell is full.
    expect(Math.max(...world.views.fields.heat.values)).toBe(40);
  });
});

it('a snapshot with a value outside the range of its field is refused', () => {
  const world = createWorld(fieldScene({ count: 17, dimensions: 2 }));
  const wrong = (value: number) =>
    resealed(snapshot(world), (sections: { id: string; body?: Uint8Array }[]) => {
      const { body } = sections.find(({ id }) => id === 'STAT')!;
      // The fields are the last plane of the section.
      new DataView(body!.buffer, body!.byteOffset).setFloat32(body!.length - 64 * 4, value, true);
    });
  expect(() => restore(wrong(41))).toThrow(/field heat/);
  expect(() => restore(wrong(Number.NaN))).toThrow(/finite/);
});

describe('a law', () => {
  const deposits = (deposit: unknown) => () =>
    defineLaw({ name: 'x', description: 'x', deposit: deposit as never });

  it('refuses deposits of wrong kinds, and wrong names and positions of fields', () => {
    expect(deposits(() => 3)).toThrow(/deposit: found a number/);
    expect(deposits(() => ({ trail: 'much' }))).toThrow(/deposit.trail: found a text/);
    expect(deposits(({ self }: { self: { id: unknown } }) => ({ trail: self.id }))).toThrow(
      /deposit.trail: found an expression of a whole number/,
    );
    const reads = (name: unknown, at?: unknown) => () =>
      defineLaw({
        name: 'x',
        description: 'x',
        force: (law) => law.field(name as string).gradient(at as never),
      });
    expect(reads('a b')).toThrow(/field: found "a b", expected the name of a field/);
    expect(reads(3)).toThrow(/field: found 3/);
    expect(reads('a', 3)).toThrow(/field.gradient: found a number, expected a vector/);
  });

  it('is refused as data if a node that reads a field is malformed', () => {
    const law = JSON.parse(JSON.stringify(forage)) as { nodes: unknown[][] };
    const at = law.nodes.findIndex(([name]) => name === 'field');
    const withNode =
      (...node: unknown[]) =>
      () =>
        readLaw({ ...law, nodes: law.nodes.map((one, k) => (k === at ? node : one)) });
    const [, x, y, z] = law.nodes[at];
    expect(withNode('field', x, y, z, 'trail.w')).toThrow(/expected the name of a field/);
    expect(withNode('field', x, y, z)).toThrow(/expected the name of a field/);
    expect(withNode('field', x, y, at, 'trail')).toThrow(/the number of an earlier node/);
    expect(withNode('cell', x, 'trail')).toThrow(/an operation that this version knows/);
  });

  it('is evaluated without a world, in fields that grow evenly', () => {
    const law: Law = defineLaw({
      name: 'probe',
      description: 'Reads.',
      force: ({ self, field }) =>
        field('a')
          .gradient()
          .add(self.velocity.mul(field('a').at(self.position.add(self.velocity)))),
      deposit: ({ field }) => ({ a: field('a').at().mul(2), b: field('b').at() }),
    });
    const scene = {
      self: { position: [5, 6, 7], velocity: [1, 0, 0] },
      fields: { a: { value: 3, gradient: [0.5, 0.25, 0] } },
    } as const;
    expect(evaluateLaw(law, scene)).toEqual([0.5 + 3.5, 0.25, 0]);
    expect(evaluateLawDeposit(law, scene)).toEqual({ a: 6, b: 0 });
    expect(() => evaluateLaw(law, { fields: { c: {} } } as never)).toThrow(
      /fields.c: found no such key/,
    );
  });
});
