// What a person reads when an error of a published package ends a Node process.
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { long, someOf } from '../../packages/core/test/helpers/long.ts';
import { folderOf, manifestOf, PUBLIC } from '../packages/manifests.mjs';

/** For each entry point, an expression that throws, and a part of its message. */
const THROWS: Readonly<Record<string, readonly [code: string, said: string]>> = {
  '@skein/core': [
    `of.parseScenario({
      name: 'x',
      species: [{ name: 'a', count: 1, spawn: { type: 'pool' }, behaviors: [{ type: 'seperation' }, {}] }],
    })`,
    'did you mean "separation"?',
  ],
  '@skein/core/laws': [`of.defineLaw({ name: 'push', force: () => 7 })`, 'Law "push"'],
  '@skein/core/ground': ['of.groundFromTriangles([])', 'found no triangles'],
  '@skein/core/path': [`of.parseMapText('#')`, 'a MovingAI map'],
  '@skein/core/describe': [`of.measuresOf(['sped'], {})`, 'did you mean "speed"?'],
  '@skein/core/read': [`of.birthColumns({})`, 'expected'],
  '@skein/core/internal': [`of.innerOf({})`, 'expected'],
  '@skein/core/thread': [`of.attachWorld({})`, 'undefined'],
  '@skein/core/basics': [`of.readChange('speed')`, 'expected'],
  '@skein/worker': [`await of.createTeam({}, { workers: -1 })`, 'expected a world'],
  '@skein/worker/inline': ['of.createWorker()', 'Worker is not defined'],
  '@skein/worker/limits': ['of.MIN_STALL_MS.at(0)', 'at is not a function'],
  '@skein/queue': [`of.readAddress('redis')`, 'expected'],
  '@skein/rooms': [`new of.Room({ world: { scenario: { dt: 0 } } })`, 'tickMs: found 0'],
  '@skein/sweep': [`of.readPlan({})`, 'The plan has'],
  '@skein/sweep/files': [`await of.replaceFile('.', () => {})`, 'expected'],
  '@skein/sweep/fit': [`await of.readDataTable('x.txt')`, 'x.txt'],
  '@skein/sweep/tables': [`of.tableFormat('table.txt')`, 'table.txt'],
  '@skein/sweep/table-format': [`of.tableFormat('table.txt')`, 'table.txt'],
  '@skein/sweep/flow': [`new of.LineCrossings([[0, 0, 0, 0]])`, 'expected'],
  '@skein/sweep/report': [`of.readCurves('x')`, 'expected'],
  '@skein/three': ['of.createDriver({})', 'expected'],
  '@skein/three/ground': ['of.groundFrom({})', 'expected an Object3D'],
  '@skein/three/parts': ['of.isLight()', 'undefined'],
  '@skein/three/webgpu': ['of.createAgents({})', 'expected'],
  '@skein/three/webgpu/parts': ['of.squareAt()', 'undefined'],
  '@skein/gpu': ['await of.Device.open()', 'no WebGPU'],
  '@skein/react': ['of.Skein({})', 'expected'],
};
/** Throws where it is imported, as it is not for Node. */
const ONLY_PAGES = '@skein/worker/thread.js';

const folder = mkdtempSync(join(tmpdir(), 'skein-uncaught-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Entry {
  readonly name: string;
  readonly home: string;
}

const entries: readonly Entry[] = PUBLIC.flatMap((home) => {
  const { name, exports = {} } = manifestOf(home) as { name: string; exports?: object };
  return Object.keys(exports)
    .filter((entry) => !entry.endsWith('.json'))
    .map((entry) => ({ name: name + entry.slice(1), home }));
});

let programs = 0;

/**
 * Runs a program in Node, in the folder of a package, until it ends. Returns what it wrote to its standard error, a
 * pipe that nobody reads until then, as a slow reader would: it keeps what fits.
 */
async function failing(code: string, home: string): Promise<string> {
  const name = `program-${programs++}.mjs`;
  const pipe = join(folder, `${name}.pipe`);
  // Packages can import themselves, and what they depend on.
  const file = join(folderOf(home), `.${name}`);
  writeFileSync(file, code);
  spawnSync('mkfifo', [pipe]);
  const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  // rmSync() would ask what the pipe is, after which Node 20 follows no link of a package that it imports
  // (realpathSync() stops early while the last file that was asked about is a pipe).
  unlinkSync(pipe);
  try {
    const status = await new Promise<number | null>((resolve) => {
      const child = spawn(process.execPath, [file], {
        cwd: folderOf(home),
        stdio: ['ignore', 'ignore', end],
        timeout: 50_000,
      });
      child.on('exit', resolve);
    });
    const bytes = Buffer.alloc(1 << 20);
    const said = bytes.toString('utf8', 0, readSync(end, bytes));
    expect(status, said.slice(-2000)).toBe(1);
    return said;
  } finally {
    closeSync(end);
    rmSync(file);
  }
}

/** The end that a person sees without scrolling. */
const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-20).join('\n');

describe.skipIf(process.platform === 'win32')('an error that nobody catches', () => {
  it('is tried for every entry point', () => {
    expect([...Object.keys(THROWS), ONLY_PAGES].sort()).toEqual(
      entries.map(({ name }) => name).sort(),
    );
  });

  it.each(someOf(Object.keys(THROWS), 21))('ends with its message: %s', async (name) => {
    const { home } = entries.find((entry) => entry.name === name) as Entry;
    const [code, said] = THROWS[name];
    const load = `const of = await import(${JSON.stringify(name)});`;
    const programs = [
      `${load} ${code};`,
      `async function main() { ${load} await null; return ${code}; } main();`,
      `import { isMainThread, Worker } from 'node:worker_threads';
      if (isMainThread) new Worker(new URL(import.meta.url));
      else { ${load} ${code}; }`,
    ];
    const chosen = someOf(programs, 3, Object.keys(THROWS).indexOf(name));
    const texts = await Promise.all(chosen.map((program) => failing(program, home)));
    for (const text of texts) expect(lastLines(text)).toContain(said);
  });

  long('ends with its message: a script for pages', async () => {
    const text = await failing(`import '${ONLY_PAGES}';`, 'worker');
    expect(lastLines(text)).toContain('addEventListener is not a function');
  });

  long('ends with its message: a thread of a team', async () => {
    const text = await failing(
      `import { createWorld, parseScenario } from '@skein/core';
      import { createTeam } from '@skein/worker';
      const world = createWorld(
        parseScenario({
          name: 'x',
          species: [{ name: 'a', count: 9, spawn: { type: 'sphere', center: [0, 0, 0], radius: 3 }, behaviors: [] }],
        }),
        { maxWorkers: 2 },
      );
      const faults = [{ worker: 1, tick: 2, phase: 'steer', kind: 'throw', times: 99 }];
      const team = await createTeam(world, { workers: 2, faults });
      await team.run(9);`,
      'worker',
    );
    expect(lastLines(text)).toContain('a fault was injected');
    expect(text).toContain('TeamError: ');
  });
});

/** The files of a package that are published, as far as its build makes them. */
function builtFiles(home: string): string[] {
  const dist = join(folderOf(home), 'dist');
  return readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) => join(dist, name));
}

describe.each(PUBLIC)('the files of packages/%s', (home) => {
  it('have no long line that could throw', () => {
    const long = builtFiles(home)
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => {
        const lines = readFileSync(file, 'utf8').split('\n');
        return lines
          .filter((line) => line.length > 2000 && !isText(line))
          .map((line) => `${relative(folderOf(home), file)}: ${line.slice(0, 80)}`);
      });
    expect(long).toEqual([]);
  });

  it('have source maps that lead to what is published', () => {
    const lost: string[] = [];
    for (const file of builtFiles(home).filter((name) => name.endsWith('.js'))) {
      const [, name] = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(readFileSync(file, 'utf8')) ?? [];
      if (name === undefined) continue;
      const map = JSON.parse(readFileSync(join(dirname(file), name), 'utf8')) as {
        sources: string[];
        sourcesContent?: (string | null)[];
      };
      for (const [at, source] of map.sources.entries()) {
        if (typeof map.sourcesContent?.[at] === 'string') continue;
        const there = resolve(dirname(file), source);
        if (!existsSync(there) || !isPublished(there)) lost.push(`${file}: ${source}`);
      }
    }
    expect(lost).toEqual([]);
  });
});

it('what Node loads of core and what its threads load have source maps', () => {
  const bundles = ['core', 'worker'].flatMap(builtFiles);
  const names = /[\\/]node[\\/](?:thread\.bundle|(?:describe|engine|laws)-[\w-]+)\.js$/;
  const files = bundles.filter((file) => names.test(file));
  expect(files).toHaveLength(4);
  for (const file of files) {
    const { mappings } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { mappings: string };
    expect(mappings.length, file).toBeGreaterThan(1000);
  }
});

/** Whether a line is only a list of names, or a text that a name stands for. Such a line never throws. */
function isText(line: string): boolean {
  if (/^(?:import|export) \{[\w\s,$]*\}(?: from "[^"]*")?;$/.test(line)) return true;
  return /^\s*(?:(?:export )?(?:const|let|var) \w+ = )?(["'`])(?:(?!\1)[^\\]|\\.)*\1[;,]?$/.test(
    line,
  );
}

/** Packages publish their folder `src`, and are installed beside each other, as they are here. */
function isPublished(file: string): boolean {
  return PUBLIC.some((home) => file.startsWith(join(folderOf(home), 'src') + sep));
}
