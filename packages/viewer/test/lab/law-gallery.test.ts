import { createWorld, kernels, parseScenario, STATUS, stateHash, tick } from '@skein/core';
import type { Law } from '@skein/core/laws';
import { describe, expect, it } from 'vitest';
import { LONG, someOf } from '../../../core/test/helpers/long.ts';
import { GALLERY } from '../../src/lab/law-gallery.ts';
import { withLaw } from '../../src/lab/scenario-with-law.ts';
import { swirl } from '../../src/lab/starter-law.ts';
import { stripTypes } from '../../src/lab/strip-types.ts';

const modules = import.meta.glob<Record<string, Law>>('../../../../examples/laws/*.ts', {
  eager: true,
});
const lawOf = (file: string) => Object.values(modules[`../../../../examples/laws/${file}.ts`])[0];

/** Laws that do nothing alone, because a host writes the columns that they read. */
const OF_A_HOST = ['preferred'];

it('the gallery has every example, with its source', () => {
  const files = Object.keys(modules).map((path) => path.replace(/^.*\/(.+)\.ts$/, '$1'));
  const shown = GALLERY.map(({ file }) => file);
  expect([...shown, ...OF_A_HOST].sort()).toEqual(files.sort());
  for (const { source } of GALLERY) expect(source).toContain('defineLaw({');
});

describe.each(GALLERY.map((law) => [law.file, law] as const))('%s', (file, { source, scene }) => {
  it('loses its types and keeps its lines', () => {
    const { code } = stripTypes(source);
    expect(code?.split('\n')).toHaveLength(source.split('\n').length);
    expect(code).not.toMatch(/: (?:string|number|FloatNode|LawParameter)\b/);
  });

  const moves = it.runIf(someOf(GALLERY, 3).some((law) => law.file === file));
  moves('moves its agents in its scene, equally in all kernels, and quarantines none', () => {
    const scenario = parseScenario(scene, { laws: [lawOf(file)] });
    const worlds = kernels().map((kernel) => createWorld(scenario, { kernel }));
    const before = stateHash(worlds[0]);
    for (const world of worlds) tick(world, LONG ? 15 : 5);
    const hashes = worlds.map((world) => stateHash(world));
    expect(hashes[0]).not.toBe(before);
    expect(new Set(hashes).size).toBe(1);
    expect([...worlds[0].views.status]).not.toContain(STATUS.quarantined);
  });
});

describe('a law in another scene', () => {
  const scene = (behaviors: readonly object[], more = {}) =>
    parseScenario({
      name: 'x',
      species: [
        {
          name: 'a',
          count: 3,
          maxSpeed: 4,
          spawn: { type: 'sphere', center: [1, 2, 3], radius: 2 },
          behaviors,
        },
        {
          name: 'b',
          count: 4,
          maxSpeed: 3,
          spawn: { type: 'sphere', center: [9, 2, 3], radius: 1 },
        },
      ],
      ...more,
    });
  const types = (scenario: ReturnType<typeof scene>) =>
    scenario.species.map(({ behaviors }) => behaviors.map(({ type }) => type));

  it('follows the other behaviors, before those that read forces, or is alone', () => {
    const beside = { species: 'a', alone: false };
    const first = scene([{ type: 'wander' }]);
    expect(types(withLaw(first, swirl, beside))).toEqual([['wander', 'law:swirl'], []]);
    expect(types(withLaw(first, swirl, { species: 'a', alone: true }))).toEqual([
      ['law:swirl'],
      [],
    ]);
    const flat = { dimensions: 2 };
    const orca = scene([{ type: 'wander' }, { type: 'orca' }], flat);
    expect(types(withLaw(orca, swirl, beside))[0]).toEqual(['wander', 'law:swirl', 'orca']);
  });

  it('replaces its earlier version, with default parameters', () => {
    const first = withLaw(scene([{ type: 'wander' }]), swirl, { species: 'b', alone: false });
    const changed = { ...first, species: first.species.map((species) => ({ ...species })) };
    const again = withLaw(changed, swirl, { species: 'b', alone: false });
    expect(types(again)).toEqual([['wander'], ['law:swirl']]);
    expect(again.laws).toHaveLength(1);
    expect(again.species[1].behaviors[0]).toMatchObject({ weight: 3, speed: 8 });
  });

  it('aims at a target, otherwise at another species', () => {
    const target = { targets: [{ name: 'sun', position: [0, 0, 0] }] };
    const orbit = lawOf('orbit');
    const beside = { species: 'a', alone: false };
    const found = withLaw(scene([], target), orbit, beside).species[0].behaviors[0];
    expect(found).toMatchObject({ type: 'law:orbit', target: 'sun' });
    expect(withLaw(scene([]), orbit, beside).species[0].behaviors[0]).toMatchObject({
      quarry: 'b',
    });
  });

  it('is refused if the scene lacks something that it needs', () => {
    const place = { species: 'a', alone: false };
    expect(() => withLaw(scene([]), lawOf('lane'), place)).toThrow(/path/);
  });
});
