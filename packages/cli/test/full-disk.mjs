// Loaded into a command with `node --import`: writes beside the file that SKEIN_FULL_AT names, or
// in that folder, find the disk full after SKEIN_FULL_AFTER of them.
import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname } from 'node:path';

const { SKEIN_FULL_AT: at, SKEIN_FULL_AFTER: after } = process.env;
const { open } = promises;
let written = 0;
promises.open = async (path, flags, mode) => {
  const file = await open(path, flags, mode);
  const isOfFile = basename(path).startsWith(`.${basename(at)}.`);
  if (flags !== 'wx' || !(isOfFile || dirname(path) === at)) return file;
  const { writeFile } = file;
  file.writeFile = async (bytes) => {
    // The check whether the file can be written writes nothing.
    if (bytes.length > 0 && ++written > Number(after)) {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC', errno: -28 });
    }
    await writeFile.call(file, bytes);
  };
  return file;
};
syncBuiltinESMExports();
