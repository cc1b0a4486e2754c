import { enqueueSweep, type QueueProgress, readAddress } from '@skein/queue';
import type { Elsewhere } from '@skein/sweep';
import { counted } from './counted.ts';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { DEFAULT_QUEUE_NAME } from './queue-options.ts';
import type { SweepCommandOptions } from './sweep-options.ts';

export interface SweepQueue {
  /** The name and address of the queue, for messages. */
  readonly shown: string;
  /** The number of runs that workers are doing now. */
  readonly running: number;
  readonly elsewhere: Elsewhere;
}

/** Options that must be given to the workers of a queue, not to the process that submits the runs. */
const OF_WORKERS = { '--retries': 'retries', '--checkpoint-ms': 'checkpointMs' } as const;

/**
 * Lets the workers of a queue do the runs of a sweep.
 * @throws CliError or QueueError
 */
export function sweepQueue(
  options: SweepCommandOptions,
  signal: AbortSignal,
  tell: (text: string) => void,
): SweepQueue {
  const { queueName: name = DEFAULT_QUEUE_NAME } = options;
  for (const [option, key] of Object.entries(OF_WORKERS)) {
    if (options[key] === undefined) continue;
    const text = `${option}: found ${options[key]} together with --queue; the workers of the queue decide this`;
    throw new CliError(EXIT.usage, text);
  }
  const url = options.queue === true ? process.env.SKEIN_QUEUE : options.queue;
  if (url === undefined) {
    throw new CliError(
      EXIT.usage,
      '--queue: found no address, expected one in SKEIN_QUEUE, or after the option, as in --queue redis://HOST',
    );
  }
  const shown = `queue ${name} of ${readAddress(url).shown}`;
  let running = 0;
  let workers = -1;
  const onProgress = (progress: QueueProgress): void => {
    running = progress.running;
    if (progress.workers === workers) return;
    workers = progress.workers;
    if (workers > 0) tell(`${counted(workers, 'worker')}, ${counted(running, 'run')} under way`);
  };
  return {
    shown,
    get running() {
      return running;
    },
    elsewhere: (jobs, isTaken) =>
      enqueueSweep(jobs, { url, name, signal, isTaken, tell, onProgress }),
  };
}
