// Saves a file over and over until it is killed: n times the byte n, for n from 1 to 255, repeatedly.
// Prints "ready" after the first.
import { saveFile } from '../dist/save-file.js';

const [path, bytes] = process.argv.slice(2);
for (let n = 0; ; n++) {
  await saveFile(path, new Uint8Array(Number(bytes)).fill(1 + (n % 255)));
  if (n === 0) process.stdout.write('ready\n');
}
