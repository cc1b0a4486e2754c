// The program of a process in a JobPool. It does one run after the other, as they arrive.
import { SkeinError } from '@skein/core';
import { openSource } from '../stores/store-source.ts';
import type { FromProcess, RunRequest, SentError, ToProcess } from './messages.ts';
import { runJob } from './run-job.ts';

/** The interval between progress messages, in ms. */
const TELL_MS = 100;

let current: AbortController | undefined;

// The pool has ended, so the result has no receiver.
process.on('disconnect', () => process.exit());
// A terminal sends Ctrl-C to all processes of a command. The pool decides what to do.
process.on('SIGINT', () => {});
// If only this process is asked to end, the run continues elsewhere from a checkpoint.
process.on('SIGTERM', () => {
  if (current === undefined) process.exit(143);
  current.abort();
  process.exitCode = 143;
});

process.on('message', (message: ToProcess) => {
  if (message.type === 'stop') current?.abort();
  else void run(message.request);
});

function tell(message: FromProcess): Promise<void> {
  return new Promise((resolve) => {
    // The pool may have ended; then this process ends too.
    process.send?.(message, () => resolve());
  });
}

async function run({ job, kernel, store, trajectories, checkpointMs }: RunRequest): Promise<void> {
  current = new AbortController();
  let toldAtMs = performance.now();
  const onTick = (tick: number): void => {
    if (performance.now() - toldAtMs < TELL_MS) return;
    toldAtMs = performance.now();
    void tell({ type: 'tick', tick });
  };
  try {
    const checkpoints = store && (await openSource(store));
    const onNotice = (text: string): void => void tell({ type: 'notice', text });
    const { signal } = current;
    const options = { signal, checkpoints, checkpointMs, keep: true, kernel, onTick, onNotice };
    const result = await runJob(job, { ...options, trajectories });
    await tell({ type: 'done', result });
  } catch (error) {
    // If a signal to this process stopped the run, no failure is reported: the pool notices that the process ended, and
    // retries.
    if (process.exitCode === undefined) await tell({ type: 'failed', error: sentError(error) });
  }
  current = undefined;
  if (process.exitCode !== undefined) process.exit();
}

function sentError(error: unknown): SentError {
  if (error instanceof SkeinError) return { code: error.code, message: error.message };
  const text = error instanceof Error ? error.stack : String(error);
  return { code: undefined, message: `unexpected error\n${text}` };
}
