import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findRedis, redisLeftOut, skipRedis } from '../../../scripts/setup/redis.mjs';

/** Why the tests of a file are left out; undefined when they are not. Each call also prints the reason. */
export function leftOut(): string | undefined {
  const why = redisLeftOut();
  if (why !== undefined) console.warn(why);
  return why;
}

export interface ServerOptions {
  readonly password?: string;
  /** Further lines of the configuration, as arguments: `['--maxmemory', '2mb']`. */
  readonly settings?: readonly string[];
  readonly tls?: boolean;
}

/** The Redis of a test, with its own port, its own folder, and an append-only file. */
export class RedisServer implements AsyncDisposable {
  readonly port: number;
  readonly folder: string;
  readonly #options: ServerOptions;
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string, options: ServerOptions) {
    this.port = port;
    this.folder = folder;
    this.#options = options;
  }

  static async start(options: ServerOptions = {}): Promise<RedisServer> {
    const folder = await mkdtemp(join(tmpdir(), 'skein-redis-'));
    const server = new RedisServer(await freePort(), folder, options);
    await server.start();
    return server;
  }

  get url(): string {
    const { password, tls } = this.#options;
    const user = password === undefined ? '' : `:${encodeURIComponent(password)}@`;
    return `${tls ? 'rediss' : 'redis'}://${user}127.0.0.1:${this.port}/0`;
  }

  async start(): Promise<void> {
    const path = skipRedis ? undefined : findRedis();
    if (path === undefined) throw new Error('no redis-server');
    const { password, settings = [], tls } = this.#options;
    const port = tls ? ['--port', '0', '--tls-port', `${this.port}`] : ['--port', `${this.port}`];
    const server = spawn(
      path,
      [
        ...port,
        ...['--bind', '127.0.0.1', '--dir', this.folder, '--save', '', '--appendonly', 'yes'],
        ...(password === undefined ? [] : ['--requirepass', password]),
        ...settings,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#process = server;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      const hear = (text: Buffer) => {
        said += text;
        if (said.includes('Ready to accept connections')) resolve();
      };
      server.stdout.on('data', hear);
      server.stderr.on('data', hear);
      server.once('exit', () => reject(new Error(`redis-server ended: ${said}`)));
    });
  }

  /** Ends it as a crash does. */
  async kill(): Promise<void> {
    const server = this.#process;
    this.#process = undefined;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  /** Calls a function with a connection, and returns its result. */
  async ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.url, { lazyConnect: true });
    redis.on('error', () => {});
    try {
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
