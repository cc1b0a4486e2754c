import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import * as realFs from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ReplacingFs as SavingFs, temporaryOf } from '@skein/sweep/files';
import { describe, expect, it } from 'vitest';
import { type Attempt, failingLater } from '../../core/test/helpers/failing-allocations.ts';
import { LONG, long } from '../../core/test/helpers/long.ts';
import { EXIT } from '../src/exit-codes.ts';
import { checkSavable, saveFile } from '../src/save-file.ts';
import { ended, start, testFolder } from './skein.ts';

const SAVE_KILLED = fileURLToPath(new URL('save-killed.mjs', import.meta.url));
const SAVE_LOOP = fileURLToPath(new URL('save-loop.mjs', import.meta.url));

const text = (path: string): string => readFileSync(path, 'utf8');
const bytesOf = (content: string): Uint8Array => new TextEncoder().encode(content);

interface Fault {
  /** The call that fails, counted from 0. */
  readonly call: number;
  readonly code: string;
}

/** A file system in which one call fails, and the calls that were made. */
function failing(fault: Fault | undefined): { fs: SavingFs; calls: string[] } {
  const calls: string[] = [];
  const step = (name: string): void => {
    calls.push(name);
    if (fault?.call !== calls.length - 1) return;
    throw Object.assign(new Error(`${fault.code}, made up`), { code: fault.code, errno: -5 });
  };
  const fs = {
    readdir: realFs.readdir,
    readlink: realFs.readlink,
    realpath: async (path: string) => {
      step('realpath');
      return realFs.realpath(path);
    },
    stat: async (path: string) => {
      step('stat');
      return realFs.stat(path);
    },
    rename: async (from: string, to: string) => {
      step('rename');
      return realFs.rename(from, to);
    },
    unlink: async (path: string) => {
      step('unlink');
      return realFs.unlink(path);
    },
    open: async (path: string, flags: string, mode?: number) => {
      const kind = flags === 'r' ? 'folder' : 'file';
      step(`open ${kind}`);
      const file = await realFs.open(path, flags, mode);
      return {
        stat: () => file.stat(),
        chmod: async (mode: number) => {
          step(`chmod ${kind}`);
          await file.chmod(mode);
        },
        writeFile: async (bytes: Uint8Array) => {
          // A full disk takes a part of the bytes.
          if (fault?.call === calls.length) await file.writeFile(bytes.subarray(0, 2));
          step(`write ${kind}`);
          await file.writeFile(bytes);
        },
        sync: async () => {
          step(`sync ${kind}`);
          await file.sync();
        },
        close: async () => {
          await file.close();
          step(`close ${kind}`);
        },
      };
    },
  };
  return { fs: fs as unknown as SavingFs, calls };
}

const STEPS = [
  ...['realpath', 'stat', 'open file', 'chmod file', 'write file', 'sync file', 'close file'],
  ...['rename', 'open folder', 'sync folder', 'close folder'],
];
/** From this call on the new file is in place. */
const RENAMED = STEPS.indexOf('rename') + 1;

/** A file that others may also read and write, unlike a new one for most users. */
function writeOld(path: string): void {
  writeFileSync(path, 'old');
  chmodSync(path, 0o666);
}

describe('saveFile', () => {
  it('writes, syncs and renames in this order, and leaves nothing else', async () => {
    const folder = testFolder();
    const path = join(folder, 'run.skein');
    writeOld(path);
    const { fs, calls } = failing(undefined);
    await saveFile(path, bytesOf('new'), fs);
    expect(calls).toEqual(STEPS);
    expect(text(path)).toBe('new');
    expect(readdirSync(folder)).toEqual(['run.skein']);
  });

  for (const [call, step] of STEPS.entries()) {
    it.each(['ENOSPC', 'EIO', 'EACCES'])(
      `keeps a whole file when ${step} fails with %s`,
      async (code) => {
        const folder = testFolder();
        const path = join(folder, 'run.skein');
        writeOld(path);
        const { fs, calls } = failing({ call, code });
        const attempt = saveFile(path, bytesOf('new, and longer'), fs);
        await expect(attempt).rejects.toMatchObject({
          name: 'CliError',
          exitCode: 3,
          message: expect.stringContaining(`cannot write ${path}`),
          cause: expect.objectContaining({ code }),
        });
        expect(calls[call]).toBe(step);
        expect(text(path)).toBe(call < RENAMED ? 'old' : 'new, and longer');
        expect(readdirSync(folder)).toEqual(['run.skein']);
      },
    );
  }

  it('makes a file where there was none, and none if that fails', async () => {
    const path = join(testFolder(), 'run.skein');
    const { fs } = failing({ call: 2, code: 'ENOSPC' });
    await expect(saveFile(path, bytesOf('new'), fs)).rejects.toThrow('cannot write');
    expect(existsSync(path)).toBe(false);
    await saveFile(path, bytesOf('new'));
    expect(text(path)).toBe('new');
  });

  it('keeps the permissions of the old file, and a link to it', async () => {
    const folder = testFolder();
    const [path, link] = [join(folder, 'run.skein'), join(folder, 'last.skein')];
    symlinkSync('run.skein', link);
    for (const [round, mode] of [0o600, 0o664, 0o666].entries()) {
      writeFileSync(path, 'old');
      chmodSync(path, mode);
      await saveFile(link, bytesOf(`new ${round}`));
      expect(text(path)).toBe(`new ${round}`);
      expect(statSync(path).mode & 0o777).toBe(mode);
    }
    expect(readdirSync(folder).sort()).toEqual(['last.skein', 'run.skein']);
  });

  it('makes the file that a link points to, through folders and links', async () => {
    const folder = testFolder();
    mkdirSync(join(folder, 'sub'));
    symlinkSync('sub', join(folder, 'here'));
    symlinkSync('../run.skein', join(folder, 'sub', 'last.skein'));
    symlinkSync('here/last.skein', join(folder, 'link'));
    await checkSavable(join(folder, 'link'));
    await saveFile(join(folder, 'link'), bytesOf('new'));
    expect(text(join(folder, 'run.skein'))).toBe('new');
    expect(readdirSync(folder).sort()).toEqual(['here', 'link', 'run.skein', 'sub']);
    expect(readdirSync(join(folder, 'sub'))).toEqual(['last.skein']);
    symlinkSync('round', join(folder, 'round'));
    await expect(saveFile(join(folder, 'round'), bytesOf('new'))).rejects.toThrow('cannot write');
  });

  it.each(['a', 'é', '漢'])('takes a name as long as the folder allows, of %s', async (letter) => {
    const folder = testFolder();
    const dead = await deadProcess();
    for (const bytes of [88, 92, 228, 255]) {
      const size = Buffer.byteLength(letter);
      const name = letter
        .repeat(Math.floor(bytes / size))
        .padEnd(Math.floor(bytes / size) + (bytes % size), 'z');
      const left = temporaryOf(join(folder, name), dead);
      for (const content of ['old', 'new']) {
        writeFileSync(left, 'left');
        await checkSavable(join(folder, name));
        await saveFile(join(folder, name), bytesOf(content));
        expect(text(join(folder, name))).toBe(content);
      }
      expect(readdirSync(folder)).toEqual([name]);
      unlinkSync(join(folder, name));
    }
  });

  it('writes again if another process deletes its temporary file', async () => {
    const path = join(testFolder(), 'run.skein');
    let deleted = 0;
    const fs: SavingFs = {
      ...realFs,
      rename: async (from, to) => {
        if (deleted++ === 0) await realFs.unlink(from);
        return realFs.rename(from, to);
      },
    };
    await saveFile(path, bytesOf('new'), fs);
    expect([text(path), deleted]).toEqual(['new', 2]);
    const always: SavingFs = { ...realFs, rename: () => realFs.rename(`${path}.none`, path) };
    await expect(saveFile(path, bytesOf('newer'), always)).rejects.toThrow('no such file');
    expect(text(path)).toBe('new');
    const gone: SavingFs = {
      ...realFs,
      unlink: async (like) => {
        await realFs.unlink(like);
        await realFs.unlink(like);
      },
    };
    await checkSavable(path, gone);
  });

  it.each(['a folder', 'a device', 'a path in no folder'])('refuses %s', async (kind) => {
    const folder = testFolder();
    mkdirSync(join(folder, 'sub'));
    const path =
      kind === 'a device'
        ? '/dev/null'
        : join(folder, kind === 'a folder' ? 'sub' : 'no/run.skein');
    await expect(saveFile(path, bytesOf('new'))).rejects.toMatchObject({ exitCode: 3 });
    await expect(checkSavable(path)).rejects.toMatchObject({ exitCode: 3 });
    expect(readdirSync(folder)).toEqual(['sub']);
  });
});

/** The number of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = start('true', []);
  await ended(child);
  return child.pid!;
}

it('leaves the temporary file of another machine until it is a day old', async () => {
  const folder = testFolder();
  const path = join(folder, 'run.skein');
  const elsewhere = temporaryOf(path, await deadProcess(), '0123abcd');
  writeFileSync(elsewhere, 'of a container');
  await saveFile(path, bytesOf('new'));
  expect(existsSync(elsewhere)).toBe(true);
  const yesterday = Date.now() / 1000 - 86_500;
  utimesSync(elsewhere, yesterday, yesterday);
  await saveFile(path, bytesOf('newer'));
  expect(readdirSync(folder)).toEqual(['run.skein']);
});

it('clears away what dead processes left beside this file, and nothing else', async () => {
  const folder = testFolder();
  const path = join(folder, 'run.skein');
  const dead = await deadProcess();
  const left = temporaryOf(path, dead);
  const others = [
    temporaryOf(path, process.ppid),
    temporaryOf(join(folder, 'other.skein'), dead),
    left.replace(/-\w{12}\.tmp$/, '-mine.tmp'),
    left.replace(/[\da-f]{8}-(\d+)-/, 'othhost1-$1-'),
  ];
  for (const one of [left, ...others]) writeFileSync(one, 'left');
  await saveFile(path, bytesOf('new'));
  expect(readdirSync(folder).sort()).toEqual(
    ['run.skein', ...others.map((other) => basename(other))].sort(),
  );
});

it('saves into a folder that it may write but not read', async () => {
  const path = join(testFolder(), 'run.skein');
  const readdir = async () => {
    throw Object.assign(new Error('made up'), { code: 'EACCES' });
  };
  await saveFile(path, bytesOf('new'), { ...realFs, readdir } as unknown as SavingFs);
  expect(text(path)).toBe('new');
});

it('checkSavable leaves no trace', async () => {
  const folder = testFolder();
  await checkSavable(join(folder, 'run.skein'));
  expect(readdirSync(folder)).toEqual([]);
});

long(
  'a file is old or new, and whole, if the process is killed at any call of a save',
  async () => {
    const folder = testFolder();
    const path = join(folder, 'run.skein');
    const found: string[] = [];
    for (let call = 0; found.at(-1) !== 'done'; call++) {
      writeOld(path);
      const { code, signal } = await ended(
        start(process.execPath, [SAVE_KILLED, path, 'new, and longer', String(call)]),
      );
      expect([code, signal], `call ${call}`).toEqual(code === 0 ? [0, null] : [null, 'SIGKILL']);
      found.push(code === 0 ? 'done' : text(path));
      expect(readdirSync(folder).length).toBeLessThanOrEqual(code === 0 ? 1 : 2);
      await saveFile(path, bytesOf('the last one'));
      expect(readdirSync(folder)).toEqual(['run.skein']);
    }
    const renamed = found.indexOf('new, and longer');
    // All of them, plus those that look up what exists.
    expect(found.length).toBeGreaterThan(STEPS.length);
    expect(found).toEqual([
      ...Array(renamed).fill('old'),
      ...Array(found.length - 1 - renamed).fill('new, and longer'),
      'done',
    ]);
  },
);

const kills = Number(process.env.SKEIN_RUNS ?? 12);
it.runIf(LONG || process.env.SKEIN_RUNS)(
  `a file is old or new and whole after each of ${kills} kill -9 at random points of saving`,
  async () => {
    const folder = testFolder();
    const path = join(folder, 'run.skein');
    const size = 1 << 20;
    const seen = new Set<number>();
    let interrupted = 0;
    for (let n = 0; n < kills; n++) {
      const child = start(process.execPath, [SAVE_LOOP, path, String(size)]);
      const end = ended(child);
      await new Promise((resolve) => child.stdout?.once('data', resolve));
      await new Promise((resolve) => setTimeout(resolve, 40 * Math.random()));
      child.kill('SIGKILL');
      expect((await end).signal).toBe('SIGKILL');
      const bytes = readFileSync(path);
      expect(bytes.length).toBe(size);
      expect(
        bytes.every((byte) => byte === bytes[0]),
        `kill ${n}`,
      ).toBe(true);
      seen.add(bytes[0]);
      // What one process left is removed with the first save of the next.
      const left = readdirSync(folder).length - 1;
      expect(left).toBeLessThanOrEqual(1);
      interrupted += left;
    }
    if (process.env.SKEIN_RUNS)
      console.log(`${kills} kills, ${interrupted} in the middle of a save`);
    // Otherwise the kills came while nothing was being written.
    expect(interrupted).toBeGreaterThan(0);
    await saveFile(path, bytesOf('the last one'));
    expect(readdirSync(folder)).toEqual(['run.skein']);
  },
  3_600_000,
);

it('a save without memory fails with an error of ours, and the old file is unchanged', async () => {
  const folder = testFolder();
  const path = join(folder, 'file');
  writeFileSync(path, 'old');
  const bytes = bytesOf('new');
  let nth = 1;
  for (; ; nth++) {
    const attempt: Attempt<void> = await failingLater(nth, async () => {
      await checkSavable(path);
      await saveFile(path, bytes);
    });
    expect(readdirSync(folder)).toEqual(['file']);
    if (!attempt.failed) break;
    if (attempt.error === undefined) continue;
    expect(attempt.error).toMatchObject({ name: 'CliError', exitCode: EXIT.file });
    expect(text(path)).toBe('old');
  }
  expect(text(path)).toBe('new');
  expect(nth).toBeGreaterThan(1);
});
