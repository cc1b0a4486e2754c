import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import * as realFs from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderStore } from '../../src/stores/folder.ts';
import { folderSource, openSource } from '../../src/stores/store-source.ts';
import { testFolder } from '../folder.ts';

const KEY = 'ab'.repeat(32);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a store in a folder', () => {
  it('keeps what was saved last, and creates its folder on the first save', async () => {
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

  it('clears away what a killed process left, for its own key only', async () => {
    const folder = testFolder();
    const store = new FolderStore({ folder });
    await store.save(KEY, bytes('one'));
    writeFileSync(join(folder, `.${KEY}.checkpoint.0123456789ab.tmp`), 'half');
    writeFileSync(join(folder, `.${'cd'.repeat(32)}.checkpoint.0123456789ab.tmp`), 'half');
    await store.remove(KEY);
    expect(readdirSync(folder)).toEqual([`.${'cd'.repeat(32)}.checkpoint.0123456789ab.tmp`]);
  });

  it('names a read-only disk, however deep the folder would be', async ({
    skip,
    onTestFinished,
  }) => {
    const disk = testFolder();
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', disk]);
    skip(mounted.status !== 0, 'only root can mount a disk');
    onTestFinished(() => void spawnSync('umount', [disk]));
    const store = new FolderStore({ folder: join(disk, 'deep', 'checkpoints') });
    await expect(store.save(KEY, bytes('one'))).rejects.toThrow(
      'found read-only file system (EROFS), expected a writable disk',
    );
  });

  it('can be opened by another process, from plain data', async () => {
    const folder = testFolder();
    const source = JSON.parse(JSON.stringify(folderSource(folder)));
    await (await openSource(source)).save(KEY, bytes('one'));
    expect(readdirSync(folder)).toEqual([`${KEY}.checkpoint`]);
  });

  it('refuses a key that leads out of it', async () => {
    const store = new FolderStore({ folder: testFolder() });
    await expect(store.save('../../x', bytes(''))).rejects.toThrow('expected hexadecimal digits');
    await expect(store.load('')).rejects.toThrow('expected hexadecimal digits');
  });
});

describe('a store on a disk that fails', () => {
  const failing = (code: string, errno: number) => {
    const open = async () => {
      throw Object.assign(new Error(code), { code, errno });
    };
    return { ...realFs, open: open as unknown as typeof realFs.open };
  };

  it.each([
    ['ENOSPC', -28, 'no space left on device', 'free space on the disk'],
    ['EROFS', -30, 'read-only file system', 'a writable disk'],
    ['EACCES', -13, 'permission denied', 'a location where this user has permission'],
    ['EIO', -5, 'i/o error', 'a file that can be written'],
  ])(
    'reports %s with place, found and expected, and keeps what it had',
    async (code, errno, found, expected) => {
      const folder = testFolder();
      await new FolderStore({ folder }).save(KEY, bytes('old'));
      const store = new FolderStore({ folder }, failing(code, errno));
      await expect(store.save(KEY, bytes('new'))).rejects.toMatchObject({
        name: 'FileError',
        message: `cannot write ${folder}/${KEY}.checkpoint: found ${found} (${code}), expected ${expected}`,
      });
      expect(Buffer.from((await store.load(KEY))!).toString()).toBe('old');
    },
  );
});
