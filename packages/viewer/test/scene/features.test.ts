import { readFileSync } from 'node:fs';
import { parseScenario, parseScenarioText } from '@skein/core';
import { expect, it } from 'vitest';
import { featuresOf } from '../../src/scene/features.ts';

it.each([
  // No agent has a body, and no agent walks.
  ['beams', ['particles', 'trails']],
  ['dogfight', ['bodies', 'particles', 'trails']],
  ['flock', ['bodies']],
  ['maze', ['bodies', 'fields']],
  ['crossing', ['bodies']],
  ['chasers', ['bodies', 'maps']],
])('%s has the features %j', (scene, features) => {
  const path = new URL(`../../../../scenarios/${scene}.json`, import.meta.url);
  const found = featuresOf(parseScenarioText(readFileSync(path, 'utf8')));
  expect([...found].sort()).toEqual(features);
});

it.each([
  [1, ['bodies']],
  [4, ['bodies', 'floors']],
])('can hide floors of a ground that is %s m high: %j', (high, features) => {
  const scenario = parseScenario({
    ...{ name: 'ground', dimensions: 3 },
    ground: {
      vertices: [
        [0, 0, 0],
        [8, 0, high],
        [8, 8, high],
        [0, 8, 0],
      ],
      polygons: [[0, 1, 2, 3]],
    },
    species: [{ name: 'a', count: 1, spawn: { type: 'points', positions: [[2, 2, 0]] } }],
  });
  expect([...featuresOf(scenario)].sort()).toEqual(features);
});
