import { readdirSync, readFileSync } from 'node:fs';
import { command, createWorld, parseScenarioText, type Scenario } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { heldParameter } from '../../src/changes.ts';
import { changesOfIdea, hasIdeas, IDEAS, surprise } from '../../src/laws/ideas.ts';

const folder = new URL('../../../../scenarios/', import.meta.url);
const scenes = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && !file.includes('schema'))
  .map((file) => parseScenarioText(readFileSync(new URL(file, folder), 'utf8')));
const sceneOf = (name: string): Scenario => scenes.find((one) => one.name === name)!;

describe('ideas for laws', () => {
  it.each(scenes.map((scene) => [scene.name, scene] as const))(
    'every scene takes them: %s',
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
      // What only the pointer sets is left to it.
      for (const { species, behavior } of changes) {
        const own = scene.species.find(({ name }) => name === species)!;
        expect(heldParameter(own, behavior)).toBeUndefined();
      }
      expect(changes.every(({ value }) => Number.isFinite(value) && value >= 0)).toBe(true);
    },
  );

  it('are of flocks alone, and are numbers of the scene times those of the idea', () => {
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

  it('surprise by up to four times as much or as little', () => {
    const values = (random: number) =>
      surprise(sceneOf('flock'), () => random).map(({ value }) => value);
    expect(values(1)).toEqual([108, 48, 32, 32]);
    expect(values(0)).toEqual([6.75, 3, 2, 2]);
  });
});
