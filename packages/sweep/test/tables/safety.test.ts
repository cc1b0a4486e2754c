import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LONG, long, someOf } from '../../../core/test/helpers/long.ts';
import { openTable } from '../../src/tables/open-table.ts';
import { readTable } from '../../src/tables/read-table.ts';
import { TABLE_FORMATS } from '../../src/tables/table-format.ts';
import { testFolder, writeTable } from './folder.ts';

const KILLED = fileURLToPath(new URL('write-until-killed.mjs', import.meta.url));
const WRITE_ROWS = fileURLToPath(new URL('write-rows.mjs', import.meta.url));

const schema = { columns: [{ name: 'x', type: 'f64' }], metadata: {} } as const;
const BINARY = ['parquet', 'arrow', 'arrows'] as const;
const TEXT = ['csv', 'jsonl'] as const;

describe.each(someOf(BINARY, 3))('%s', (format) => {
  it('keeps the old file until it is finished', async () => {
    const folder = testFolder();
    const path = join(folder, `table.${format}`);
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    const table = await openTable(path, schema);
    await table.write([new Float64Array(200_000)]);
    expect(readFileSync(path, 'utf8')).toBe('old');
    await table.finish();
    expect((await readTable(path)).rows).toBe(200_000);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual([`table.${format}`]);
  });

  it('keeps the old file if it is abandoned, and leaves nothing beside it', async () => {
    const folder = testFolder();
    const path = join(folder, `table.${format}`);
    for (const old of [undefined, 'old']) {
      if (old !== undefined) writeFileSync(path, old);
      const table = await openTable(path, schema);
      await table.write([new Float64Array(200_000)]);
      await table.abandon();
      await table.abandon();
      expect(existsSync(path) ? readFileSync(path, 'utf8') : undefined).toBe(old);
      expect(readdirSync(folder)).toEqual(old === undefined ? [] : [`table.${format}`]);
      await expect(table.write([[1]])).rejects.toThrow(
        'table: found one that is given up, expected one that is being written',
      );
      await expect(table.finish()).rejects.toMatchObject({ code: 'TABLE_INVALID' });
    }
  });

  it('replaces the file that a link leads to', async () => {
    const folder = testFolder();
    const link = join(folder, `link.${format}`);
    symlinkSync(`table.${format}`, link);
    await writeTable(link, { schema, parts: [[[1, 2]]] });
    expect((await readTable(join(folder, `table.${format}`))).rows).toBe(2);
    expect(readdirSync(folder).sort()).toEqual([`link.${format}`, `table.${format}`]);
  });

  long('leaves nothing behind if it does not fit, and says so', () => {
    const folder = testFolder();
    const path = join(folder, `table.${format}`);
    expect(writeLimited(path)).toEqual({
      name: 'FileError',
      message: `cannot write ${path}: found file too large (EFBIG), expected a file below the size limit`,
      code: 'EFBIG',
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe.each(someOf(TEXT, 2))('%s', (format) => {
  const path = () => join(testFolder(), `table.${format}`);

  it('is written row by row, and keeps its rows if it is abandoned', async () => {
    const file = path();
    writeFileSync(file, 'old');
    const table = await openTable(file, schema);
    expect(readFileSync(file, 'utf8')).toBe('old');
    await table.write([[1, 2]]);
    expect((await readTable(file)).rows).toBe(2);
    await table.abandon();
    expect((await readTable(file)).rows).toBe(2);
    const unwritten = await openTable(file, schema);
    await unwritten.abandon();
    expect((await readTable(file)).rows).toBe(2);
  });

  it('leaves no file if it is abandoned before its first row', async () => {
    const file = path();
    await (await openTable(file, schema)).abandon();
    expect(existsSync(file)).toBe(false);
  });

  it('replaces a file only once it is finished, if asked to', async () => {
    const file = path();
    writeFileSync(file, 'old');
    const table = await openTable(file, schema, { whole: true });
    await table.write([[1, 2]]);
    expect(readFileSync(file, 'utf8')).toBe('old');
    await table.finish();
    expect((await readTable(file)).rows).toBe(2);
    const abandoned = await openTable(file, schema, { whole: true });
    await abandoned.write([[1]]);
    await abandoned.abandon();
    expect((await readTable(file)).rows).toBe(2);
  });

  long('keeps whole rows if no more fit, and says so', async () => {
    const file = path();
    expect(writeLimited(file)).toMatchObject({ name: 'FileError', code: 'EFBIG' });
    expect(readFileSync(file, 'utf8').endsWith('\n')).toBe(true);
    const { rows, columns } = await readTable(file);
    expect(rows).toBeGreaterThan(1000);
    expect(columns.get('id')?.at(-1)).toBe(rows - 1);
  });
});

/** Writes in a process that may write only 3 MB to a file: the system refuses more, as a full disk does. */
function writeLimited(path: string): unknown {
  const line = `ulimit -f 3000; exec "${process.execPath}" "${WRITE_ROWS}" "${path}" 300000`;
  return JSON.parse(execFileSync('bash', ['-c', line], { encoding: 'utf8' }));
}

const isRoot = process.getuid?.() === 0;

describe.each(TABLE_FORMATS)('%s', (format) => {
  it('refuses a path that cannot be written, before the first row', async () => {
    const folder = testFolder();
    const place = (...names: string[]) => join(folder, ...names);
    mkdirSync(place(`folder.${format}`));
    writeFileSync(place('file'), '');
    const refused = (path: string) =>
      openTable(path, schema).catch((error: Error) => error.message);
    expect(await refused(place(`folder.${format}`))).toMatch(
      /^cannot write .*: found (a folder, a device or a pipe|illegal operation on a directory \(EISDIR\)), expected a regular file$/,
    );
    expect(await refused(place('none', `table.${format}`))).toBe(
      `cannot write ${place('none', `table.${format}`)}: found no such file or directory (ENOENT), expected an existing folder`,
    );
    expect(await refused(place('file', `table.${format}`))).toMatch(
      /found not a directory \(ENOTDIR\), expected a folder$/,
    );
    if (process.platform === 'linux') {
      // Not even root may write there.
      expect(await refused(`/proc/table.${format}`)).toMatch(
        /^cannot write \/proc\/table.*: found /,
      );
    }
  });

  it.skipIf(isRoot)('refuses a read-only folder', async () => {
    const folder = testFolder();
    chmodSync(folder, 0o500);
    const path = join(folder, `table.${format}`);
    await expect(openTable(path, schema)).rejects.toThrow(
      `cannot write ${path}: found permission denied (EACCES), expected a location where this user has permission`,
    );
  });
});

describe.runIf(LONG).each(BINARY)('%s', (format) => {
  const kills = 8;
  it(`is the old table or a new one, and whole, after each of ${kills} kill -9`, async () => {
    const folder = testFolder();
    const path = join(folder, `table.${format}`);
    let interrupted = 0;
    for (let n = 0; n < kills; n++) {
      const child = spawn(process.execPath, [KILLED, path]);
      const end = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
      await new Promise((resolve) => child.stdout.once('data', resolve));
      await new Promise((resolve) => setTimeout(resolve, 60 * Math.random()));
      child.kill('SIGKILL');
      expect(await end).toBe('SIGKILL');
      const { rows, schema, columns } = await readTable(path);
      expect(String(rows)).toBe(schema.metadata.rows);
      expect(columns.get('c')?.at(-1)).toBe(rows / 100);
      // What one process left is removed with the first table of the next.
      const left = readdirSync(folder).length - 1;
      expect(left).toBeLessThanOrEqual(1);
      interrupted += left;
    }
    expect(interrupted).toBeGreaterThan(0);
    await writeTable(path, { schema, parts: [] });
    expect(readdirSync(folder)).toEqual([`table.${format}`]);
  });
});

const ROWS = 800_000;

long.each(['parquet', 'arrow', 'csv'])(`uses constant memory over ${ROWS} rows of %s`, (format) => {
  const path = join(testFolder(), `table.${format}`);
  const args = ['--expose-gc', WRITE_ROWS, path, String(ROWS)];
  const { first, last } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  // In memory they would take 28 MB.
  expect(last - first).toBeLessThan(4 * 2 ** 20);
  expect(last).toBeLessThan(48 * 2 ** 20);
});
