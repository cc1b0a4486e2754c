import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as realFs from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderStore } from '../../src/stores/folder.ts';
import { type ReplacingFs, replaceFile } from '../../src/stores/replace-file.ts';
import { folderSource, openSource } from '../../src/stores/store-source.ts';
import { testFolder } from '../folder.ts';

const KEY = 'ab'.repeat(32);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a store in a folder', () => {
  it('keeps what was saved last, and makes its folder with it', async () => {
    const folder = join(testFolder(), 'deep', 'checkpoints');
    const store = new FolderStore({ folder });
    expect(await store.load(KEY)).toBe(undefined);
    await store.remove(KEY);
    expect(existsSync(folder)).toBe(false);
    await store.save(KEY, bytes('one'));
    await store.save(KEY, bytes('two'));
    expect(Buffer.from((await store.load(KEY))!).toString()).toBe('two');
    expect(readdirSync(folder)).toEqual([`${KEY}.checkpoint`]);
    await store.remove(KEY);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('clears away what a process that was killed has left, of its key alone', async () => {
    const folder = testFolder();
    const store = new FolderStore({ folder });
    await store.save(KEY, bytes('one'));
    writeFileSync(join(folder, `.${KEY}.checkpoint.0123456789ab.tmp`), 'half');
    writeFileSync(join(folder, `.${'cd'.repeat(32)}.checkpoint.0123456789ab.tmp`), 'half');
    await store.remove(KEY);
    expect(readdirSync(folder)).toEqual([`.${'cd'.repeat(32)}.checkpoint.0123456789ab.tmp`]);
  });

  it('is opened by another process from plain data', async () => {
    const folder = testFolder();
    const source = JSON.parse(JSON.stringify(folderSource(folder)));
    await (await openSource(source)).save(KEY, bytes('one'));
    expect(readdirSync(folder)).toEqual([`${KEY}.checkpoint`]);
  });

  it('takes no key that leads out of it', async () => {
    const store = new FolderStore({ folder: testFolder() });
    await expect(store.save('../../x', bytes(''))).rejects.toThrow('expected hexadecimal digits');
    await expect(store.load('')).rejects.toThrow('expected hexadecimal digits');
  });
});

/** A file system of which one call fails, and what was called. */
function failing(at: number, code: string): { fs: ReplacingFs; calls: string[] } {
  const calls: string[] = [];
  const step = (name: string): void => {
    calls.push(name);
    if (calls.length - 1 === at) throw Object.assign(new Error(code), { code, errno: -28 });
  };
  const fs = {
    ...realFs,
    rename: async (from: string, to: string) => {
      step('rename');
      await realFs.rename(from, to);
    },
    open: async (path: string, flags: string) => {
      step(flags === 'r' ? 'open folder' : 'open');
      const file = await realFs.open(path, flags);
      return {
        writeFile: async (content: Uint8Array) => {
          // A full disk takes a part.
          if (calls.length === at) await file.writeFile(content.subarray(0, 1));
          step('write');
          await file.writeFile(content);
        },
        sync: async () => {
          step('sync');
          await file.sync();
        },
        close: () => file.close(),
      };
    },
  };
  return { fs: fs as unknown as ReplacingFs, calls };
}

describe('replaceFile', () => {
  const STEPS = ['open', 'write', 'sync', 'rename', 'open folder', 'sync'];

  it.each(STEPS.map((step, at) => [at, step] as const))(
    'leaves a whole file and nothing beside it when call %i, %s, fails',
    async (at, step) => {
      const folder = testFolder();
      const path = join(folder, 'a.json');
      writeFileSync(path, 'old');
      const { fs, calls } = failing(at, 'ENOSPC');
      await expect(replaceFile(path, bytes('new'), fs)).rejects.toMatchObject({
        name: 'FileError',
        message: `cannot write ${path}: found no space left on device (ENOSPC), expected room on the disk`,
      });
      expect(calls.at(-1)).toBe(step);
      expect(readFileSync(path, 'utf8')).toBe(at > STEPS.indexOf('rename') ? 'new' : 'old');
      expect(readdirSync(folder)).toEqual(['a.json']);
    },
  );

  it('forces file and folder to the disk', async () => {
    const path = join(testFolder(), 'a.json');
    const { fs, calls } = failing(-1, '');
    await replaceFile(path, bytes('new'), fs);
    expect(calls).toEqual(STEPS);
  });
});
