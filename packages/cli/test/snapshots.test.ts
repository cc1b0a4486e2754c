import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorld, parseScenario, readReplay, restore, stateHash, tick } from '@skein/core';
import { MAX_SCENARIO_BYTES } from '@skein/core/describe';
import { describe, expect, it } from 'vitest';
import { LONG, long, someOf } from '../../core/test/helpers/long.ts';
import { beams, FOREVER, flock } from './scenes.ts';
import { ended, SKEIN, skein, skeinHere, start, startSkein, testFolder, write } from './skein.ts';

const FULL_DISK = new URL('./full-disk.mjs', import.meta.url).href;
const RUN_OUT = new URL('./run-out.mjs', import.meta.url).href;
const WRONG_BIT = new URL('./wrong-bit.mjs', import.meta.url).href;
const WRONG_ROOT = new URL('./wrong-root.mjs', import.meta.url).href;

/** Runs a command whose disk is full after a number of saves under names that begin with a path. */
function fullDisk(path: string, saves: number, args: readonly string[]) {
  const env = { ...process.env, SKEIN_FULL_AT: path, SKEIN_FULL_AFTER: String(saves) };
  return ended(start(process.execPath, ['--import', FULL_DISK, SKEIN, ...args], { env }));
}

function hashAt(scenario: object, ticks: number): string {
  const world = createWorld(parseScenario(scenario));
  tick(world, ticks);
  return stateHash(world);
}

describe('run --heavy', () => {
  it('ends as a run without it, and works together with other options', async () => {
    const file = write(testFolder(), 'beams.json', beams);
    const args = ['run', file, '--ticks', '9', '--every', '4', '--hash', '--workers', '2'];
    const plain = await skeinHere(args);
    const { code, stdout, stderr } = await skeinHere([...args, '--heavy']);
    expect([code, stdout]).toEqual([0, plain.stdout]);
    expect(stderr).not.toMatch(/another way/);
    expect(stderr).toMatch(/^ {2}heavy {13}9 ticks done again, all equal$/m);
    expect(plain.stderr).not.toMatch(/heavy/);
  });

  long('counts the ticks that it repeated, and not those before a snapshot', async () => {
    const folder = testFolder();
    const saved = join(folder, 'run.skein');
    await skeinHere(['run', write(folder, 'b.json', beams), '--ticks', '5', '--save', saved]);
    const { stdout } = await skeinHere([
      'run',
      '--resume',
      saved,
      '--ticks',
      '8',
      '--heavy',
      '--json',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ ticks: 8, heavyTicks: 3 });
    const plain = await skeinHere(['run', '--resume', saved, '--ticks', '8', '--json']);
    expect(JSON.parse(plain.stdout)).not.toHaveProperty('heavyTicks');
  });

  long('ends with its own code if one bit differs, and names tick, column and agent', async () => {
    const file = write(testFolder(), 'flock.json', flock(97));
    const args = ['run', file, '--ticks', '40', '--heavy', '--workers', '2', '--kernel', 'ts'];
    const { code, stdout, stderr } = await ended(
      start(process.execPath, ['--import', WRONG_BIT, SKEIN, ...args]),
    );
    expect([code, stdout]).toEqual([7, '']);
    expect(stderr).toMatch(
      /^skein: diverges at tick (\d+); agreed up to tick \d+\n {2}tick \1, column \w+, agent \d+: found \S+, expected \S+$/m,
    );
  });
});

/** How often a run is killed and continued. */
const KILLS = 3;

describe('run --save and --resume', () => {
  it('continue to the same hashes with other workers and kernel', async () => {
    const folder = testFolder();
    const file = write(folder, 'beams.json', beams);
    const saved = join(folder, 'run.skein');
    const whole = await skeinHere(['run', file, '--ticks', '60', '--hash', '--every', '20']);
    const args = ['--every', '20', '--hash', '--save', saved];
    const first = await skeinHere(['run', file, '--ticks', '27', ...args]);
    expect(first.code).toBe(0);
    expect(restore(readFileSync(saved)).tick).toBe(27);
    const again = ['run', '--resume', saved, '--ticks', '60', '--workers', '2', '--kernel', 'ts'];
    const second = await skein([...again, ...args, '--json']);
    expect(second.code).toBe(0);
    const lines = second.stdout.trimEnd().split('\n');
    const summary = JSON.parse(lines.pop()!);
    expect(summary).toMatchObject({ ticks: 60, seed: 3, hash: hashAt(beams, 60), workers: 2 });
    const expected = whole.stdout.trimEnd().split('\n');
    expect(lines[0]).toBe(`27 ${hashAt(beams, 27)}`);
    expect(lines.slice(1)).toEqual(expected.slice(2));
    expect(readdirSync(folder).sort()).toEqual(['beams.json', 'run.skein']);
  });

  long('only print the summary of a run that is already complete', async () => {
    const folder = testFolder();
    const file = write(folder, 'beams.json', beams);
    const saved = join(folder, 'run.skein');
    await skeinHere(['run', file, '--ticks', '9', '--save', saved]);
    const { code, stdout } = await skeinHere(['run', '--resume', saved, '--ticks', '9', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ticks: 9, msPerTick: null, hash: hashAt(beams, 9) });
  });

  long('reach the expected end after each abort for lack of memory', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock(307));
    const saved = join(folder, 'run.skein');
    const save = ['--every', '3', '--save', saved, '--workers', '2', '--json'];
    let input = [file];
    for (let aborts = 0; aborts < 2; aborts++) {
      const args = ['--max-old-space-size=48', '--import', RUN_OUT, SKEIN, 'run', ...input];
      const env = { ...process.env, SKEIN_WAIT_FOR: saved };
      const aborted = await ended(
        start(process.execPath, [...args, '--ticks', FOREVER, ...save], { env }),
      );
      expect(aborted.stderr).toMatch(/heap out of memory/);
      expect([aborted.code, aborted.signal]).not.toEqual([0, null]);
      input = ['--resume', saved];
    }
    const { tick } = restore(readFileSync(saved));
    expect(tick).toBeGreaterThan(0);
    const { stdout } = await skeinHere(['run', ...input, '--ticks', String(tick + 50), ...save]);
    expect(JSON.parse(stdout)).toMatchObject({ hash: hashAt(flock(307), tick + 50) });
    expect(readdirSync(folder).sort()).toEqual(['flock.json', 'run.skein']);
  });

  long('reach the expected end after each kill -9', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock(307));
    const saved = join(folder, 'run.skein');
    const end = '400';
    let input = [file];
    let kills = 0;
    for (;;) {
      const args = ['--ticks', end, '--every', '3', '--save', saved, '--workers', '2', '--json'];
      const child = startSkein(['run', ...input, ...args]);
      const result = ended(child);
      const before = statSync(saved, { throwIfNoEntry: false })?.ino;
      // After a few saves; a run that ends earlier leaves the loop below.
      let over = false;
      void result.then(() => {
        over = true;
      });
      while (!over && kills < KILLS && statSync(saved, { throwIfNoEntry: false })?.ino === before) {
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      if (kills < KILLS) {
        await new Promise((resolve) => setTimeout(resolve, 30 * Math.random()));
        child.kill('SIGKILL');
      }
      const { signal, stdout } = await result;
      input = ['--resume', saved];
      if (signal === 'SIGKILL') kills++;
      else {
        expect(JSON.parse(stdout)).toMatchObject({ ticks: 400, hash: hashAt(flock(307), 400) });
        break;
      }
    }
    expect(kills).toBeGreaterThan(0);
  });

  long('save the state at which Ctrl-C stops the run', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const saved = join(folder, 'run.skein');
    const args = ['run', file, '--ticks', FOREVER, '--every', '1000000', '--save', saved, '--json'];
    const child = startSkein([...args, '--hash']);
    const end = ended(child);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.kill('SIGINT');
    const { code, stdout } = await end;
    expect(code).toBe(130);
    const summary = JSON.parse(stdout.trimEnd().split('\n').at(-1)!);
    const world = restore(readFileSync(saved));
    expect([world.tick, stateHash(world)]).toEqual([summary.ticks, summary.hash]);
  });

  it('refuse a file that is not a snapshot, and keep the file to be replaced', async () => {
    const folder = testFolder();
    const file = write(folder, 'beams.json', beams);
    const { code, stderr } = await skeinHere(['run', '--resume', file]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `skein: ${file}: header, byte 0: found a text that begins with {, expected a Skein snapshot. ` +
        `Use skein run ${file} for a scenario.\n`,
    );
    const saved = join(folder, 'run.skein');
    await skeinHere(['run', file, '--ticks', '5', '--save', saved]);
    const bytes = readFileSync(saved);
    bytes[bytes.length >> 1] ^= 4;
    writeFileSync(saved, bytes);
    const damaged = await skeinHere(['run', '--resume', saved, '--ticks', '9', '--save', saved]);
    expect(damaged.code).toBe(1);
    expect(damaged.stderr).toMatch(
      /^skein: \S+run\.skein: the file is damaged: section, byte \d+: found a wrong CRC, /,
    );
    expect(readFileSync(saved)).toEqual(bytes);
    const longSection = Buffer.from(bytes);
    longSection[64 + 8 + 3] ^= 128;
    writeFileSync(saved, longSection);
    expect((await skeinHere(['run', '--resume', saved])).stderr).toMatch(
      /: the file is damaged: section, byte 64: found \d+ bytes, expected at most \d+\.\n$/,
    );
    for (const length of [70, bytes.length - 1]) {
      writeFileSync(saved, bytes.subarray(0, length));
      const cut = await skeinHere(['run', '--resume', saved, '--ticks', '9']);
      expect(cut.code).toBe(1);
      expect(cut.stderr).toContain(
        `run.skein: the file was cut off, or something was added: header, byte ${length === 70 ? 0 : 28}: found ${length} bytes, expected `,
      );
    }
  });

  it('say where a snapshot belongs that was given as a scenario, and do not go back', async () => {
    const folder = testFolder();
    const saved = join(folder, 'run.skein');
    await skeinHere(['run', write(folder, 'b.json', beams), '--ticks', '5', '--save', saved]);
    for (const command of ['run', 'check']) {
      const { code, stdout, stderr } = await skeinHere([command, saved]);
      expect(code).toBe(1);
      expect(stdout + stderr).toContain(
        'found a snapshot or a replay, expected JSON text in UTF-8; ' +
          `skein run --resume ${saved} continues a snapshot, skein replay ${saved} reads a replay\n`,
      );
    }
    const back = await skeinHere(['run', '--resume', saved, '--ticks', '4']);
    expect(back).toMatchObject({ code: 2, stdout: '' });
    expect(back.stderr).toContain(
      '--ticks: found 4, expected at least 5, the tick of the snapshot',
    );
    expect((await skeinHere(['run', '--resume', saved, '--ticks', '5'])).code).toBe(0);
  });

  it.each(someOf(['a file', 'standard input'], 2))(
    'say so even if it is too large, from %s',
    async (from) => {
      const folder = testFolder();
      const file = write(folder, 'b.json', beams);
      const saved = join(folder, 'run.skein');
      await skeinHere(['run', file, '--ticks', '5', '--save', saved]);
      const large = Buffer.concat([readFileSync(saved), Buffer.alloc(MAX_SCENARIO_BYTES)]);
      writeFileSync(saved, large);
      const [path, size] =
        from === 'a file' ? [saved, `${large.length}`] : ['-', `more than ${MAX_SCENARIO_BYTES}`];
      const { code, stderr } = await skeinHere(['run', path], path === '-' ? large : '');
      expect(code).toBe(1);
      expect(stderr).toContain(
        `found a snapshot or a replay of ${size} bytes, expected JSON text in UTF-8; ` +
          `skein run --resume ${path} continues a snapshot, `,
      );
      // For another file of that size, the message gives the size.
      writeFileSync(saved, large.subarray(8));
      expect((await skeinHere(['run', saved])).stderr).toContain(
        `found ${large.length - 8} bytes, expected at most ${MAX_SCENARIO_BYTES} bytes`,
      );
    },
  );

  long('name the default number of ticks if none was given', async () => {
    const folder = testFolder();
    const saved = join(folder, 'run.skein');
    await skeinHere(['run', write(folder, 'b.json', beams), '--ticks', '607', '--save', saved]);
    const { code, stderr } = await skeinHere(['run', '--resume', saved]);
    expect([code, stderr]).toEqual([
      2,
      'skein: --ticks: found the default of 600, expected at least 607, the tick of the snapshot\n',
    ]);
  });

  long('read a snapshot from standard input', async () => {
    const folder = testFolder();
    const saved = join(folder, 'run.skein');
    await skeinHere(['run', write(folder, 'b.json', beams), '--ticks', '5', '--save', saved]);
    const args = ['run', '--resume', '-', '--ticks', '6', '--json'];
    const { stdout } = await skeinHere(args, readFileSync(saved));
    expect(JSON.parse(stdout).hash).toBe(hashAt(beams, 6));
  });

  long.each([
    ['nothing was saved', 0, 'no older snapshot can be read there'],
    ['two snapshots were saved', 2, 'the file holds the snapshot of tick 20, whole'],
  ])(
    'report what is left when the disk is full and %s, and write the replay',
    async (_, saves, left) => {
      const folder = testFolder();
      const file = write(folder, 'beams.json', beams);
      const [saved, recorded] = [join(folder, 'run.skein'), join(folder, 'beams.replay')];
      const { code, stderr } = await fullDisk(saved, saves, [
        ...['run', file, '--ticks', '90', '--every', '10'],
        ...['--save', saved, '--record', recorded],
      ]);
      const tick = 10 * (saves + 1);
      expect([code, stderr]).toEqual([
        3,
        `skein: the replay up to tick ${tick} is in ${recorded}\n` +
          `skein: tick ${tick}: cannot write ${saved}: no space left on device; ${left}\n`,
      ]);
      if (saves > 0) expect(restore(readFileSync(saved)).tick).toBe(10 * saves);
      const { hashes } = readReplay(readFileSync(recorded));
      expect(hashes.at(-1)).toEqual({ tick, hash: hashAt(beams, tick) });
      expect(hashes).toHaveLength(tick + 1);
      expect((await skeinHere(['replay', recorded, '--verify'])).code).toBe(0);
    },
  );

  long(
    'report both errors if the replay cannot be written either, and keep an old one',
    async () => {
      const folder = testFolder();
      const file = write(folder, 'beams.json', beams);
      const recorded = write(folder, 'beams.replay', 'old');
      const { code, stderr } = await fullDisk(recorded, 0, ['run', file, '--record', recorded]);
      const reason = `cannot write ${recorded}: no space left on device\n`;
      const notice = `skein: --record: ${recorded} exists and is neither a snapshot nor a replay; the run will replace it\n`;
      expect([code, stderr]).toEqual([3, `${notice}skein: ${reason}`]);
      const both = await fullDisk(folder, 0, [
        ...['run', file, '--record', recorded, '--save', join(folder, 'run.skein')],
      ]);
      expect(both.code).toBe(3);
      expect(both.stderr).toMatch(
        /^skein: --record.*\nskein: cannot write \S+beams\.replay: no space.*\nskein: tick 60: cannot write \S+run\.skein: no space.*\n$/,
      );
      expect(readFileSync(recorded, 'utf8')).toBe('old');
    },
  );

  it.each([
    [
      ['run', 'FILE', '--resume', 'FILE'],
      'found FILE together with --resume FILE, expected one of the two',
    ],
    [['run', '--resume', 'FILE', '--seed', '3'], '--seed: found 3 together with --resume'],
    [['run', 'FILE', '--save', 'FILE'], 'the input itself; expected another file'],
    [['run', 'FILE', '--record', './FILE'], 'the input itself; expected another file'],
    [['run', 'FILE', '--save', 'OUT', '--record', 'OUT'], 'the file of --save; expected another'],
    [
      ['run', 'FILE', '--save', 'OUT.csv', '--trajectories', 'OUT.csv'],
      'the file of --save; expected another',
    ],
    [['run', 'FILE', '--save', '-'], 'it cannot go to a stream'],
  ])('%j is wrong usage', async (args, message) => {
    const folder = testFolder();
    const file = write(folder, 'FILE', beams);
    const placed = args.map((arg) =>
      arg.replace(
        /^(\.\/)?(FILE|OUT(?:\.csv)?)$/,
        (_, here = '', name) => `${folder}/${here}${name}`,
      ),
    );
    const { code, stdout, stderr } = await skeinHere(placed);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message.replaceAll('FILE', file));
    expect(readdirSync(folder)).toEqual(['FILE']);
  });

  it.each(someOf(['--save', '--record'], 2))(
    '%s says that it replaces a file of another kind',
    async (option) => {
      const folder = testFolder();
      const file = write(folder, 'beams.json', beams);
      const out = write(folder, 'notes.txt', 'precious');
      const args = ['run', file, '--ticks', '3', option, out];
      const { code, stderr } = await skeinHere(args);
      expect([code, stderr]).toEqual([
        0,
        `skein: ${option}: ${out} exists and is neither a snapshot nor a replay; the run will replace it\n`,
      ]);
      expect((await skeinHere(args)).stderr).toBe('');
      writeFileSync(out, '');
      expect((await skeinHere(args)).stderr).toBe('');
    },
  );

  long('say that one replaces a file of the other', async () => {
    const folder = testFolder();
    const file = write(folder, 'beams.json', beams);
    const out = join(folder, 'out.skein');
    const notice = async (option: string) =>
      (await skeinHere(['run', file, '--ticks', '3', option, out])).stderr;
    expect(await notice('--save')).toBe('');
    expect(await notice('--record')).toBe(
      `skein: --record: ${out} exists and is a snapshot; the run will replace it\n`,
    );
    expect(await notice('--record')).toBe('');
    expect(await notice('--save')).toBe(
      `skein: --save: ${out} exists and is a replay; the run will replace it\n`,
    );
  });

  it('refuse a path that cannot be written before the first tick', async () => {
    const folder = testFolder();
    const file = write(folder, 'beams.json', beams);
    for (const option of ['--save', '--record']) {
      const { code, stderr } = await skeinHere([
        'run',
        file,
        option,
        join(folder, 'no', 'run.skein'),
      ]);
      expect(code).toBe(3);
      expect(stderr).toContain('cannot write');
    }
  });
});

describe('run --record and replay', () => {
  it('agree with other workers and the other kernel', async () => {
    const folder = testFolder();
    const file = write(folder, 'flock.json', flock());
    const recorded = join(folder, 'flock.replay');
    const ticks = LONG ? 240 : 120;
    const args = ['run', file, '--ticks', `${ticks}`, '--workers', '2', '--record', recorded];
    const { code } = await skein([
      ...args,
      '--trajectories',
      join(folder, 'a.csv'),
      '--every',
      '47',
    ]);
    expect(code).toBe(0);
    const replay = readReplay(readFileSync(recorded));
    const frames = LONG ? [100, 200] : [100];
    expect(replay.hashes).toHaveLength(ticks + 1);
    expect(replay.keyframes.map((keyframe) => keyframe.tick)).toEqual(frames);
    const rows = readFileSync(join(folder, 'a.csv'), 'utf8').split('\n');
    expect(rows.some((row) => row.startsWith(`${frames.at(-1)},`))).toBe(false);

    const told = await skeinHere(['replay', recorded]);
    expect(told.stdout).toContain('small-flock: seed 7\n');
    expect(told.stdout).toContain(`last hash         ${hashAt(flock(), ticks)}\n`);
    const json = JSON.parse((await skeinHere(['replay', recorded, '--json'])).stdout);
    expect(json).toMatchObject({ log: [], keyframes: frames, hashes: replay.hashes });

    const options = ['--verify', '--workers', '2', '--kernel', 'ts'];
    expect(await skeinHere(['replay', recorded, ...options])).toMatchObject({
      code: 0,
      stdout: `agrees: ticks 0 to ${ticks}, ${ticks + 1} hashes, ${LONG ? '2 keyframes' : '1 keyframe'}\n`,
      stderr: '',
    });
  });

  long('can begin where a snapshot left off', async () => {
    const folder = testFolder();
    const [saved, recorded] = [join(folder, 'run.skein'), join(folder, 'beams.replay')];
    await skeinHere(['run', write(folder, 'b.json', beams), '--ticks', '3', '--save', saved]);
    await skeinHere(['run', '--resume', saved, '--ticks', '50', '--record', recorded]);
    const { code, stdout } = await skeinHere(['replay', recorded, '--verify', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ fromTick: 3, toTick: 50, hashes: 48, keyframes: 0 });
  });

  long(
    'name tick, column and agent if threads calculate differently, and end with code 6',
    async () => {
      const folder = testFolder();
      const recorded = join(folder, 'flock.replay');
      const file = write(folder, 'flock.json', flock());
      await skeinHere(['run', file, '--ticks', '20', '--record', recorded]);
      const args = ['replay', recorded, '--verify', '--kernel', 'ts', '--workers', '2'];
      const { code, stdout } = await ended(
        start(process.execPath, ['--import', WRONG_ROOT, SKEIN, ...args]),
      );
      expect(code).toBe(6);
      expect(stdout).toMatch(
        /^diverges at tick 1; agreed up to tick 0\n {2}tick 1, column \w+, agent \d+: found \S+, expected \S+\n$/,
      );
    },
  );

  it('refuse a file that is not a replay', async () => {
    const file = write(testFolder(), 'beams.json', beams);
    const { code, stderr } = await skeinHere(['replay', file, '--verify']);
    expect(code).toBe(1);
    expect(stderr).toContain('expected a Skein replay');
  });

  it('name the command for a file of the other kind', async () => {
    const folder = testFolder();
    const [saved, recorded] = [join(folder, 'run.skein'), join(folder, 'beams.replay')];
    const file = write(folder, 'b.json', beams);
    await skeinHere(['run', file, '--ticks', '3', '--save', saved, '--record', recorded]);
    const asReplay = await skeinHere(['replay', saved]);
    expect([asReplay.code, asReplay.stderr]).toEqual([
      1,
      `skein: ${saved}: header, byte 12: found a snapshot, expected a replay. ` +
        `Use skein run --resume ${saved}.\n`,
    ]);
    const asSnapshot = await skeinHere(['run', '--resume', recorded]);
    expect([asSnapshot.code, asSnapshot.stderr]).toEqual([
      1,
      `skein: ${recorded}: header, byte 12: found a replay, expected a snapshot. ` +
        `Use skein replay ${recorded}.\n`,
    ]);
  });

  it.each([
    ['--workers', '3'],
    ['--kernel', 'ts'],
  ])('say that %s without --verify does nothing', async (option, value) => {
    const folder = testFolder();
    const recorded = join(folder, 'beams.replay');
    await skeinHere(['run', write(folder, 'b.json', beams), '--ticks', '3', '--record', recorded]);
    const { code, stdout, stderr } = await skeinHere(['replay', recorded, option, value]);
    expect([code, stderr]).toEqual([0, `skein: ${option} has no effect without --verify\n`]);
    expect(stdout).toBe((await skeinHere(['replay', recorded])).stdout);
  });
});
