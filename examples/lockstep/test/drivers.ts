import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RoomEvent } from '@skein/rooms';
import type { Browser } from 'playwright';
import { watch } from './watched-peer.mjs';

/** Few agents, so that a busy machine can keep up with four peers. */
export const SCENARIO = fileURLToPath(new URL('scenario.json', import.meta.url));

/** An event of a peer. */
export interface Report {
  readonly type: 'refused' | 'loaded' | 'lost' | 'damaged';
  readonly input?: number;
  readonly tick?: number;
}

/** The state of a peer. */
export interface Reading {
  readonly tick: number;
  readonly you: number;
  /** The hash of each 30th tick that it has stepped. */
  readonly hashes: Record<string, string>;
  readonly reports: readonly Report[];
  /** The commands that the world has executed, without those of early ticks. */
  readonly log: readonly { readonly tick: number; readonly type: string }[];
}

/** A peer that a test controls, in a process or in a page. */
export interface Driver {
  command(input: object): Promise<void>;
  /** Applies a command to this world only. */
  slip(input: object): Promise<void>;
  read(): Promise<Reading>;
  end(): Promise<void>;
}

export function startPeer(url: string, workers: number, kernel: 'ts' | 'simd'): Driver {
  const file = fileURLToPath(new URL('peer-process.mjs', import.meta.url));
  const args = [url.replace('http', 'ws'), SCENARIO, `${workers}`, kernel];
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
  await call(`globalThis.watched = (${watch})(peer, stateHash); undefined`);
  return {
    command: (input) => call(`peer.command(${JSON.stringify(input)})`),
    slip: (input) => call(`watched.slip(${JSON.stringify(input)})`),
    read: async () => {
      if (errors.length > 0) throw new Error(errors.join('\n'));
      return call(
        '({ hashes: watched.hashes, reports: watched.reports, log: watched.log, ...watched.state() })',
      );
    },
    end: () => page.close(),
  };
}

export interface Server {
  readonly port: number;
  /** What it has said of its room. */
  readonly events: readonly RoomEvent[];
  /** Kills it as the system would, without warning. */
  kill(): Promise<void>;
}

/** Starts the server of the example as its users do. */
export async function startServer(port: number, temporary: string): Promise<Server> {
  const file = fileURLToPath(new URL('../server.mjs', import.meta.url));
  const child = spawn(process.execPath, [file, '--port', `${port}`, '--scenario', SCENARIO], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: temporary },
  });
  const events: RoomEvent[] = [];
  const found = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout })
      .on('line', (line) => {
        const page = /^page: http:\/\/127\.0\.0\.1:(\d+)\/$/.exec(line);
        if (page) resolve(Number(page[1]));
        else if (line.startsWith('{')) events.push(JSON.parse(line));
      })
      .on('close', () => reject(new Error('The server has ended before it said where it is.')));
  });
  return { port: found, events, kill: () => endOf(child) };
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
