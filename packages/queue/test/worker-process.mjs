// A worker in its own process: `node worker-process.mjs URL FOLDER '{"concurrency":1,...}'`. It prints each event as a
// line of JSON, and ends cleanly when it is asked to.
import { openStore, probeStore, startWorker } from '@skein/queue';
import { stepJob } from './step-job.mjs';

const [url = '', folder = '', more = '{}'] = process.argv.slice(2);
const store = await openStore(folder);
await probeStore(store);
const { restMs, failAt, ...options } = JSON.parse(more);

/** @param {object} line */
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const worker = await startWorker({
  url,
  store,
  checkpointMs: 100,
  run: (job, how) =>
    stepJob(job, how, {
      restMs,
      failAt: job.parameters.fails ? failAt : undefined,
      onTick: (tick) => print({ type: 'tick', key: job.key, tick }),
    }),
  tell: (text) => print({ type: 'told', text }),
  onEvent: (event) => print({ ...event, ...('error' in event && { error: event.error.message }) }),
  ...options,
});
process.once('SIGTERM', async () => {
  await worker.stop();
  print({ type: 'stopped' });
});
print({ type: 'ready' });
