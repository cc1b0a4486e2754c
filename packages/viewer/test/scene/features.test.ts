import { readFileSync } from 'node:fs';
import { parseScenarioText } from '@skein/core';
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
