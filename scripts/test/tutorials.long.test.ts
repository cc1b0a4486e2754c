import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SKEIN = join(ROOT, 'packages/cli/bin/skein.js');

/** In the root of the repository, so that packages resolve as they do for a reader. */
const folder = mkdtempSync(join(ROOT, 'node_modules', '.tutorials-'));
afterAll(() => rmSync(folder, { recursive: true }));

function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)];
  return blocks.filter(([, of]) => of === language).map(([, , block]) => block!);
}

/** Saves the blocks that begin with the name of their file. */
function saveFiles(page: string): void {
  for (const block of blocksOf(page, 'js')) {
    const [, file] = /^\/\/ (\S+\.js)\n/.exec(block) ?? [];
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), block);
  }
}

/** The lines of the page's commands that begin this way, and the lines that follow in each. */
function commandsOf(page: string, start: string): string[] {
  return blocksOf(page, 'sh')
    .flatMap((block) => block.trim().split('\n'))
    .filter((line) => line.startsWith(start))
    .map((line) => line.slice(start.length));
}

function run(parameters: readonly string[]): { code: number; output: string } {
  try {
    const output = execFileSync(process.execPath, parameters, {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { code: 0, output };
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return { code: status, output: stdout };
  }
}

/** The lines that the page shows as output, except for the dots that stand for other lines. */
function printedIn(page: string): string[] {
  return blocksOf(page, '').flatMap((block) =>
    block.split('\n').filter((line) => line !== '' && line !== '...'),
  );
}

describe('the tutorial for games', () => {
  const page = 'tutorial-game.md';
  beforeAll(() => saveFiles(page));

  it('prints what it says, in every command', () => {
    const commands = commandsOf(page, 'node ').filter((line) => !line.startsWith('scripts/'));
    expect(commands).toHaveLength(5);
    const results = commands.map((line) => run(line.split(' ')));
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0, 1]);
    const lines = results.flatMap(({ output }) => output.split('\n'));
    const printed = printedIn(page);
    expect(printed).toHaveLength(6);
    for (const line of printed) expect(lines).toContain(line);
    expect(results[1]!.output).toBe('loaded at tick 300\ntrue\n');
  });
});

describe('the tutorial for research', () => {
  const page = 'tutorial-research.md';
  beforeAll(() => {
    saveFiles(page);
    const [shoal, plan] = blocksOf(page, 'json');
    writeFileSync(join(folder, 'study/shoal.json'), shoal!);
    writeFileSync(join(folder, 'study/plan.json'), plan!);
    symlinkSync(join(ROOT, 'scenarios'), join(folder, 'scenarios'), 'junction');
  });

  it('has commands that work, and says what they print', () => {
    const commands = commandsOf(page, 'npx skein ');
    expect(commands).toHaveLength(12);
    // The runs of the sweep end early.
    const short = (line: string) =>
      line.startsWith('sweep') ? `${line} --ticks 40 --warmup 20` : line;
    const results = commands.map((line) => run([SKEIN, ...short(line).split(' ')]));
    expect(results.map(({ code }) => code)).toEqual(commands.map(() => 0));
    const lines = results
      .flatMap(({ output }) => output.split('\n'))
      .map((line) => line.replace(', 40 ticks', ', 3600 ticks'))
      // The milliseconds of the check differ.
      .map((line) => line.replace(/^(fickle .*) [\d.]+$/, '$1 ...'));
    // The columns are as wide as the milliseconds need.
    const narrow = (line: string) => line.replace(/ {2,}/g, '  ');
    const narrowed = lines.map(narrow);
    for (const line of printedIn(page)) expect(narrowed).toContain(narrow(line));
  });

  it('shows more order without noise than with it', () => {
    const [free, noisy] = commandsOf(page, 'npx skein run study/')
      .filter((line) => line.includes('--measure'))
      .map((line) =>
        run([SKEIN, 'run', ...`study/${line}`.split(' ')])
          .output.trim()
          .split('\n'),
      );
    const order = (lines: readonly string[]) => Number(lines.at(-1)!.split(',')[2]);
    expect(order(free!)).toBeGreaterThan(2 * order(noisy!));
  });
});
