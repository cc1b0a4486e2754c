import { readFileSync } from 'node:fs';
import { command, createWorld, parseScenario, stateHash, tick, weightMap } from '@skein/core';
import { expect, it } from 'vitest';
import { MAX_MAPS, weightMapsOf } from '../../src/insight/weight-maps.ts';

const path = new URL('../../../../scenarios/chasers.json', import.meta.url);
const chasers = JSON.parse(readFileSync(path, 'utf8'));
const [chaser] = chasers.species;
const stone = { ...chaser, name: 'stone', count: 3, behaviors: [] };

function worldOf(count: number) {
  const species = [stone, { ...chaser, count }];
  const world = createWorld(parseScenario({ ...chasers, species }));
  tick(world, 7);
  return world;
}

it('has the maps of all living agents that choose a direction, by id, and changes nothing', () => {
  const world = worldOf(5);
  command(world, { type: 'remove', ids: [4] });
  tick(world, 1);
  const before = stateHash(world);
  const maps = weightMapsOf(world, weightMap)!;
  expect(maps.ids).toEqual([3, 5, 6, 7]);
  const slots = maps.directions.length / 3;
  for (const [nth, id] of maps.ids.entries()) {
    const own = weightMap(world, id);
    const row = world.views.id.indexOf(id);
    const part = (values: Float32Array) => values.slice(nth * slots, (nth + 1) * slots);
    expect(part(maps.interest)).toEqual(own.interest);
    expect(part(maps.danger)).toEqual(own.danger);
    expect(maps.chosen[nth]).toBe(own.chosen);
    expect(maps.positions[3 * nth + 1]).toBe(world.views.position.y[row]);
    expect(maps.velocities[3 * nth]).toBe(world.views.velocity.x[row]);
  }
  expect(stateHash(world)).toBe(before);
});

it('is bounded, and keeps the same agents from tick to tick', () => {
  const world = worldOf(MAX_MAPS + 17);
  const { ids } = weightMapsOf(world, weightMap)!;
  expect(ids).toEqual(Array.from({ length: MAX_MAPS }, (_, k) => k + 3));
  tick(world, 9);
  expect(weightMapsOf(world, weightMap)!.ids).toEqual(ids);
});
