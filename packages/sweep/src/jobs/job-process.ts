import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FileError } from '../stores/file-error.ts';
import type { JobResult } from './job.ts';
import { JobError } from './job-error.ts';
import type { FromProcess, RunRequest, SentError, ToProcess } from './messages.ts';

/**
 * Own lines over `fork`, because workerpool 10.0.3 leaves tasks waiting when a process is killed and never ends
 * one that is dead. tinypool 2.2.0 does not tell which process has a task, nor how it ended.
 */
const SCRIPT = fileURLToPath(new URL('../../dist/jobs/process.js', import.meta.url));
/** How much is kept of what a process says before it ends (characters). */
const LAST_WORDS = 2000;
/** How long its last words may take (ms): a process that it has started may keep the pipe open. */
const WORDS_MS = 200;
/** How long a process that was asked to end may take (ms). */
const END_MS = 2000;

/** A process ended in the midst of a run. */
export class ProcessLost extends Error {
  override readonly name = 'ProcessLost';
}

export interface RunListener {
  readonly onTick?: ((tick: number) => void) | undefined;
  readonly onNotice?: ((text: string) => void) | undefined;
}

/** A process that does one run at a time. */
export class JobProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #reject: ((error: Error) => void) | undefined;
  #resolve: ((result: JobResult) => void) | undefined;
  #listener: RunListener = {};
  #words = '';
  #isOver = false;

  constructor() {
    // As structured clones: JSON would turn what is not finite to null.
    this.#child = fork(SCRIPT, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#words = (this.#words + text).slice(-LAST_WORDS);
    });
    this.#child.on('message', (message) => this.#take(message as FromProcess));
    this.#ended = new Promise((resolve) => {
      const end = (how: string): void => {
        this.#isOver = true;
        const words = this.#words.trim();
        this.#reject?.(new ProcessLost(words === '' ? how : `${how}: ${words}`));
        resolve();
      };
      // It could not be started, or a message could not be sent.
      this.#child.on('error', (error) => {
        if (this.#child.pid === undefined) end(error.message);
        else this.kill();
      });
      // Not at 'close', which does not come after a disconnect. The last words may still be on their way.
      this.#child.on('exit', (code, signal) => {
        this.#isOver = true;
        const tell = (): void => end(signal ?? `exit code ${code}`);
        if (this.#child.stderr?.readableEnded === false) {
          const timer = setTimeout(tell, WORDS_MS);
          this.#child.stderr.once('end', () => {
            clearTimeout(timer);
            tell();
          });
        } else tell();
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether it has ended: then it takes no run any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Does a run.
   *
   * @throws ProcessLost when the process ends first; JobError, FileError as `runJob` does
   */
  async run(request: RunRequest, listener: RunListener): Promise<JobResult> {
    this.#listener = listener;
    try {
      return await new Promise<JobResult>((resolve, reject) => {
        this.#resolve = resolve;
        this.#reject = reject;
        if (this.#isOver) reject(new ProcessLost('it had ended before'));
        else this.#send({ type: 'run', request });
      });
    } finally {
      this.#resolve = undefined;
      this.#reject = undefined;
    }
  }

  /** Stops the run, which saves where it is; `run` rejects with JOB_ABORTED. */
  stop(): void {
    this.#send({ type: 'stop' });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Ends the process, which has no run; resolves when it is gone. */
  async end(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.kill(), END_MS);
    await this.#ended;
    clearTimeout(timer);
  }

  #send(message: ToProcess): void {
    // What cannot be sent goes to a process that is about to be found ended.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #take(message: FromProcess): void {
    if (message.type === 'tick') this.#listener.onTick?.(message.tick);
    else if (message.type === 'notice') this.#listener.onNotice?.(message.text);
    else if (message.type === 'done') this.#resolve?.(message.result);
    else this.#reject?.(received(message.error));
  }
}

function received({ code, message }: SentError): Error {
  if (code === 'FILE_FAILED') return new FileError(message);
  return new JobError(code === 'JOB_ABORTED' ? code : 'JOB_FAILED', message);
}
