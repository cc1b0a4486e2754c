import { isIP } from 'node:net';
import { QueueError } from './queue-error.ts';

/** The options of a connection, in a form that both BullMQ and ioredis accept. */
export interface ServerOptions {
  host: string;
  port: number;
  db: number;
  username?: string;
  password?: string;
  tls?: { servername?: string };
}

/** The address of a Redis server, with everything needed to connect. */
export interface RedisAddress {
  readonly options: ServerOptions;
  /** The address without its password, for messages. */
  readonly shown: string;
  /** Replaces every password in a text with asterisks. */
  hide(text: string): string;
}

const EXPECTED =
  'redis://HOST:PORT/DB, or rediss:// for TLS, with USER:PASSWORD@ before the host if the server requires a password';
const DEFAULT_PORT = 6379;

/**
 * Parses an address such as `redis://user:password@host:port/db`, or `rediss://` for TLS. The defaults are port 6379
 * and database 0. Special characters must be percent-encoded, such as `%40` for `@`.
 * @throws QueueError QUEUE_URL_INVALID
 */
export function readAddress(url: string): RedisAddress {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    // The text is not shown, because any part of it may be a password.
    throw refusal('a text that is not an address');
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
      // A certificate is issued for host names, so an IP address has no server name to check.
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
    throw refusal('a % that is not followed by two hexadecimal digits');
  }
}

function refusal(found: string): QueueError {
  return new QueueError('QUEUE_URL_INVALID', `queue: found ${found}, expected ${EXPECTED}`);
}
