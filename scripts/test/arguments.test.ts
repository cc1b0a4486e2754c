import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The command's file, relative to scripts/, without its ending. */
function fileOf(name: string): string {
  if (name === 'engines' || name === 'mutants') return `${name}/${name}`;
  return `${name === 'start' || name === 'dev' ? 'serving' : 'testing'}/${name}`;
}

function run(name: string, ...args: string[]) {
  const file = fileURLToPath(new URL(`../${fileOf(name)}.mjs`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

/** Each command with an argument that it does not support. */
const COMMANDS = [
  ['faults', 'nonsense'],
  ['schedules', 'nonsense'],
  ['fuzz', '--count=nonsense'],
  ['mutants', 'nonsense'],
  ['damage', 'nonsense'],
  ['properties', 'nonsense'],
  ['engines', 'nonsense'],
  ['start', '--port=nonsense'],
  ['dev', '--port=nonsense'],
] as const;

describe.each(COMMANDS)('npm run %s', (name, wrong) => {
  it('-- --help prints how to call it, even with other arguments', () => {
    for (const args of [['--help'], [wrong, '--help']]) {
      const { status, stdout, stderr } = run(name, ...args);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^\\\`npm (run )?${name} `));
      expect(stdout).not.toMatch(/^(\/\/|import)/m);
      expect(stdout).toMatch(/\.\n$/);
    }
  });

  it.each(['--nonsense', wrong])('-- %s ends with 2 and one line', (argument) => {
    const { status, stdout, stderr } = run(name, argument);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^${name}: .*nonsense.*\\n$`));
  });
});
