import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agreed } from '../agreement.ts';
import { ratios, summarize } from '../statistics.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';
import { boids } from '../workload.ts';

const TICKS = 1000;
const PYTHON = process.env.SKEIN_PYTHON ?? 'python3';

/** Returns the path of a file, relative to the folder of the benchmark. */
function pathOf(file: string): string {
  return fileURLToPath(new URL(`../../${file}`, import.meta.url));
}

const PROGRAMS = {
  Node: [process.execPath, pathOf('dist/steps.js')],
  Python: [PYTHON, pathOf('python/steps.py')],
} as const;

/** A program that steps the scenario. Each sample is a process of its own, without its start, in ms. */
class Program {
  readonly name: keyof typeof PROGRAMS;
  readonly #path: string;
  readonly starts: number[] = [];
  hash = '';

  constructor(name: keyof typeof PROGRAMS, path: string) {
    this.name = name;
    this.#path = path;
  }

  sample(): number {
    const [command, file] = PROGRAMS[this.name];
    const env = {
      ...process.env,
      PYTHONPATH: pathOf('../python/src'),
      PYTHONDONTWRITEBYTECODE: '1',
      SKEIN_COMMAND: `'${process.execPath}' '${pathOf('../packages/cli/bin/skein.js')}'`,
    };
    const said = execFileSync(command, [file, this.#path, String(TICKS)], { env });
    const { ms, startMs, hash, total } = JSON.parse(said.toString());
    this.hash = `${hash} ${total}`;
    this.starts.push(startMs);
    return ms;
  }
}

export const suite: Suite = {
  description:
    '1,000 steps of 1,000 boids with all positions in each step, from Python and in Node',
  async *run({ quick, signal, notice }) {
    try {
      execFileSync(PYTHON, ['-c', 'import numpy'], { stdio: 'ignore' });
    } catch {
      notice(`python was left out: ${PYTHON} with NumPy is not installed.`);
      return;
    }
    const folder = mkdtempSync(join(tmpdir(), 'skein-bench-'));
    try {
      const path = join(folder, 'boids.json');
      writeFileSync(path, JSON.stringify(boids({ agents: 1000, neighbors: 30 })));
      const programs = (['Node', 'Python'] as const).map((name) => new Program(name, path));
      const samples = await inTurns(programs, { turns: quick ? 5 : 15, signal });
      const hash = agreed(Object.fromEntries(programs.map((one) => [one.name, one.hash])));
      for (const [index, { name, starts }] of programs.entries()) {
        yield {
          labels: { program: name, agents: 1000, steps: TICKS },
          unit: 'ms',
          samples: samples[index],
          figures: {
            'x Node': summarize(ratios(samples[index], samples[0])),
            'ms to start': summarize(starts),
          },
          hash: hash.split(' ')[0],
        };
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
