import { readdirSync, readFileSync } from 'node:fs';
import { command, createWorld, parseScenarioText, type Scenario } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { someOf } from '../../../core/test/helpers/long.ts';
import { heldParameter } from '../../src/changes.ts';
import { changesOfIdea, hasIdeas, IDEAS, surprise } from '../../src/laws/ideas.ts';

const folder = new URL('../../../../scenarios/', import.meta.url);
const scenes = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && !file.includes('schema'))
  .map((file) => parseScenarioText(readFileSync(new URL(file, folder), 'utf8')));
const sceneOf = (name: string): Scenario => scenes.find((scene) => scene.name === name)!;

describe('ideas for laws', () => {
  it.each(someOf(scenes, 3).map((scene) => [scene.name, scene] as const))(
    'are valid in every scene: %s',
    (_, scene) => {
      const world = createWorld(scene);
      let seed = 1;
      const random = () => {
        seed = (seed * 16807) % 2147483647;
        return seed / 2147483647;
      };
      const changes = [
        ...IDEAS.flatMap((idea) => changesOfIdea(scene, idea)),
        ...surprise(scene, random),
      ];
      for (const change of changes) command(world, { type: 'set', ...change });
      // Parameters that only the pointer sets stay unchanged.
      for (const { species, behavior } of changes) {
        const own = scene.species.find(({ name }) => name === species)!;
        expect(heldParameter(own, behavior)).toBeUndefined();
      }
      expect(changes.every(({ value }) => Number.isFinite(value) && value >= 0)).toBe(true);
    },
  );

  it('apply only to flocks, and multiply the weights of the scene', () => {
    expect(hasIdeas(sceneOf('flock'))).toBe(true);
    expect(hasIdeas(sceneOf('beams'))).toBe(false);
    const ball = IDEAS.find(({ name }) => name === 'Ball')!;
    const found = changesOfIdea(sceneOf('flock'), ball).map(({ behavior, value }) => [
      behavior,
      value,
    ]);
    expect(found).toEqual([
      ['avoidance', 27],
      ['separation', 12],
      ['alignment', 0.8],
      ['cohesion', 24],
    ]);
  });

  it('surprise with factors from a quarter to four', () => {
    const values = (random: number) =>
      surprise(sceneOf('flock'), () => random).map(({ value }) => value);
    expect(values(1)).toEqual([108, 48, 32, 32]);
    expect(values(0)).toEqual([6.75, 3, 2, 2]);
  });
});
