import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { long } from '../../core/test/helpers/long.ts';

const program = fileURLToPath(new URL('../bin/create-skein.js', import.meta.url));

/** `script` of util-linux runs a command on a pseudo-terminal. */
const hasScript = spawnSync('script', ['--version']).stdout?.includes('util-linux') ?? false;

const DOWN = '\u001b[B';
const ENTER = '\r';
const CTRL_C = '\u0003';

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'create-skein-'));
});
afterEach(() => rmSync(scratch, { recursive: true }));

/** Types each answer once its question appears; returns the exit code and everything that was shown. */
function onTerminal(
  parameters: string,
  answers: readonly (readonly [question: string, typed: string])[],
): Promise<{ code: number | null; shown: string }> {
  const command = `stty cols 80; '${process.execPath}' '${program}' ${parameters}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: scratch, timeout: 20_000 });
  const waiting = [...answers];
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    const next = waiting[0];
    if (next === undefined || !shown.includes(next[0])) return;
    waiting.shift();
    child.stdin.write(next[1]);
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, shown }));
  });
}

describe.skipIf(!hasScript)('on a terminal', () => {
  test('asks for missing arguments, and makes the project', async () => {
    const { code, shown } = await onTerminal('', [
      ['In which folder?', `demo${ENTER}`],
      ['What kind of project?', `${DOWN}${ENTER}`],
    ]);
    expect(shown).toContain('npm run dev');
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(join(scratch, 'demo/package.json'), 'utf8')).name).toBe('demo');
    expect(existsSync(join(scratch, 'demo/index.html'))).toBe(true);
  });

  long('asks nothing if nothing is missing', async () => {
    const { code, shown } = await onTerminal('demo -t node', []);
    expect(shown).not.toContain('?');
    expect(code).toBe(0);
  });

  long('makes nothing if a question is answered with Ctrl-C', async () => {
    const { code, shown } = await onTerminal('demo', [['What kind of project?', CTRL_C]]);
    expect(shown).toContain('Canceled; nothing was created.');
    expect(code).toBe(1);
    expect(readdirSync(scratch)).toEqual([]);
  });
});
