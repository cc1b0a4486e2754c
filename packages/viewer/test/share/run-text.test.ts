import { deflateRawSync } from 'node:zlib';
import type { Command } from '@skein/core';
import { expect, it } from 'vitest';
import { someOf } from '../../../core/test/helpers/long.ts';
import { linkedRun, readRun, writeRun } from '../../src/share/run-text.ts';

/** Turns any text into the run of a link. */
function linkOf(text: string): string {
  return deflateRawSync(text, { level: 9 }).toString('base64url');
}

it('reads back the run that it writes', async () => {
  const run = { log: [{ tick: 3, type: 'fire', count: 2, launcher: 'bow' }] } as const;
  expect(await readRun(await writeRun(run))).toEqual(run);
});

const commands = (count: number) =>
  Array.from(
    { length: count },
    () => ({ tick: 3, type: 'fire', count: 2, launcher: 'bow' }) as const,
  );

it.each([
  [1024, 0, true],
  [1025, 0, false],
  [1000, 24, true],
  [1000, 25, false],
])('accepts %i commands beside %i of the scenario in a link: %s', async (count, own, fits) => {
  const text = await linkedRun({ log: commands(count) }, own);
  expect(text !== undefined).toBe(fits);
  if (text !== undefined) expect((await readRun(text)).log).toHaveLength(count);
});

it('makes no link that it could not open, such as one command to too many agents', async () => {
  const agents = Uint32Array.from({ length: 5000 }, (_, id) => id);
  const log = [{ tick: 3, type: 'remove', agents } as unknown as Command];
  expect(await linkedRun({ log }, 0)).toBeUndefined();
});

it('makes no link that is too long', async () => {
  const log = Array.from({ length: 1000 }, (_, at) => ({
    ...commands(1)[0],
    tick: Math.imul(at, 2654435761) >>> 4,
  }));
  expect(await linkedRun({ log }, 0)).toBeUndefined();
});

const millions = [
  ['brackets', `{"log":[${'['.repeat(2e6)}${']'.repeat(2e6)}]}`, /33 levels/],
  ['objects', `{"log":[${'{},'.repeat(1.3e6)}{}]}`, /1000000 objects|4096 elements/],
  ['keys', `{"log":[{${'"a":0,'.repeat(6e5)}"a":0}]}`, /64 keys/],
  ['numbers', `{"log":[${'0,'.repeat(2e6)}0]}`, /4096 elements/],
] as const;
it.each(someOf(millions, 2))(
  'refuses a short link that decompresses to millions of %s, before it parses them',
  async (_, text, expected) => {
    const link = linkOf(text);
    expect(link.length).toBeLessThan(16_384);
    // The least of three, as memory of earlier tests may be collected meanwhile.
    let least = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 3; turn++) {
      const before = process.cpuUsage();
      await expect(readRun(link)).rejects.toThrow(expected);
      least = Math.min(least, process.cpuUsage(before).user / 1000);
    }
    // JSON.parse of the brackets alone would take longer.
    expect(least).toBeLessThan(400);
  },
);

it.each([
  ['more than the page reads', linkOf(`{"log":["${'x'.repeat(5e6)}"]}`), /more than 4194304 bytes/],
  ['what is cut', linkOf('{"log":[]}').slice(0, -4), /incomplete/],
  ['what is not compressed', 'abcdef', /incomplete/],
  ['other characters', 'a<b', /characters/],
  ['no list of commands', linkOf('{"log":{}}'), /no list of commands/],
  ['nothing', linkOf('null'), /no list of commands/],
])('refuses %s', async (_, link, expected) => {
  await expect(readRun(link)).rejects.toThrow(expected);
});
