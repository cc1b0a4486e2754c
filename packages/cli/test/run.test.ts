import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  createWorld,
  orderParameters,
  parseScenario,
  stateHash,
  takeEvents,
  tick,
  type World,
} from '@skein/core';
import { describe, expect, it } from 'vitest';
import { LONG, long, someOf } from '../../core/test/helpers/long.ts';
import { beams, flock } from './scenes.ts';
import { skein, skeinHere, testFolder, write } from './skein.ts';

const HEADER = 'tick,id,species,x,y,z,vx,vy,vz,alive';

/** The world that the command must reproduce, stepped on this thread. */
function worldAt(scene: object, ticks: number, seed?: number): World {
  const world = createWorld(parseScenario(scene), seed === undefined ? {} : { seed });
  if (ticks > 0) tick(world, ticks);
  return world;
}

/** What the command must print for --hash. */
function hashLines(scene: object, ticks: readonly number[]): string {
  return ticks.map((t) => `${t} ${stateHash(worldAt(scene, t))}\n`).join('');
}

describe('skein run', () => {
  it('prints a summary for people, and nothing else', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const args = ['run', file, '--ticks', '31', '--workers', '2'];
    const { code, stdout, stderr } = await skeinHere(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')[0]).toBe(
      `small-flock: 31 ticks, ${LONG ? '2 workers' : '1 worker'}, simd kernel, seed 7`,
    );
    expect(stdout).toContain(stateHash(worldAt(flock(), 31)));
    expect(stdout).toContain('20 of at most 20');
  });

  long('steps 600 ticks on every core by default', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const { stdout, stderr } = await skein(['run', file, '--json']);
    expect(stderr).toBe('');
    const { ticks, workers, seed, kernel, hash } = JSON.parse(stdout);
    const cores = Math.min(32, availableParallelism());
    expect({ ticks, workers, seed, kernel, hash }).toEqual({
      ticks: 600,
      workers: cores,
      seed: 7,
      kernel: 'simd',
      hash: stateHash(worldAt(flock(), 600)),
    });
  });

  it('reads the scenario from standard input', async () => {
    const args = ['run', '-', '--ticks', '3', '--workers', '1', '--json'];
    const { code, stdout } = await skeinHere(args, JSON.stringify(flock()));
    expect(code).toBe(0);
    expect(JSON.parse(stdout).hash).toBe(stateHash(worldAt(flock(), 3)));
  });

  it('takes the seed from --seed', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const args = ['run', file, '--ticks', '5', '--workers', '2', '--seed', '4294967295', '--json'];
    const summary = JSON.parse((await skeinHere(args)).stdout);
    expect(summary.seed).toBe(4294967295);
    expect(summary.hash).toBe(stateHash(worldAt(flock(), 5, 4294967295)));
    expect(summary.hash).not.toBe(stateHash(worldAt(flock(), 5)));
  });

  it('warns that --every alone does nothing', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const { code, stderr } = await skeinHere([
      'run',
      file,
      '--ticks',
      '2',
      '--every',
      '2',
      '--workers',
      '1',
    ]);
    expect(code).toBe(0);
    expect(stderr).toBe(
      'skein: --every has no effect without --trajectories, --field, --measure, --hash or --save\n',
    );
  });
});

long('prints the same hashes with either kernel, and which one it used', async () => {
  const file = write(testFolder(), 'flock.json', flock());
  const run = (kernel: string) =>
    skein([
      'run',
      file,
      '--ticks',
      '40',
      '--every',
      '10',
      '--workers',
      '2',
      '--kernel',
      kernel,
      '--hash',
      '--json',
    ]);
  const [ts, simd] = [await run('ts'), await run('simd')];
  const hashesOf = (stdout: string) => stdout.trim().split('\n').slice(0, -1);
  expect(hashesOf(simd.stdout)).toEqual(hashesOf(ts.stdout));
  expect(hashesOf(ts.stdout)).toHaveLength(5);
  for (const [{ stdout }, kernel] of [
    [ts, 'ts'],
    [simd, 'simd'],
  ] as const) {
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ kernel });
  }
});

describe('skein run --json', () => {
  long('reports agents that only orbit, as does the text for people', async () => {
    const scene = structuredClone(beams);
    scene.species[0].lifetime = 30;
    scene.species[0].behaviors[0].curvatureRadius = 60;
    const file = write(testFolder(), 'wide.json', scene);
    const ticks = 1400;
    const { code, stdout } = await skeinHere(['run', file, '--ticks', String(ticks), '--json']);
    expect(code).toBe(0);
    const orbits = takeEvents(worldAt(scene, ticks)).filter(({ type }) => type === 'orbit');
    expect(orbits).toHaveLength(17);
    const found = JSON.parse(stdout).orbits as { position: number[] }[];
    const rounded = found.map((one) => ({ ...one, position: one.position.map(Math.fround) }));
    expect(rounded).toEqual(orbits.map(({ type: _, ...rest }) => rest));
    const text = await skeinHere(['run', file, '--ticks', String(ticks)]);
    expect(text.stdout).toMatch(
      /^ {2}orbits {12}17 flights around a target without coming closer, from tick \d+ to \d+$/m,
    );
  });

  it('has the reports of species, as does the text for people', async () => {
    const scene = structuredClone(beams) as typeof beams & Record<string, unknown>;
    const [beam] = scene.species as unknown as Record<string, unknown>[];
    beam.reports = [
      { type: 'left', region: 'muzzle' },
      { type: 'near', target: scene.targets[0].name, distance: 20 },
    ];
    const [{ position: center }] = scene.launchers;
    scene.regions = [{ name: 'muzzle', type: 'sphere', center, radius: 10 }];
    const file = write(testFolder(), 'reports.json', scene);
    const { code, stdout } = await skeinHere([
      'run',
      file,
      '--ticks',
      '60',
      '--workers',
      '1',
      '--json',
    ]);
    expect(code).toBe(0);
    const events = takeEvents(worldAt(scene, 60));
    const reports = events.filter(({ type }) => type === 'left' || type === 'near');
    expect(reports.length).toBeGreaterThan(10);
    const found = JSON.parse(stdout).reports as { position: number[] }[];
    expect(found.map((one) => ({ ...one, position: one.position.map(Math.fround) }))).toEqual(
      reports,
    );
    const text = await skeinHere(['run', file, '--ticks', '60']);
    expect(text.stdout).toMatch(/^ {2}reports {11}\d+ near, \d+ left, from tick \d+ to \d+$/m);
  });

  it('names quarantined agents, and the law that caused it', async () => {
    const scene = structuredClone(beams) as { laws?: unknown; species: Record<string, unknown>[] };
    const wild = {
      law: 1,
      name: 'wild',
      description: 'Divides by zero for agent 4.',
      aim: 'none',
      parameters: {},
      nodes: [
        ['self', 'id'],
        ['toNumber', 0],
        ['number', 4],
        ['sub', 1, 2],
        ['div', 3, 3],
      ],
      result: 'force',
      vector: [4, 4, 4],
    };
    scene.laws = [wild];
    (scene.species[0].behaviors as unknown[]).push({ type: 'law:wild' });
    const file = write(testFolder(), 'wild.json', scene);
    const { stdout } = await skeinHere(['run', file, '--ticks', '60', '--json']);
    const { quarantined, quarantines } = JSON.parse(stdout);
    expect(quarantined).toBe(1);
    const { name } = scene.species[0];
    expect(quarantines).toMatchObject([{ id: 4, species: name, behavior: 'law:wild' }]);
    const text = await skeinHere(['run', file, '--ticks', '60']);
    expect(text.stdout).toContain(
      `quarantined       1, no longer finite; first agent 4 of ${name} at tick ${quarantines[0].tick}, by law:wild`,
    );
  });

  it('ends with one object that summarizes the run', async () => {
    const file = write(testFolder(), 'beams.json', beams);
    const ticks = 61;
    const args = ['run', file, '--ticks', String(ticks), '--workers', '3', '--json'];
    const { code, stdout, stderr } = await skeinHere(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/\n/g)).toHaveLength(1);

    const world = worldAt(beams, ticks);
    const hits = takeEvents(world).filter((event) => event.type === 'hit');
    expect(hits.length).toBeGreaterThan(10);
    const { msPerTick, ...summary } = JSON.parse(stdout);
    expect(summary).toEqual({
      scenario: 'small-beams',
      ticks,
      interrupted: false,
      workers: LONG ? 3 : 1,
      kernel: 'simd',
      seed: 3,
      hash: stateHash(world),
      agents: 19,
      alive: 17 - hits.length,
      quarantined: 0,
      quarantines: [],
      hits: hits.map(({ tick, id, species, target }) => ({
        tick,
        id,
        species,
        target,
        position: [expect.any(Number), expect.any(Number), expect.any(Number)],
      })),
      orbits: [],
      orderParameters: orderParameters(world),
    });
    expect(
      summary.hits.map((hit: { position: number[] }) => hit.position.map(Math.fround)),
    ).toEqual(hits.map((hit) => hit.position));
    expect(Object.keys(msPerTick)).toEqual(['min', 'median', 'p95', 'max']);
    expect(msPerTick.min).toBeGreaterThan(0);
    expect(msPerTick.median).toBeGreaterThanOrEqual(msPerTick.min);
    expect(msPerTick.p95).toBeGreaterThanOrEqual(msPerTick.median);
    expect(msPerTick.max).toBeGreaterThanOrEqual(msPerTick.p95);
  });

  it('comes after the hashes', async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const args = [
      'run',
      file,
      '--ticks',
      '4',
      '--every',
      '4',
      '--hash',
      '--json',
      '--workers',
      '1',
    ];
    const lines = (await skeinHere(args)).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toBe(`4 ${JSON.parse(lines[2]).hash}`);
  });
});

describe('skein run --hash', () => {
  it.each(someOf([1, 2, 3], 3))(
    'prints the hashes of the same states with %i workers',
    async (workers) => {
      const file = write(testFolder(), 'flock.json', flock());
      const args = ['run', file, '--ticks', '100', '--every', '30', '--hash'];
      const { code, stdout, stderr } = await skeinHere([...args, '--workers', String(workers)]);
      expect(code).toBe(0);
      expect(stdout).toBe(hashLines(flock(), [0, 30, 60, 90, 100]));
      // Standard output is data here, so the summary for people gives way.
      expect(stderr).toContain(`small-flock: 100 ticks, ${workers} worker`);
    },
  );

  it('samples every 60th tick by default, and the last one once', async () => {
    const file = write(testFolder(), 'beams.json', beams);
    const { stdout } = await skeinHere(['run', file, '--ticks', '120', '--hash', '--workers', '2']);
    expect(stdout).toBe(hashLines(beams, [0, 60, 120]));
  });
});

describe('skein run --trajectories', () => {
  it.each(someOf([1, 2, 3], 3))(
    'writes numbers that read back to the bit, with %i workers',
    async (workers) => {
      const folder = testFolder();
      const file = write(folder, 'beams.json', beams);
      const out = join(folder, 'beams.csv');
      const args = ['run', file, '--ticks', '25', '--every', '10', '--trajectories', out];
      const { code } = await skeinHere([...args, '--workers', String(workers)]);
      expect(code).toBe(0);
      const [header, ...rows] = readFileSync(out, 'utf8').trimEnd().split('\n');
      expect(header).toBe(HEADER);
      expect(rows.map(readRow)).toEqual([0, 10, 20, 25].flatMap((t) => rowsOf(worldAt(beams, t))));
    },
  );

  long('writes the same bytes to standard output, with one worker and with two', async () => {
    const folder = testFolder();
    // More agents than fit one block of rows, or the buffer of a pipe.
    const file = write(folder, 'flock.json', flock(4099));
    const out = join(folder, 'flock.csv');
    const args = ['run', file, '--ticks', '3', '--every', '2', '--trajectories'];
    await skein([...args, out, '--workers', '1']);
    const two = await skein([...args, '-', '--workers', '2']);
    const csv = readFileSync(out, 'utf8');
    expect(csv.split('\n')).toHaveLength(1 + 3 * 4102 + 1);
    expect(two.stdout === csv).toBe(true);
    expect(two.stderr).toContain('small-flock: 3 ticks, 2 workers');
  });

  it('replaces a longer file', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const out = write(folder, 'old.csv', 'old\n'.repeat(10_000));
    await skeinHere(['run', file, '--ticks', '1', '--trajectories', out, '--workers', '1']);
    const lines = readFileSync(out, 'utf8').split('\n');
    expect(lines).toHaveLength(1 + 2 * 20 + 1);
    expect(lines).not.toContain('old');
  });

  it('works together with --hash and --json', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const out = join(folder, 'flock.csv');
    const args = [
      'run',
      file,
      '--ticks',
      '2',
      '--every',
      '1',
      '--trajectories',
      out,
      '--hash',
      '--json',
    ];
    const { stdout } = await skeinHere(args);
    expect(stdout.trimEnd().split('\n')).toHaveLength(4);
    expect(existsSync(out)).toBe(true);
  });
});

function readRow(row: string): unknown[] {
  const [tick, id, species, ...rest] = row.split(',');
  const alive = rest.pop();
  return [Number(tick), Number(id), species, ...rest.map((text) => bitsOf(Number(text))), alive];
}

function rowsOf({ tick, count, views, scenario }: World): unknown[][] {
  const { slot, position: p, velocity: v } = views;
  return Array.from({ length: count }, (_, id) => {
    const i = slot[id];
    const values = [p.x[i], p.y[i], p.z[i], v.x[i], v.y[i], v.z[i]];
    const species = scenario.species[views.species[i]].name;
    return [tick, id, species, ...values.map(bitsOf), String(views.status[i] === 1)];
  });
}

/** The bits of a number as a 32-bit float: distinguishes -0 from 0. */
function bitsOf(value: number): number {
  return new Uint32Array(Float32Array.of(value).buffer)[0];
}
