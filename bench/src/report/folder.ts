import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chart } from '../suite.ts';
import { page } from './page.ts';
import type { Results } from './results.ts';

/** Where results are kept: results.json for programs, report.html for people. */
export class ResultsFolder {
  readonly path: string;

  /** @throws Error when it cannot be made or written to */
  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true });
  }

  writeResults(results: Results): void {
    this.#write('results.json', `${JSON.stringify(results, null, 2)}\n`);
  }

  writePage(results: Results, charts: Readonly<Record<string, Chart | undefined>>): void {
    this.#write('report.html', page(results, charts));
  }

  /** A run may be ended at any time: a file is whole, or the one before it is still there. */
  #write(name: string, text: string): void {
    const file = join(this.path, name);
    writeFileSync(`${file}.tmp`, text);
    renameSync(`${file}.tmp`, file);
  }
}
