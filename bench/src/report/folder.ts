import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chart } from '../suite.ts';
import { page } from './page.ts';
import type { Results } from './results.ts';

/** The folder in which results are saved: as results.json for programs, and as report.html for people. */
export class ResultsFolder {
  readonly path: string;

  /** @throws Error when the folder cannot be created or written to */
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

  /**
   * Writes a file atomically. If the run ends meanwhile, the folder contains either the new file or the previous one,
   * always complete.
   */
  #write(name: string, text: string): void {
    const file = join(this.path, name);
    writeFileSync(`${file}.tmp`, text);
    renameSync(`${file}.tmp`, file);
  }
}
