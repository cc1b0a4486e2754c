import type { Command } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { commandLine, touchedText } from '../../src/panel/compare.ts';
import { fileName } from '../../src/record/file-name.ts';

const fire = (tick: number): Command => ({ type: 'fire', tick, count: 1 }) as Command;
const run = { scene: 'beams', path: 'scenarios/beams.json', seed: 7, log: [fire(40), fire(90)] };

describe('the run for other programs', () => {
  it('is a command line, and a name of files', () => {
    expect(commandLine(run, 41)).toBe(
      'npx skein run scenarios/beams.json --seed 7 --ticks 41 --every 41 --hash',
    );
    expect(fileName({ ...run, tick: 41 }, 'png')).toBe('beams-seed7-tick41.png');
  });

  it('is unchanged while no command is part of the state', () => {
    // A command at tick 40 belongs to the step from tick 40, so the state of tick 40 does not depend on it.
    expect(touchedText(run, 40)).toBeUndefined();
    expect(touchedText(run, 41)).toContain('1 x fire, first at tick 40');
    expect(touchedText(run, 500)).toContain('2 x fire, first at tick 40');
  });
});
