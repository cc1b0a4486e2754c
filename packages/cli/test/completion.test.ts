import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BEHAVIOR_TYPES } from '@skein/core/describe';
import { describe, expect, it } from 'vitest';
import { shell, skein, testFolder } from './skein.ts';

function isThere(command: string): boolean {
  return spawnSync(command, ['-c', ':']).status === 0;
}

/** What a shell offers for the last word of each line, sorted; `ask` is how to query it. */
async function offers(
  name: 'bash' | 'zsh' | 'fish',
  lines: readonly string[],
  ask: (script: string, words: readonly string[]) => string,
): Promise<string[]> {
  const folder = testFolder();
  const { code, stdout, stderr } = await skein(['completion', name]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const script = join(folder, `skein.${name}`);
  writeFileSync(script, stdout);
  writeFileSync(join(folder, 'geese.json'), '{}');
  const asked = join(folder, `ask.${name}`);
  writeFileSync(asked, lines.map((line) => ask(script, line.split(' '))).join('\n'));
  const answer = await shell(`${name} '${asked}'`, folder);
  expect(answer.stderr).toBe('');
  const all = answer.stdout.replace(/\n$/, '').split('\n');
  return all.map((one) => one.trim().split(/\s+/).sort().join(' '));
}

/** Each line, and the completions of its last word. */
const OFFERS: readonly (readonly [line: string, words: string])[] = [
  ['skein ru', 'run'],
  ['skein re', 'replay report rerun'],
  ['skein run --tic', '--ticks'],
  ['skein run --kernel ', 'auto gpu simd ts'],
  ['skein run geese.json --kernel s', 'simd'],
  ['skein diff --', '--help --json --relative --tolerance'],
  ['skein law ', 'build check help'],
  ['skein law check --', '--help --json --seed --worlds'],
  ['skein check --', '--help --laws --set'],
  ['skein sweep --format p', 'parquet'],
  ['skein help sw', 'sweep'],
  ['skein law help b', 'build'],
  ['skein list collisionA', 'collisionAvoidance'],
  ['skein completion ', 'bash fish zsh'],
  ['skein run --ticks ', ''],
  ['skein init ', ''],
];

describe('completion of command lines', () => {
  it('in bash', async () => {
    const ask = (script: string, words: readonly string[]) =>
      `source '${script}'; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
       COMP_CWORD=${words.length - 1}; _skein; echo " \${COMPREPLY[*]}"`;
    const lines = OFFERS.map(([line]) => line);
    expect(await offers('bash', lines, ask)).toEqual(OFFERS.map(([, words]) => words));
  });

  it.runIf(isThere('zsh'))('in zsh', async () => {
    // Its completion runs only on a terminal; this asks for what it would offer there.
    const ask = (script: string, [...words]: readonly string[]) =>
      `compdef() {}
       _files() { print files }
       _describe() { for one in "\${(@P)@[-1]}"; do [[ $one == "$PREFIX"* ]] && print -- "\${one%%:*}"; done }
       source '${script}'; words=(${words.map((word) => `'${word}'`).join(' ')})
       CURRENT=${words.length} PREFIX='${words.at(-1)}'; print -- " "$(_skein)`;
    const files: typeof OFFERS = [
      ['skein run gee', 'files'],
      ['skein run --laws gee', 'files'],
    ];
    const all = [...OFFERS, ...files];
    const lines = all.map(([line]) => line);
    expect(await offers('zsh', lines, ask)).toEqual(all.map(([, words]) => words));
  });

  it.runIf(isThere('fish'))('in fish, and files where they belong', async () => {
    const ask = (script: string, words: readonly string[]) =>
      `source '${script}'; echo (complete -C '${words.join(' ')}' | string split -f 1 \\t)`;
    const files: typeof OFFERS = [
      ['skein run gee', 'geese.json'],
      ['skein run --laws gee', 'geese.json'],
      ['skein check geese.json gee', 'geese.json'],
    ];
    const all = [...OFFERS, ...files];
    expect(
      await offers(
        'fish',
        all.map(([line]) => line),
        ask,
      ),
    ).toEqual(all.map(([, words]) => words));
  });

  it('offers every command, every option of each, and every type of behavior', async () => {
    const help = (await skein(['--help'])).stdout.split('\nCommands:\n')[1].split('\n\n')[0];
    const commands = [...help.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name);
    expect(commands.length).toBeGreaterThan(12);
    const { stdout } = await skein(['completion', 'fish']);
    for (const command of commands) {
      expect(stdout).toContain(`-a '${command}'`);
      if (command === 'help') continue;
      const { stdout: own } = await skein([command, '--help']);
      for (const [, option] of own.matchAll(/^ {2}--([a-z-]+)/gm)) {
        expect(stdout).toContain(`-n '__skein_is '\\''${command}'\\''' -l ${option}`);
      }
    }
    for (const type of BEHAVIOR_TYPES) expect(stdout).toContain(` -a '${type}'`);
  });

  it('refuses an unknown shell, and suggests the one that is meant', async () => {
    const { code, stdout, stderr } = await skein(['completion', 'bsh']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Did you mean bash? Allowed choices are bash, zsh, fish.');
  });
});
