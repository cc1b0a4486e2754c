import { defineLaw, select } from '../../src/laws/index.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';

const NUMBER = { unit: '1', default: 1, min: -100, max: 100, description: 'A number.' };

/** Reads two fields in every way, and deposits into both; agents of some ids take away instead. */
export const forage = defineLaw({
  name: 'forage',
  description: 'Follows one field, flees another, and changes both.',
  parameters: { pull: NUMBER },
  force({ self, field, parameters: { pull } }) {
    const ahead = self.position.add(self.velocity.withLength(2));
    const seen = field('trail').at(ahead).sub(field('trail').at());
    const up = field('heat').gradient();
    return up
      .mul(-0.5)
      .add(self.velocity.mul(seen.clamp(-1, 1)))
      .mul(pull);
  },
  deposit({ self, field }) {
    const sign = select(self.id.mod(3).equal(0), -0.3, 1);
    return { trail: sign, heat: field('trail').at().mul(0.01).add(0.1) };
  },
});

/** Sums over neighbors, by the values of a field at their positions. */
export const compare = defineLaw({
  name: 'compare',
  description: 'Goes where neighbors stand in more of a field.',
  force({ self, neighbors, field }) {
    const heat = field('heat');
    return neighbors.within(4).sum((other) => {
      const there = heat.at(self.position.add(other.offset));
      return other.offset.mul(there.sub(heat.at()).clamp(-1, 1));
    });
  },
});

/** Yields NaN for some agents, as a deposit and not as a force. */
export const spoil = defineLaw({
  name: 'spoil',
  description: 'Deposits anything that is not a number.',
  deposit({ self }) {
    const bad = self.id.mod(16).equal(5);
    return { trail: select(bad, self.mass.div(0).sub(self.mass.div(0)), 0.5) };
  },
});

export const flood = defineLaw({
  name: 'flood',
  description: 'Deposits without end.',
  deposit: ({ self }) => ({ heat: select(self.id.mod(16).equal(6), self.mass.div(0), 1e30) }),
});

export interface FieldSceneOptions {
  readonly count?: number;
  readonly dimensions?: 2 | 3;
  readonly wraps?: boolean;
  readonly cells?: readonly number[];
  readonly behaviors?: readonly object[];
  readonly fields?: readonly object[];
  readonly diffusion?: number;
}

/** Agents in a lopsided box that follow and change two fields. */
export function fieldScene({
  count = 1003,
  dimensions = 2,
  wraps = true,
  cells = dimensions === 2 ? [37, 21] : [11, 7, 5],
  behaviors = [],
  fields,
  diffusion = 3,
}: FieldSceneOptions = {}): Scenario {
  const min = dimensions === 2 ? [-30, -17] : [-30, -17, -9];
  const max = dimensions === 2 ? [44, 25] : [44, 25, 12];
  const spawn = { type: 'box', min, max, velocity: { speed: 6 } };
  return parseScenario(
    {
      name: 'forage',
      seed: 7,
      dimensions,
      bounds: { type: wraps ? 'wrap' : 'contain', min, max },
      fields: fields ?? [
        { name: 'trail', cells, decay: 0.5, diffusion, initial: { min: 0, max: 2 } },
        { name: 'heat', cells: cells.map((n) => Math.max(1, n - 2)), min: -5, max: 40, decay: 0.1 },
      ],
      species: [
        {
          name: 'ant',
          count,
          maxSpeed: 9,
          spawn,
          behaviors: [
            { type: 'separation', radius: 2 },
            { type: 'law:forage' },
            { type: 'law:compare' },
            { type: 'climb', field: 'trail', ahead: 1.5 },
            { type: 'deposit', field: 'trail', rate: 3 },
            ...behaviors,
          ],
        },
        {
          name: 'aphid',
          count: Math.max(1, count >> 3),
          spawn,
          behaviors: [{ type: 'deposit', field: 'heat', rate: 9 }],
        },
      ],
    },
    { laws: [forage, compare, spoil, flood] },
  );
}

/** One field, with agents that stand still and deposit only what their behaviors say. */
export function stillScene(
  field: object,
  bounds: object,
  positions: readonly (readonly number[])[],
  behaviors: readonly object[] = [],
  laws: readonly ReturnType<typeof defineLaw>[] = [],
): Scenario {
  const dimensions = (field as { cells: number[] }).cells.length;
  return parseScenario(
    {
      name: 'still',
      dimensions,
      bounds,
      fields: [{ name: 'trail', ...field }],
      species: [
        {
          name: 'stone',
          count: positions.length,
          spawn: { type: 'points', positions },
          behaviors,
        },
      ],
    },
    { laws },
  );
}

/** By what is special in them. */
export const FIELD_SCENES: readonly [string, FieldSceneOptions][] = [
  ['a torus in the plane', {}],
  ['walls in the plane', { wraps: false, cells: [3, 7] }],
  ['a torus in space', { dimensions: 3 }],
  ['walls in space', { dimensions: 3, wraps: false, cells: [2, 13, 3] }],
  ['one cell', { cells: [1, 1], count: 61 }],
  ['one agent', { count: 1 }],
  ['more cells than agents', { cells: [190, 160], count: 17, diffusion: 1.4 }],
  ['deposits that are not finite', { behaviors: [{ type: 'law:spoil' }, { type: 'law:flood' }] }],
];
