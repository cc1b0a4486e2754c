import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorld, measure, parseScenario, tick } from '@skein/core';
import { readTable } from '@skein/sweep/tables';
import { describe, expect, it } from 'vitest';
import { long, someOf } from '../../core/test/helpers/long.ts';
import { EXIT } from '../src/exit-codes.ts';
import { flock } from './scenes.ts';
import { shell, skeinHere, testFolder, write } from './skein.ts';

const MEASURES = ['polarization', 'each.alive', 'slow=quantile(speed,0.1)', 'clusters(4)'];
const TICKS = [0, 10, 20, 25];

/** A row per sample, from a run stepped by hand. */
function byHand(): number[][] {
  const world = createWorld(parseScenario(flock()));
  return TICKS.map((at) => {
    tick(world, at - world.tick);
    return [at, at * world.scenario.dt, ...measure(world, MEASURES)];
  });
}
const NAMES = ['tick', 'time', 'polarization', 'bird.alive', 'hawk.alive', 'slow', 'clusters(4)'];

const run = (folder: string, ...args: readonly string[]) =>
  skeinHere(['run', join(folder, 'flock.json'), '--ticks', '25', '--every', '10', ...args]);

function scene(): string {
  const folder = testFolder();
  write(folder, 'flock.json', flock());
  return folder;
}

describe('skein run --measure', () => {
  it.each(someOf(['1', '3'], 2, 1))(
    'prints what core measures, for %s workers',
    async (workers) => {
      const measures = [
        '--measure',
        MEASURES.slice(0, 2).join(),
        '--measure',
        MEASURES.slice(2).join(),
      ];
      const { code, stdout, stderr } = await run(scene(), ...measures, '--workers', workers);
      expect([code, stderr.split('\n')[0]]).toEqual([0, expect.stringContaining('25 ticks')]);
      const [head, ...rows] = stdout.trimEnd().split('\n');
      expect(head).toBe(NAMES.join());
      expect(rows.map((row) => row.split(',').map(Number))).toEqual(byHand());
    },
  );

  it.each(someOf(['parquet', 'arrow', 'csv', 'jsonl'], 2))(
    'writes them to a .%s, with units',
    async (format) => {
      const folder = scene();
      const file = join(folder, `m.${format}`);
      const { code, stdout } = await run(
        folder,
        '--measure',
        MEASURES.join(),
        '--out',
        file,
        '--json',
      );
      expect(code).toBe(0);
      expect(JSON.parse(stdout).ticks).toBe(25);
      if (format === 'csv') {
        expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(6);
        return;
      }
      const { columns, schema } = await readTable(file);
      expect([...columns.keys()]).toEqual(NAMES);
      const rows = TICKS.map((_, k) => NAMES.map((name) => Number(columns.get(name)![k])));
      expect(rows).toEqual(byHand());
      if (format === 'jsonl') return;
      expect(schema.metadata).toMatchObject({ name: flock().name, seed: expect.any(String) });
      expect(schema.columns.find(({ name }) => name === 'slow')?.unit).toBe('m/s');
    },
  );

  long('continues from the tick of a snapshot', async () => {
    const folder = scene();
    const save = join(folder, 'at.skein');
    await skeinHere(['run', join(folder, 'flock.json'), '--ticks', '20', '--save', save]);
    const args = ['--resume', save, '--ticks', '25', '--every', '10', '--measure', MEASURES.join()];
    const { stdout } = await skeinHere(['run', ...args]);
    const rows = stdout.trimEnd().split('\n').slice(1);
    expect(rows.map((row) => row.split(',').map(Number))).toEqual(byHand().slice(2));
  });

  long('ends cleanly when its reader closes', async () => {
    const { code, stdout } = await shell(
      'skein run flock.json --ticks 100000 --every 1 --measure alive --workers 1 | head -2',
      scene(),
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'tick,time,alive\n0,0,20\n' });
  });

  it.each([
    [
      ['--measure', 'alife,alive', '--measure', 'alive'],
      'skein: --measure "alife": found "alife" (did you mean "alive"?), expected one of ',
    ],
    [
      ['--measure', 'alive', '--measure', 'alive'],
      'skein: --measure "alive": found a second "alive", expected each name only once; write NAME=MEASURE to set another name\n',
    ],
    [
      ['--measure', 'tick=alive'],
      'skein: --measure: found the name tick, which the table has already, expected another name\n',
    ],
    [['--out', 'm.csv'], 'skein: --out: found m.csv without --measure, expected both\n'],
    [
      ['--measure', 'alive', '--json'],
      'skein: --measure: found no --out together with --json, which also writes to standard output; expected a path\n',
    ],
    [
      ['--measure', 'alive', '--trajectories', '-'],
      'skein: --trajectories: found - together with --measure, which also writes to standard output; expected a path\n',
    ],
    [
      ['--measure', 'alive', '--out', 'm.xlsx'],
      "skein: option '--out <file>' argument 'm.xlsx' is invalid. Expected a name that ends in .parquet, .arrow, .arrows, .csv or .jsonl.\n",
    ],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await run(scene(), ...args);
    expect({ code, stdout }).toEqual({ code: EXIT.usage, stdout: '' });
    expect(stderr.startsWith(message) || stderr).toBe(true);
  });
});
