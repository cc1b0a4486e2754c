// Saves a text to a file, and is killed just before a given call of the file system, counted from 0;
// a write is done in part first.
import * as fs from 'node:fs/promises';
import { saveFile } from '../dist/save-file.js';

const [path, text, last] = process.argv.slice(2);
let calls = 0;

/** @param {object} target the object with the calls: the file system, or a file */
function counted(target) {
  return new Proxy(target, {
    get: (_, name) => {
      if (typeof target[name] !== 'function') return undefined;
      return async (...args) => {
        if (calls++ === Number(last)) {
          if (name === 'writeFile') await target.writeFile(args[0].subarray(0, 2));
          process.kill(process.pid, 'SIGKILL');
        }
        const result = await target[name](...args);
        return name === 'open' ? counted(result) : result;
      };
    },
  });
}

await saveFile(path, new TextEncoder().encode(text), counted({ ...fs }));
