// A caller of a sweep that may be killed at any moment: `node caller-process.mjs URL JOBS JOURNAL`. JOBS is a
// JSON file; each result is a line of the file JOURNAL, and is on the disk before the next is requested.
import { existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { enqueueSweep } from '@skein/queue';

const [url = '', jobsFile = '', journalFile = ''] = process.argv.slice(2);
/** @type {import('@skein/sweep').Job[]} */
const jobs = JSON.parse(readFileSync(jobsFile, 'utf8'));
const text = existsSync(journalFile) ? readFileSync(journalFile, 'utf8') : '';
const lines = text.split('\n');
// If the process was killed while it wrote a line, that line is incomplete.
lines.pop();
const taken = new Set(lines.filter((line) => line !== '').map((line) => JSON.parse(line).key));
const journal = openSync(journalFile, 'a');
if (text !== '' && !text.endsWith('\n')) writeSync(journal, '\n');
for await (const outcome of enqueueSweep(
  jobs.filter(({ key }) => !taken.has(key)),
  { url, ahead: 20, isTaken: ({ key }) => taken.has(key), tell: (line) => console.log(line) },
)) {
  if (outcome.type === 'failed') throw new Error(`${outcome.job.index}: ${outcome.error}`);
  writeSync(journal, `${JSON.stringify(outcome.result)}\n`);
  fsyncSync(journal);
}
console.log('over');
