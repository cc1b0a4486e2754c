import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXIT, EXIT_MEANINGS } from '../src/exit-codes.ts';
import { skein } from './skein.ts';

const reference = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');

describe('help', () => {
  it.each([
    [['--help']],
    [['help']],
    [['run', '--help']],
    [['help', 'run']],
    [['check', '--help']],
    [['replay', '--help']],
    [['diff', '--help']],
    [['sweep', '--help']],
    [['rerun', '--help']],
    [['path', '--help']],
    [['list', '--help']],
    [['kernels', '--help']],
    [['law', '--help']],
    [['law', 'help', 'build']],
    [['law', 'check', '--help']],
    [['worker', '--help']],
    [['serve', '--help']],
    [['init', '--help']],
    [['schema', '--help']],
    [['completion', '--help']],
  ])('%j fits 80 columns of standard output', async (args) => {
    const { code, stdout, stderr } = await skein(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Usage: skein');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('names every exit code, and so does the reference', async () => {
    const { stdout } = await skein(['--help']);
    expect(EXIT_MEANINGS.map(([code]) => code)).toEqual(Object.values(EXIT));
    for (const [code, meaning] of EXIT_MEANINGS) {
      expect(stdout).toContain(`  ${String(code).padEnd(4)} ${meaning}\n`);
      expect(reference).toMatch(new RegExp(`^\\| ${code} +\\| ${quoted(meaning)} +\\|$`, 'm'));
    }
  });

  it('has an entry for every option in the reference', async () => {
    const { stdout } = await skein(['run', '--help']);
    const options = [...stdout.matchAll(/^ {2}(--[a-z-]+) /gm)].map((match) => match[1]);
    expect(options).toHaveLength(19);
    for (const option of options)
      expect(reference).toMatch(new RegExp(`^\\| \`${option}[ \`]`, 'm'));
  });

  it.each([
    ['check', 2],
    ['list', 2],
    ['schema', 2],
    ['serve', 1],
  ])('has an entry for every option of %s', async (command, count) => {
    const { stdout } = await skein([command, '--help']);
    const options = [...stdout.matchAll(/^ {2}(--[a-z-]+) /gm)].map((match) => match[1]);
    expect(options).toHaveLength(count);
    const section = reference.split(new RegExp(`\n## skein ${command}\\b`))[1].split('\n## ')[0];
    for (const option of options) expect(section).toContain(`| \`${option}`);
  });

  it('has an entry for every option of worker in the reference', async () => {
    const { stdout } = await skein(['worker', '--help']);
    const options = [...stdout.matchAll(/^ {2}(--[a-z-]+) /gm)].map((match) => match[1]);
    expect(options).toHaveLength(6);
    const section = reference.slice(reference.indexOf('## skein worker'));
    for (const option of options) expect(section).toContain(`| \`${option}`);
  });

  it('has an entry for every option of replay in the reference', async () => {
    const { stdout } = await skein(['replay', '--help']);
    const options = [...stdout.matchAll(/^ {2}(--[a-z]+) /gm)].map((match) => match[1]);
    expect(options).toHaveLength(4);
    const section = reference.slice(reference.indexOf('## skein replay FILE'));
    for (const option of options) expect(section).toContain(`| \`${option}`);
  });

  it.each([
    ['diff', 3],
    ['sweep', 24],
    ['rerun', 4],
  ])('has an entry for every option of %s in the reference', async (command, count) => {
    const { stdout } = await skein([command, '--help']);
    const options = [...stdout.matchAll(/^ {2}(--[a-z-]+) /gm)].map((match) => match[1]);
    expect(options).toHaveLength(count);
    const section = reference.split(`\n## skein ${command} `)[1].split('\n## ')[0];
    for (const option of options) expect(section).toContain(`| \`${option}`);
  });

  it('has an entry for every option of path in the reference', async () => {
    const { stdout } = await skein(['path', '--help']);
    const options = [...stdout.matchAll(/^ {2}(--[a-z-]+) /gm)].map((match) => match[1]);
    expect(options).toHaveLength(7);
    for (const option of options) expect(reference).toContain(`\`${option}`);
  });

  it.each(['build', 'check'])('has an entry for every option of law %s', async (command) => {
    const { stdout } = await skein(['law', command, '--help']);
    const options = [...stdout.matchAll(/^ {2}(--[a-z-]+) /gm)].map((match) => match[1]);
    expect(options).toHaveLength(command === 'build' ? 1 : 3);
    const section = reference.slice(reference.indexOf(`## skein law ${command} FILE`));
    for (const option of options) expect(section).toContain(`| \`${option}`);
  });

  it('prints the version of the package', async () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    );
    for (const flag of ['--version', '-V']) {
      expect(await skein([flag])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
    }
  });
});

/** A text as a regular expression that matches it alone. */
function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
