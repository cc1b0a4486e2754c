import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { long, someOf } from '../../core/test/helpers/long.ts';
import { flock } from './scenes.ts';
import { SKEIN, shell, skeinHere, testFolder, write } from './skein.ts';

/** `script` of util-linux runs a command on a pseudo-terminal. */
const hasScript = spawnSync('script', ['--version']).stdout?.includes('util-linux') ?? false;

/** Runs a line of shell on a pseudo-terminal of 80 columns; returns what the terminal receives. */
async function onTerminal(line: string): Promise<string> {
  const command = line.replace(/\bskein(?=[ ;])/g, `'${process.execPath}' '${SKEIN}'`);
  // If the tests run on no terminal, or a poor one, Node assumes that this one has no colors.
  const { code, stdout } = await shell(
    `unset CI NO_COLOR FORCE_COLOR; TERM=xterm-256color script -qec 'stty cols 80; '${quoted(command)} /dev/null < /dev/null`,
  );
  expect(code).toBe(0);
  return stdout;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** An escape begins each move of the cursor, and thus each drawing of the bar. */
const ESCAPE_OR_LINE = new RegExp(`${String.fromCharCode(27)}|\\n`);
const BAR = /[=-]{24} \d+% \| tick \d+ of 300 \| (\d+|-) ticks\/s \| .* left/;

describe.skipIf(!hasScript)('on a terminal', () => {
  it('draws a bar, takes it away, and prints the summary', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const seen = await onTerminal(`skein run '${file}' --ticks 300`);
    expect(seen).toMatch(BAR);
    expect(seen.indexOf('small-flock: 300 ticks')).toBeGreaterThan(seen.search(BAR));
    // The whole bar fits on the line that is cleared at the end.
    for (const piece of seen.split(ESCAPE_OR_LINE)) expect(piece.length).toBeLessThan(80);
  });

  long('keeps the bar out of a piped standard output', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const out = join(folder, 'hashes.txt');
    const seen = await onTerminal(`skein run '${file}' --ticks 300 --hash > '${out}'`);
    expect(seen).toMatch(BAR);
    const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    for (const line of lines) expect(line).toMatch(/^\d+ [0-9a-f]{16}$/);
  });

  long('draws no bar between samples on the same terminal', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const seen = await onTerminal(`skein run '${file}' --ticks 300 --hash`);
    expect(seen).not.toMatch(BAR);
    expect(seen).toMatch(/^0 [0-9a-f]{16}\r\n60 /);
  });
});

const RED = '\u001b[31m';

describe.skipIf(!hasScript)('colors', () => {
  const wrong = (): string => write(testFolder(), 'flock.json', { ...flock(), dt: -1 });

  it.each(someOf(['check', 'run'], 2))('mark the mistake on a terminal: %s', async (command) => {
    const seen = await onTerminal(`skein ${command} '${wrong()}'; true`);
    expect(seen).toContain(`\u001b[1m${RED}^^`);
    expect(stripVTControlCharacters(seen)).toMatch(
      /flock\.json:1:\d+: \$\.dt: found -1, expected /,
    );
  });

  long('mark usage and the name of the command on a terminal', async () => {
    expect(await onTerminal('skein --help')).toContain('\u001b[1mUsage:');
    expect(await onTerminal('skein run --tick; true')).toContain(`${RED}skein:`);
    // Help goes to standard error if no command is given.
    expect(await onTerminal('skein; true')).not.toContain('\u001b');
  });

  long.each(['NO_COLOR=1', 'TERM=dumb'])('are left out with %s', async (setting) => {
    const seen = await onTerminal(
      `${setting} skein check '${wrong()}'; ${setting} skein --help; true`,
    );
    expect(seen).toContain('^^');
    expect(seen).not.toContain('\u001b');
  });

  long('are left out in a pipe', async () => {
    const seen = await onTerminal(`skein check '${wrong()}' | cat; skein --help | cat`);
    expect(seen).toContain('^^');
    expect(seen).not.toContain('\u001b');
  });
});

describe('away from a terminal', () => {
  it('draws no bar', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const { stderr } = await skeinHere(['run', file, '--ticks', '300']);
    expect(stderr).toBe('');
  });
});
