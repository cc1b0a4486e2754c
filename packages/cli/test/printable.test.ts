import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { printable } from '../src/printable.ts';
import { flock } from './scenes.ts';
import { skeinHere, testFolder, write } from './skein.ts';

/** Escape sequences, as ESC [ and as the single C1 character, backspace, DEL, and marks that reverse text. */
const EVIL = '\u001b[2J\u009b31m\u0008\u007f\u202e\u2067\u200f\u061c';
const SHOWN = String.raw`\u001b[2J\u009b31m\u0008\u007f\u202e\u2067\u200f\u061c`;

/** Whether a terminal obeys the character, or reverses text at it. */
function isObeyed(character: string): boolean {
  const code = character.charCodeAt(0);
  const isControl = (code < 0x20 && character !== '\n') || (code >= 0x7f && code <= 0x9f);
  return (
    isControl ||
    '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'.includes(character)
  );
}

it('escapes each character that a terminal obeys, and no other', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code);
    const shown = `\\u${code.toString(16).padStart(4, '0')}`;
    const expected = isObeyed(character) ? shown : character;
    if (printable(character) !== expected) expect.fail(`U+${code.toString(16)}`);
  }
  expect(printable('é 漢 😀\n')).toBe('é 漢 😀\n');
});

it('prints nothing that a terminal obeys from a file, a name or an argument', async () => {
  const folder = testFolder();
  const scene = flock();
  const notJson = write(folder, 'not.json', `${EVIL}{`);
  const wrong = write(folder, 'wrong.json', { ...scene, [EVIL]: EVIL, name: EVIL });
  const named = write(folder, `${EVIL}.json`, '[]');
  const map = write(folder, 'map.json', { rows: ['..'], legend: { [EVIL]: 1 } });
  const replaced = write(folder, `${EVIL}.old`, 'old');
  const good = write(folder, 'good.json', scene);
  const lines = [
    ['run', notJson],
    ['check', wrong],
    ['run', join(folder, EVIL)],
    ['run', '--resume', named],
    ['path', map, '--from', '0,0', '--to', '1,0'],
    ['run', good, '--ticks', EVIL],
    ['run', good, '--save', replaced, '--ticks', '1', '--workers', '1'],
    ['list', EVIL],
    [EVIL],
  ];
  for (const args of lines) {
    const { stdout, stderr } = await skeinHere(args);
    expect([...stdout, ...stderr].find(isObeyed), args.join(' ')).toBeUndefined();
  }
  expect((await skeinHere(['list', EVIL])).stderr).toContain(`found no behavior "${SHOWN}"`);
  expect(existsSync(replaced)).toBe(true);
});

it('prints JSON with the same contents', async () => {
  const folder = testFolder();
  const legend = { '.': 1, '\u009b': 2, '\u007f': 3, '\u202e': 'wall' };
  const map = { rows: ['.\u009b\u007f\u202e'], legend, cellSize: 3 };
  const one = { name: 'one', count: 1, spawn: { type: 'points', positions: [[1, 1]] } };
  const scene = write(folder, 'scene.json', { name: 'map', dimensions: 2, map, species: [one] });
  const replay = join(folder, 'replay');
  const run = await skeinHere(['run', scene, '--record', replay, '--ticks', '1', '--workers', '1']);
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
  const { stdout } = await skeinHere(['replay', replay, '--json']);
  expect([...stdout].find(isObeyed)).toBeUndefined();
  expect(JSON.parse(stdout).scenario.map).toMatchObject({ rows: map.rows, legend });
});
