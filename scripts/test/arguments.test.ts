import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { someOf } from '../../packages/core/test/helpers/long.ts';
import { TOOLS } from '../tools.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function run(file: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

/** Each tool with an argument that it does not support. */
const WRONG = [
  ['faults', 'nonsense'],
  ['schedules', 'nonsense'],
  ['fuzz', '--count=nonsense'],
  ['mutants', 'nonsense'],
  ['damage', 'nonsense'],
  ['properties', 'nonsense'],
  ['engines', 'nonsense'],
  ['showpieces', 'nonsense'],
  ['pictures', 'nonsense'],
  ['start', '--port=nonsense'],
  ['dev', '--port=nonsense'],
] as const;

describe.each(someOf(WRONG, WRONG.length))('the tool %s', (name, wrong) => {
  it.each(someOf(['--nonsense', wrong], 2))('ends with 2 and one line for %s', (argument) => {
    const { status, stdout, stderr } = run(TOOLS[name]!.file, argument);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^${name}: .*nonsense.*\\n$`));
  });

  it('prints its arguments for --help, even with other arguments', () => {
    const { status, stdout, stderr } = run('scripts/tool.mjs', name, wrong, '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).not.toMatch(/^(\/\/|import)/m);
    expect(stdout).toMatch(/\.\n$/);
  });
});
