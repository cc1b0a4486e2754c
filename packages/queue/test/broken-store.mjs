// Loaded into a worker with `node --import`: after SKEIN_WRITES writes, nothing more can be written to
// the folder SKEIN_BROKEN, for the reason SKEIN_REASON (an error's name).
import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';
import { getSystemErrorMap } from 'node:util';

const { SKEIN_BROKEN: folder, SKEIN_WRITES: count, SKEIN_REASON: code = '' } = process.env;
const { open } = promises;
let written = 0;
promises.open = async (path, flags, mode) => {
  if (dirname(String(path)) === folder && ++written > Number(count)) {
    const errno = [...getSystemErrorMap()].find(([, [name]]) => name === code)?.[0];
    throw Object.assign(new Error(`${code}: what Node says`), { code, errno });
  }
  return await open(path, flags, mode);
};
syncBuiltinESMExports();
