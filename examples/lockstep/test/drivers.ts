import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { watch } from './watched-peer.mjs';

/** Few agents, so that a busy machine can keep up with four peers. */
export const TURN_TICKS = 2;
export const SCENARIO = fileURLToPath(new URL('scenario.json', import.meta.url));

export interface Report {
  readonly type: 'refused' | 'differs' | 'lost' | 'waiting';
  readonly peer?: number;
  readonly n?: number;
  readonly tick?: number;
  readonly where?: string;
  readonly found?: string;
  readonly expected?: string;
}

/** The state of a peer. */
export interface Reading {
  readonly tick: number;
  readonly you: number;
  /** The hash at the end of each turn that it has stepped, by tick. */
  readonly hashes: Record<string, string>;
  readonly reports: readonly Report[];
  readonly log: readonly { readonly tick: number; readonly type: string }[];
}

/** A peer that a test controls, in a process or in a page. */
export interface Driver {
  command(input: object): Promise<void>;
  /** Applies a command to this world only. Returns its tick. */
  slip(input: object): Promise<number>;
  read(): Promise<Reading>;
  end(): Promise<void>;
}

export function startPeer(url: string, workers: number, kernel: 'ts' | 'simd'): Driver {
  const file = fileURLToPath(new URL('peer-process.mjs', import.meta.url));
  const args = [url.replace('http', 'ws'), SCENARIO, `${workers}`, kernel, `${TURN_TICKS}`];
  const child = fork(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const waiting = new Map<number, (result: unknown) => void>();
  const gone = new Promise<never>((_, reject) => {
    child.once('exit', () => reject(new Error('The process of a peer has ended.')));
  });
  gone.catch(() => {});
  let id = 0;
  child.on('message', (answer: { id: number; result: unknown }) =>
    waiting.get(answer.id)?.(answer.result),
  );
  const call = (name: string, input?: object) =>
    Promise.race([
      gone,
      new Promise<never>((resolve) => {
        waiting.set(++id, resolve as (result: unknown) => void);
        child.send({ id, call: name, input });
      }),
    ]);
  return {
    command: (input) => call('command', input),
    slip: (input) => call('slip', input),
    read: () => call('read'),
    end: () => endOf(child),
  };
}

export async function openPeer(browser: Browser, url: string): Promise<Driver> {
  const page = await browser.newPage({ viewport: { width: 390, height: 500 } });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(url);
  const call = (code: string) => page.evaluate<never>(code);
  // The content security policy of the page forbids Playwright's own waiting.
  while (!(await call("'peer' in globalThis"))) await page.waitForTimeout(50);
  await call(`globalThis.watched = (${watch})(peer, stateHash, ${TURN_TICKS}); undefined`);
  return {
    command: (input) => call(`peer.command(${JSON.stringify(input)})`),
    slip: (input) => call(`watched.slip(${JSON.stringify(input)})`),
    read: async () => {
      if (errors.length > 0) throw new Error(errors.join('\n'));
      return call(
        '({ hashes: watched.hashes, reports: watched.reports, log: watched.log(), ...watched.state() })',
      );
    },
    end: () => page.close(),
  };
}

export interface Server {
  readonly port: number;
  /** Kills it as the system would, without warning. */
  kill(): Promise<void>;
}

/** Starts the server of the example as its users do. */
export async function startServer(port: number, keep: string, temporary: string): Promise<Server> {
  const file = fileURLToPath(new URL('../server.mjs', import.meta.url));
  const args = ['--port', `${port}`, '--scenario', SCENARIO, '--keep', keep];
  const turns = ['--turn-ticks', `${TURN_TICKS}`, '--turn-ms', '200', '--snapshot-turns', '8'];
  const child = spawn(process.execPath, [file, ...args, ...turns], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: temporary },
  });
  const kill = () => endOf(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /^page: http:\/\/127\.0\.0\.1:(\d+)\/$/.exec(line);
    if (found) return { port: Number(found[1]), kill };
  }
  throw new Error('The server has ended before it said where it is.');
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
