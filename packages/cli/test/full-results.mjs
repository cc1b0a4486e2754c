// Loaded into a command with `node --import`: after SKEIN_FULL_AFTER lines its journal finds the disk full, in mid
// line; with SKEIN_READ_ONLY every new file under that folder finds a disk that cannot be written.
import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { SKEIN_FULL_AFTER: after, SKEIN_READ_ONLY: readOnly } = process.env;
const { open } = promises;
let lines = 0;
promises.open = async (path, flags, mode) => {
  if (readOnly !== undefined && String(path).startsWith(readOnly) && flags !== 'r') {
    throw Object.assign(new Error('read-only'), { code: 'EROFS', errno: -30 });
  }
  const file = await open(path, flags, mode);
  if (after === undefined || flags !== 'ax') return file;
  const { write } = file;
  file.write = async (line, at, length) => {
    lines++;
    if (lines > Number(after) + 1)
      throw Object.assign(new Error('full'), { code: 'ENOSPC', errno: -28 });
    // The last line has room for only a part of it.
    return write.call(file, line, at, lines > Number(after) ? 20 : length);
  };
  return file;
};
syncBuiltinESMExports();
