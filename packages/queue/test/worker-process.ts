import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('worker-process.mjs', import.meta.url));

/** How long a process may take to end, ms. */
const END_MS = 45_000;

/** A line that a worker process printed. */
export interface Line {
  readonly type: string;
  readonly key?: string;
  readonly tick?: number;
  readonly begun?: number;
  readonly text?: string;
  readonly error?: string;
  readonly final?: boolean;
  /** When it was read, ms. */
  readonly atMs: number;
}

/** A process that works on a queue, and what it has printed. */
export class WorkerProcess implements AsyncDisposable {
  readonly lines: Line[] = [];
  readonly #process: ChildProcess;
  readonly #listeners = new Set<() => void>();
  #errors = '';

  constructor(url: string, folder: string, options: object = {}, env: NodeJS.ProcessEnv = {}) {
    const child = spawn(process.execPath, [SCRIPT, url, folder, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    this.#process = child;
    child.stderr.on('data', (text) => {
      this.#errors += text;
    });
    createInterface({ input: child.stdout }).on('line', (text) => {
      this.lines.push({ ...JSON.parse(text), atMs: performance.now() });
      for (const listener of [...this.#listeners]) listener();
    });
  }

  /** What it wrote to standard error. */
  get errors(): string {
    return this.#errors;
  }

  get ended(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** The first line that matches, now or later; rejects after `withinMs`, or if the process ends without one. */
  async line(fits: (line: Line) => boolean, withinMs = 60_000): Promise<Line> {
    return await new Promise((resolve, reject) => {
      const refuse = (why: string) => {
        finish();
        const said = this.lines.filter(({ type }) => type !== 'tick');
        reject(new Error(`${why}: ${fits}\n${JSON.stringify(said)}\n${this.#errors}`));
      };
      const look = () => {
        const line = this.lines.find(fits);
        if (line === undefined) return;
        finish();
        resolve(line);
      };
      const timer = setTimeout(() => refuse('no such line in time'), withinMs);
      const end = () => refuse('the process ended without such a line');
      const finish = () => {
        clearTimeout(timer);
        this.#listeners.delete(look);
        this.#process.off('close', end);
      };
      this.#listeners.add(look);
      this.#process.once('close', end);
      look();
    });
  }

  async ready(): Promise<this> {
    await this.line(({ type }) => type === 'ready');
    return this;
  }

  /** The code or the signal that it ended with. */
  async end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
    if (!this.ended) {
      const closed = once(this.#process, 'close');
      this.#process.kill(signal);
      let isHanging = false;
      const timer = setTimeout(() => {
        isHanging = true;
        this.#process.kill('SIGKILL');
      }, END_MS);
      await closed;
      clearTimeout(timer);
      const said = this.lines.filter(({ type }) => type !== 'tick');
      if (isHanging) throw new Error(`it does not end: ${JSON.stringify(said)}\n${this.#errors}`);
    }
    return this.#process.exitCode ?? this.#process.signalCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL');
  }
}
