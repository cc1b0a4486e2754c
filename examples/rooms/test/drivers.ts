import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type Kind = 'ws' | 'colyseus';

/** What a client says about itself. */
export interface Reading {
  readonly number: number;
  readonly ended?: string;
  readonly given: number;
  /** How often each event came. */
  readonly events: Readonly<Record<string, number>>;
  /** The hashes of every 30th tick. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly tick: number;
  readonly confirmed: number;
  readonly traffic: { readonly sent: number; readonly received: number };
  readonly latencyMs: number;
}

/** A server of the example, as its users start it. */
export class ServerProcess {
  readonly lines: string[] = [];
  /** The hashes of every 30th tick. */
  readonly hashes: Record<string, string> = {};
  /** The inputs of all turns: guest, number, and position. */
  readonly inputs: { readonly guest: number; readonly n: number; readonly command: object }[] = [];
  readonly #child: ChildProcess;
  readonly #url: Promise<string>;

  constructor(kind: Kind, port = 0, ...args: string[]) {
    const name = kind === 'ws' ? '../server.mjs' : '../colyseus-server.mjs';
    const file = fileURLToPath(new URL(name, import.meta.url));
    this.#child = spawn(process.execPath, [file, '--port', `${port}`, '--verbose', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#url = new Promise((resolve, reject) => {
      this.#child.once('exit', () => reject(new Error('The server has ended.')));
      createInterface({ input: this.#child.stdout! }).on('line', (line) => {
        const page = /^page: (.*)\/$/.exec(line);
        if (page) resolve(page[1]!);
        this.#take(line);
      });
    });
    this.#url.catch(() => {});
  }

  #take(line: string): void {
    const [kind, first, second, ...rest] = line.split(' ');
    if (kind === 'tick') this.hashes[first!] = second!;
    else if (kind === 'input') {
      const command = JSON.parse(rest.join(' '));
      this.inputs.push({ guest: Number(first), n: Number(second), command });
    } else this.lines.push(line);
  }

  /** Its address, without a slash. */
  get url(): Promise<string> {
    return this.#url;
  }

  kill(): Promise<void> {
    return endOf(this.#child);
  }
}

/** A client of the example in a process of its own. */
export class ClientProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  readonly #gone: Promise<never>;
  #id = 0;

  constructor(kind: Kind, url: string, window: number, lie: 'nothing' | 'positions' = 'nothing') {
    const file = fileURLToPath(new URL('client-process.mjs', import.meta.url));
    this.#child = fork(file, [kind, url, `${window}`, lie], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#gone = new Promise((_, reject) => {
      this.#child.once('exit', () => reject(new Error('The client has ended.')));
    });
    this.#gone.catch(() => {});
    this.#child.on('message', ({ id, result }: { id: number; result: unknown }) => {
      this.#waiting.get(id)?.(result);
    });
  }

  #call(call: string, input: unknown = null): Promise<unknown> {
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, resolve);
      this.#gone.catch(reject);
      this.#child.send({ id, call, input });
    });
  }

  network(input: object): Promise<unknown> {
    return this.#call('network', input);
  }
  cut(): Promise<unknown> {
    return this.#call('cut');
  }
  order(): Promise<unknown> {
    return this.#call('order');
  }
  wrong(): Promise<unknown> {
    return this.#call('wrong');
  }
  read(): Promise<Reading> {
    return this.#call('read') as Promise<Reading>;
  }
  kill(): Promise<void> {
    return endOf(this.#child);
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export async function until<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  const begun = performance.now();
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() - begun > 30_000) throw new Error(`In vain: ${what}.`);
    await sleep(50);
  }
}

/** Waits until all have a hash of the same tick, of which the server has told the last commands. */
export async function commonHashes(
  server: ServerProcess,
  clients: readonly ClientProcess[],
): Promise<{ readonly at: number; readonly hashes: readonly string[] }> {
  const first = Math.max(0, ...Object.keys(server.hashes).map(Number)) + 60;
  return until(`hashes of tick ${first}`, async () => {
    const readings = await Promise.all(clients.map((client) => client.read()));
    if (server.hashes[first] === undefined) return undefined;
    if (readings.some(({ confirmed, tick }) => Math.min(confirmed, tick) < first + 30)) {
      return undefined;
    }
    const hashes = readings.map((reading) => reading.hashes[first]!);
    return { at: first, hashes: [server.hashes[first]!, ...hashes] };
  });
}

/** The numbers of the orders of a client that reached the world, in order. */
export function ordersOf(server: ServerProcess, number: number): number[] {
  return server.inputs
    .filter(({ guest }) => guest === number)
    .map(({ command }) => (command as { position: number[] }).position[1]! - 10);
}
