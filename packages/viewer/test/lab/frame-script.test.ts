import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const script = readFileSync(new URL('../../src/lab/frame-script.js', import.meta.url), 'utf8');

/** The reports of a worker in the frame, by the kind of its address. */
type Behavior = (worker: FakeWorker) => void;

class FakeWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  isEnded = false;
  terminate() {
    this.isEnded = true;
  }
}

const refuse: Behavior = (worker) => worker.onerror?.({ preventDefault() {} });
const answer =
  (text: string): Behavior =>
  (worker) => {
    worker.onmessage?.({ data: 'begins' });
    worker.onmessage?.({ data: text });
  };

/** Runs a script in the frame, in a browser whose workers behave like this. */
async function evaluated(blob: Behavior, data: Behavior) {
  const started: string[] = [];
  const workers: FakeWorker[] = [];
  let listener: ((event: object) => void) | undefined;
  const frame = {};
  const context = {
    addEventListener: (_: string, added: typeof listener) => {
      listener = added;
    },
    parent: frame,
    URL: { createObjectURL: () => 'blob:null/1', revokeObjectURL() {} },
    Blob,
    Worker: class extends FakeWorker {
      constructor(address: string) {
        super();
        started.push(address);
        workers.push(this);
        queueMicrotask(() => (address.startsWith('blob:') ? blob : data)(this));
      }
    },
    setTimeout,
    clearTimeout,
    encodeURIComponent,
    String,
  };
  runInNewContext(script, context);
  const said = await new Promise((resolve) => {
    const work = { script: 'run("ä")', startMs: 1000, runMs: 1000, maxLetters: 100 };
    listener!({ source: frame, data: work, ports: [{ postMessage: resolve }] });
  });
  return { said: { ...(said as object) }, started, ended: workers.map(({ isEnded }) => isEnded) };
}

it('runs code in a worker of a blob', async () => {
  expect(await evaluated(answer('{}'), refuse)).toEqual({
    said: { kind: 'said', text: '{}' },
    started: ['blob:null/1'],
    ended: [true],
  });
});

it('runs code in a worker of a data address where workers of blobs are refused, as in WebKit', async () => {
  expect(await evaluated(refuse, answer('{}'))).toEqual({
    said: { kind: 'said', text: '{}' },
    started: ['blob:null/1', 'data:text/javascript,run(%22%C3%A4%22)'],
    ended: [true, true],
  });
});

it('reports once that workers of both kinds are refused', async () => {
  const { said, started } = await evaluated(refuse, refuse);
  expect(said).toMatchObject({ kind: 'failed', message: 'undefined' });
  expect(started).toHaveLength(2);
});

it('does not rerun code that fails', async () => {
  const fail: Behavior = (worker) =>
    worker.onerror?.({ preventDefault() {}, message: 'x is not defined', lineno: 3 });
  const { said, started } = await evaluated(fail, refuse);
  expect(said).toEqual({ kind: 'failed', message: 'x is not defined', line: 3 });
  expect(started).toHaveLength(1);
});
