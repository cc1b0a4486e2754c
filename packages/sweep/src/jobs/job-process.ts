import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FileError } from '../stores/file-error.ts';
import type { JobResult } from './job.ts';
import { JobError } from './job-error.ts';
import type { FromProcess, RunRequest, SentError, ToProcess } from './messages.ts';

/**
 * The script of a process. `fork` starts it directly, because two pool libraries have faults. workerpool 10.0.3 leaves
 * tasks waiting when a process is killed, and never ends a dead process. tinypool 2.2.0 does not report which process
 * has a task, or how a process ended.
 */
const SCRIPT = fileURLToPath(new URL('../../dist/jobs/process.js', import.meta.url));
/** The number of characters that are kept from the end of a process's error output. */
const LAST_WORDS = 2000;
/**
 * How long to wait for the last error output of a process that has ended, in ms. A child of the process may keep the
 * pipe open.
 */
const WORDS_MS = 200;
/** How long a process may take to end after it was asked to end, in ms. */
const END_MS = 2000;

/** The error of a run whose process ended early. */
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
    // Structured clones, because JSON would turn numbers that are not finite into null.
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
      // The process could not be started, or a message could not be sent.
      this.#child.on('error', (error) => {
        if (this.#child.pid === undefined) end(error.message);
        else this.kill();
      });
      // The event 'close' does not come after a disconnect, so 'exit' is used. The last error output may still arrive
      // after it.
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

  /** Whether the process has ended. It then accepts no more runs. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Does a run.
   *
   * @throws ProcessLost when the process ends before or during the run; JobError and FileError for the same reasons as
   * `runJob`
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

  /**
   * Stops the run in progress. The run saves a checkpoint, and the promise that `run` returned rejects with
   * JOB_ABORTED.
   */
  stop(): void {
    this.#send({ type: 'stop' });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Ends the process, which must be idle. Resolves when the process has ended. */
  async end(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.kill(), END_MS);
    await this.#ended;
    clearTimeout(timer);
  }

  #send(message: ToProcess): void {
    // If a message cannot be sent, the process is about to be reported as ended.
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
