import { parseScenario } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { readAddress, writeAddress } from '../src/address.ts';
import { initialOptions } from '../src/options.ts';

const SCENES = ['beams', 'flock'];

describe('readAddress', () => {
  it('takes the first scene and all defaults from an empty query', () => {
    expect(readAddress('', SCENES)).toEqual({ scene: 'beams', options: initialOptions() });
  });

  it('reads scene, seed and workers, and ignores other keys', () => {
    expect(readAddress('?scene=flock&seed=4294967295&workers=32&x=1', SCENES)).toEqual({
      scene: 'flock',
      seed: 4294967295,
      workers: 32,
      options: initialOptions(),
    });
    expect(readAddress('?seed=0', SCENES)).toEqual({
      scene: 'beams',
      seed: 0,
      options: initialOptions(),
    });
  });

  it('reads what is valid, and names every other part with its key, value and range', () => {
    const ignored: string[] = [];
    const query = '?scene=flock&seed=-1&workers=1.5&kernel=ts&speed=2&bloom=blue&at=5&hash=xyz';
    expect(readAddress(query, SCENES, ignored)).toEqual({
      scene: 'flock',
      kernel: 'ts',
      at: { tick: 5 },
      options: { ...initialOptions(), speed: 2 },
    });
    expect(ignored.sort()).toEqual([
      'bloom = blue (expected one of auto, on, off)',
      'hash = xyz (expected 16 digits of 0-9 and a-f)',
      'seed = -1 (expected a whole number from 0 to 4294967295)',
      'workers = 1.5 (expected a whole number from 1 to 32)',
    ]);
  });

  it('shows only the beginning of a long value', () => {
    const ignored: string[] = [];
    readAddress(`?mesh=${'x'.repeat(9000)}`, SCENES, ignored);
    expect(ignored).toEqual([`mesh = ${'x'.repeat(60)}... (expected one of species, dart, point)`]);
  });

  for (const bad of [
    'workers=0',
    'workers=33',
    'workers=',
    'workers=2e0',
    'stall-ms=199',
    'stall-ms=3600001',
    'stall-ms=1e3',
    'seed=4294967296',
    'kernel=wasm',
    'capacity=0',
    'capacity=4000001',
    'spare=64',
    'spare=5000,1',
    'set=boid',
    'set=boid.mass:heavy',
    'speed=5',
    'speed=',
    'many=boid',
    'many=boid:0',
    'count=boid:1000001',
    'new=sea',
    'camera=here',
    'mesh=points',
  ]) {
    it(`ignores ${bad}, and says so`, () => {
      const ignored: string[] = [];
      expect(readAddress(`?${bad}`, SCENES, ignored)).toEqual(readAddress('', SCENES));
      expect(ignored.map((text) => text.split(' ')[0])).toEqual([bad.split('=')[0]]);
    });
  }

  it('accepts 16,384 characters and no more', () => {
    expect(readAddress(`?x=${'x'.repeat(0x4000 - 3)}`, SCENES).scene).toBe('beams');
    const ignored: string[] = [];
    const long = `?scene=flock&x=${'x'.repeat(0x4000)}`;
    expect(readAddress(long, SCENES, ignored)).toEqual(readAddress('', SCENES));
    expect(ignored.join()).toMatch(/16399 characters, expected at most 16384/);
  });

  it('reads the address of a file, which a link holds with seed and parameters while the file runs', () => {
    const query = '?scene=flock&file=mine/a b.json&seed=3&set=boid.maxSpeed:2';
    const choices = readAddress(query, SCENES);
    expect(choices.address).toBe('mine/a b.json');
    expect(readAddress(writeAddress(query, choices), SCENES)).toEqual(choices);
    expect(writeAddress(query, { scene: 'flock', options: initialOptions() })).toBe('?scene=flock');
  });

  it('is the inverse of writeAddress', () => {
    const options = { ...initialOptions(), speed: 0.5 };
    const changes = [
      { species: 'boid', behavior: 'separation', parameter: 'weight', value: 2.5 },
      { species: 'boid', parameter: 'maxSpeed', value: 12 },
    ];
    const kernel = 'gpu' as const;
    const capacity = 1_000_000;
    const spare = { obstacles: 64, agents: 1000 };
    const choices = {
      ...{ scene: 'flock', seed: 7, workers: 3, stallMs: 3000 },
      ...{ kernel, capacity, spare, changes, options },
      ...{ counts: { boid: 50 }, many: { hawk: 3, boid: 100_000 } },
    };
    expect(readAddress(writeAddress('?scene=beams&workers=9', choices), SCENES)).toEqual(choices);
    expect(
      writeAddress('?workers=9&a=b&speed=2', { scene: 'beams', options: initialOptions() }),
    ).toBe('?a=b&scene=beams');
  });

  it('writes parameters in readable form, and for a file only the scene before it', () => {
    const changes = [{ species: 'boid', behavior: 'seek', parameter: 'weight', value: 2 }];
    const choices = { scene: 'flock', seed: 3, changes, options: initialOptions() };
    const query = writeAddress('', choices);
    expect(query).toBe('?scene=flock&seed=3&set=boid.seek.weight:2');
    const file = parseScenario({
      name: 'mine',
      species: [{ name: 'a', count: 1, spawn: { type: 'points', positions: [[0, 0]] } }],
    });
    expect(writeAddress(query, { ...choices, file })).toBe('?scene=flock');
  });
});

describe('the address of a new scene', () => {
  const file = parseScenario({
    name: 'mine',
    species: [{ name: 'a', count: 1, spawn: { type: 'points', positions: [[0, 0]] } }],
  });
  const options = initialOptions();

  it('has the kind of the scene, and not the scene that ran before', () => {
    const choices = { scene: 'flock', ground: 'plane', seed: 4, file, options } as const;
    expect(writeAddress('?scene=flock', choices)).toBe('?new=plane&seed=4');
    expect(writeAddress('?new=plane', { ...choices, run: 'abc' })).toBe(
      '?new=plane&seed=4&run=abc',
    );
  });

  it('is left for that of another scene', () => {
    expect(writeAddress('?new=plane&seed=4', { scene: 'flock', options })).toBe('?scene=flock');
  });
});
