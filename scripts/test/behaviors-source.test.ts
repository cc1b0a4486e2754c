import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { behaviorsSource } from '../generate/behaviors-source.mjs';

const FOLDER = new URL('../../packages/core/src/behaviors/', import.meta.url);

it('the list of behaviors has every file that defines one (written by `npm run generate`)', () => {
  const written = readFileSync(new URL('index.ts', FOLDER), 'utf8');
  expect(written).toBe(behaviorsSource(readdirSync(FOLDER)));
});

it('a file gives its name to the behavior; folders and shared files do not', () => {
  const source = behaviorsSource(['yaw-pitch.ts', 'parts', 'keys.ts', 'arrive.ts', 'index.ts']);
  expect(source).toContain("import { yawPitch } from './yaw-pitch.ts';");
  expect(source.match(/^ {2}\w+,$/gm)).toEqual(['  arrive,', '  yawPitch,']);
});
