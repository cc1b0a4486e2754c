import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { someOf } from '../../core/test/helpers/long.ts';
import { skeinHere } from './skein.ts';

const folder = fileURLToPath(new URL('../../../scenarios/', import.meta.url));
const scenes = readdirSync(folder).filter((file) => /^[\w-]+\.json$/.test(file));

// In `npm test`, core steps all of them (golden.test.ts).
it.each(someOf(scenes, 24))('skein run works on %s, and nothing is quarantined', async (file) => {
  const { code, stdout, stderr } = await skeinHere([
    'run',
    folder + file,
    '--ticks',
    '20',
    '--json',
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({
    scenario: file.slice(0, -'.json'.length),
    ticks: 20,
    quarantined: 0,
  });
});
