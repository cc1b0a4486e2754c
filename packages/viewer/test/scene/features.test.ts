import { readFileSync } from 'node:fs';
import { parseScenarioText } from '@skein/core';
import { expect, it } from 'vitest';
import { featuresOf } from '../../src/scene/features.ts';

it.each([
  // Nobody has a body; nobody walks.
  ['beams', ['particles', 'trails']],
  ['dogfight', ['bodies', 'particles', 'trails']],
  ['flock', ['bodies']],
  ['maze', ['bodies', 'fields']],
  ['crossing', ['bodies']],
])('%s has %j to set options of', (scene, features) => {
  const path = new URL(`../../../../scenarios/${scene}.json`, import.meta.url);
  const found = featuresOf(parseScenarioText(readFileSync(path, 'utf8')));
  expect([...found].sort()).toEqual(features);
});
