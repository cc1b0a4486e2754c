import { randomBytes } from 'node:crypto';
import { open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { TableSchema, TableWriter } from '../tables/table.ts';

/** A table as a line of JSON for each row. */
export async function openJsonLines(path: string, { columns }: TableSchema): Promise<TableWriter> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  const file = await open(temporary, 'wx');
  return {
    async write(rows) {
      let text = '';
      for (let at = 0; at < (rows[0]?.length ?? 0); at++) {
        const cells = columns.map(({ name }, column) => [name, rows[column][at]]);
        text += `${JSON.stringify(Object.fromEntries(cells))}\n`;
      }
      await file.appendFile(text);
    },
    async finish() {
      await file.sync();
      await file.close();
      await rename(temporary, path);
    },
    async abandon() {
      await file.close();
      await unlink(temporary).catch(() => {});
    },
  };
}
