import { expect, it } from 'vitest';
import { behaviorsSource } from '../generate/behaviors-source.mjs';

it('a file gives its name to the behavior; folders and shared files do not', () => {
  const source = behaviorsSource(['yaw-pitch.ts', 'parts', 'keys.ts', 'arrive.ts', 'index.ts']);
  expect(source).toContain("import { yawPitch } from './yaw-pitch.ts';");
  expect(source.match(/^ {2}\w+,$/gm)).toEqual(['  arrive,', '  yawPitch,']);
});
