import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkResult, checkRun } from '../jobs/check-result.ts';
import type { JobResult } from '../jobs/job.ts';
import { asFileError } from '../stores/file-error.ts';
import { type Entry, JOURNALS, type Location } from './journal.ts';

const LINE_FEED = 0x0a;

export function isResult(entry: Entry): entry is JobResult {
  return 'hash' in entry;
}

/** A line of a journal, with its position. */
export interface FoundEntry extends Location {
  readonly entry: Entry;
  /** The file name of the journal. */
  readonly name: string;
}

/**
 * Reads the lines of all journals in a folder of results, one line at a time. Journals are sorted by name, so the
 * journals of one plan are sorted by time. Text after the last line feed of a journal is an incomplete line, and is
 * ignored.
 *
 * @param onNotice called with the problem of a line that is neither a result nor a failure; the line is ignored
 * @throws FileError when a journal cannot be read
 */
export async function* readJournals(
  results: string,
  onNotice: (text: string) => void = () => {},
): AsyncGenerator<FoundEntry> {
  const folder = join(results, JOURNALS);
  let names: string[];
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw asFileError('read', folder, error);
  }
  for (const name of names) {
    const file = join(folder, name);
    let line = 0;
    for await (const { text, offset, bytes } of readLines(file)) {
      line++;
      const entry = readEntry(text);
      if (entry !== undefined) yield { entry, name, file, offset, bytes };
      else {
        const found = JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
        onNotice(`${file}, line ${line}: found ${found}, expected a result; the line is ignored`);
      }
    }
  }
}

interface Line {
  readonly text: string;
  readonly offset: number;
  readonly bytes: number;
}

/** Yields the lines of a file. A last line without a line feed is left out. */
async function* readLines(file: string): AsyncGenerator<Line> {
  let offset = 0;
  let parts: Buffer[] = [];
  try {
    for await (const data of createReadStream(file, { highWaterMark: 0x40000 })) {
      const chunk = data as Buffer;
      let begin = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, begin)) {
        parts.push(chunk.subarray(begin, end));
        const line = parts.length === 1 ? parts[0] : Buffer.concat(parts);
        yield { text: line.toString('utf8'), offset, bytes: line.length + 1 };
        offset += line.length + 1;
        parts = [];
        begin = end + 1;
      }
      if (begin < chunk.length) parts.push(chunk.subarray(begin));
    }
  } catch (error) {
    throw asFileError('read', file, error);
  }
}

/** Parses a line as an entry; undefined if the line is not an entry. */
export function readEntry(text: string): Entry | undefined {
  try {
    const value = JSON.parse(text);
    if (typeof value?.error !== 'string') return checkResult(value);
    checkRun(value);
    return value;
  } catch {
    return undefined;
  }
}
