import { parseScenario } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { AddressError, mostWorkers, readAddress, writeAddress } from '../src/address.ts';
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

  it('reports all mistakes at once, with key, range and found value', () => {
    const read = () => readAddress('?scene=fish&seed=-1&workers=1.5', SCENES);
    expect(read).toThrow(AddressError);
    expect(read).toThrow(/"fish".*beams, flock.*"seed".*"-1".*4294967295.*"workers".*"1.5".*32/s);
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
  ]) {
    it(`refuses ${bad}`, () => {
      expect(() => readAddress(`?${bad}`, SCENES)).toThrow(AddressError);
    });
  }

  it('accepts 16,384 characters and no more', () => {
    expect(readAddress(`?x=${'x'.repeat(0x4000 - 3)}`, SCENES).scene).toBe('beams');
    expect(() => readAddress(`?x=${'x'.repeat(0x4000 - 2)}`, SCENES)).toThrow(/16385 characters/);
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
    const kernel = 'ts' as const;
    const capacity = 1_000_000;
    const spare = { obstacles: 64, agents: 1000 };
    const choices = {
      ...{ scene: 'flock', seed: 7, workers: 3, stallMs: 3000 },
      ...{ kernel, capacity, spare, changes, options },
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

describe('mostWorkers', () => {
  it('is twice the cores, at least 4, at most 32', () => {
    expect([1, 2, 3, 16, 64].map(mostWorkers)).toEqual([4, 4, 6, 32, 32]);
  });
});
