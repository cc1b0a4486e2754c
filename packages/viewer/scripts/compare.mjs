// Compares the pictures in two folders written by `npm run tool -- scenes-capture`, pixel by pixel:
//
//   npm run tool -- scenes-compare BEFORE AFTER [--share 0.002] [--threshold 0.1] [--out FOLDER]
//
// Prints a table with the number of differing pixels of each picture, as pixelmatch counts them (--threshold, 0 to 1;
// antialiased edges count as equal), and the largest difference of a channel, 0 to 255. The exit code is 1 if a picture
// is missing, has another size, or differs in more than --share of its pixels. --out is a folder for pictures of the
// differences.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { readArguments, refuse } from '../../../scripts/arguments.mjs';

const { values, positionals } = readArguments(import.meta.url, {
  allowPositionals: true,
  options: {
    share: { type: 'string', default: '0.002' },
    threshold: { type: 'string', default: '0.1' },
    out: { type: 'string' },
  },
});
const [before, after] = positionals;
if (positionals.length !== 2) refuse(import.meta.url, 'two folders are compared');
const share = numberOf('share');
const threshold = numberOf('threshold');
if (values.out !== undefined) mkdirSync(values.out, { recursive: true });

const names = [...new Set([...listOf(before), ...listOf(after)])].sort();
if (names.length === 0) refuse(import.meta.url, 'there is no picture in either folder');
let failed = 0;
console.log('| picture | pixels that differ | of all | largest difference of a channel | |');
console.log('| --- | --: | --: | --: | --- |');
for (const name of names) {
  const [a, b] = [read(before, name), read(after, name)];
  if (a === undefined || b === undefined || a.width !== b.width || a.height !== b.height) {
    failed += 1;
    const why = a && b ? 'another size' : `missing in ${a ? after : before}`;
    console.log(`| ${name} | | | | ${why} |`);
    continue;
  }
  const { width, height } = a;
  const difference = new PNG({ width, height });
  const pixels = pixelmatch(a.data, b.data, difference.data, width, height, { threshold });
  let largest = 0;
  for (let i = 0; i < a.data.length; i++) {
    largest = Math.max(largest, Math.abs(a.data[i] - b.data[i]));
  }
  const part = pixels / (width * height);
  if (part > share) failed += 1;
  const percent = `${(100 * part).toFixed(3)} %`;
  console.log(
    `| ${name} | ${pixels} | ${percent} | ${largest} | ${part > share ? 'differs' : ''} |`,
  );
  if (values.out !== undefined && pixels > 0) {
    writeFileSync(join(values.out, `${name}.png`), PNG.sync.write(difference));
  }
}
console.log(`\n${names.length - failed} of ${names.length} pictures are the same`);
process.exitCode = failed === 0 ? 0 : 1;

/** @param {string} folder */
function listOf(folder) {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.png'))
      .map((file) => file.slice(0, -'.png'.length));
  } catch {
    return refuse(import.meta.url, `there is no folder ${folder}`);
  }
}

/** @param {string} folder @param {string} name */
function read(folder, name) {
  if (!listOf(folder).includes(name)) return undefined;
  return PNG.sync.read(readFileSync(join(folder, `${name}.png`)));
}

/** @param {'share' | 'threshold'} key */
function numberOf(key) {
  const text = values[key];
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  return refuse(import.meta.url, `--${key} ${text}: expected a number from 0 to 1`);
}
