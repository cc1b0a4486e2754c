import { isIP } from 'node:net';
import { QueueError } from './queue-error.ts';

/** What opens a connection; BullMQ and ioredis understand it alike. */
export interface ServerOptions {
  host: string;
  port: number;
  db: number;
  username?: string;
  password?: string;
  tls?: { servername?: string };
}

/** Where a Redis answers, and with what it is opened. */
export interface RedisAddress {
  readonly options: ServerOptions;
  /** The address for people: without the password. */
  readonly shown: string;
  /** The text with every password in it replaced by stars. */
  hide(text: string): string;
}

const EXPECTED =
  'redis://HOST:PORT/DB, or rediss:// for TLS, with USER:PASSWORD@ before the host where they are needed';
const DEFAULT_PORT = 6379;

/**
 * Reads `redis://user:password@host:port/db`, or `rediss://` for TLS; port 6379 and database 0 may be left
 * out. What is not plain in an address is percent-encoded, such as `%40` for `@`.
 * @throws QueueError QUEUE_URL_INVALID
 */
export function readAddress(url: string): RedisAddress {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    // A password may stand in it anywhere.
    throw refusal('something that is no address');
  }
  const { protocol, hostname, port, pathname, search, hash } = parsed;
  if (protocol !== 'redis:' && protocol !== 'rediss:') throw refusal(`${protocol}//`);
  if (hostname === '') throw refusal('no host');
  const database = /^\/?(\d{0,4})$/.exec(pathname)?.[1];
  if (database === undefined) throw refusal(`${pathname} as the database`);
  if (search !== '' || hash !== '') throw refusal('something after the database');
  const username = decoded(parsed.username);
  const password = decoded(parsed.password);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const db = Number(database);
  const portNumber = port === '' ? DEFAULT_PORT : Number(port);
  const secrets = [password, parsed.password].filter((secret) => secret !== '');
  return {
    options: {
      host,
      port: portNumber,
      db,
      ...(username !== '' && { username }),
      ...(password !== '' && { password }),
      // A certificate names hosts; what is asked for by its number has no name.
      ...(protocol === 'rediss:' && { tls: isIP(host) === 0 ? { servername: host } : {} }),
    },
    shown: `${protocol}//${username === '' ? '' : `${username}@`}${hostname}:${portNumber}/${db}`,
    hide: (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refusal('a % that encodes nothing');
  }
}

function refusal(found: string): QueueError {
  return new QueueError('QUEUE_URL_INVALID', `queue: found ${found}, expected ${EXPECTED}`);
}
