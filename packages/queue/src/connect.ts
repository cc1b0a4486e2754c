import type { RedisConnection } from 'bullmq';
import { Redis } from 'ioredis';
import type { Tell } from './notices.ts';
import { Waiting } from './notices.ts';
import { QueueError } from './queue-error.ts';
import type { RedisAddress } from './redis-address.ts';
import { faultOf, reasonOf } from './redis-faults.ts';

/** How long to wait at the start for a server that does not answer, in ms. */
export const DEFAULT_CONNECT_MS = 30_000;

/**
 * Returns the pause before the next attempt to reconnect, in ms. The pause grows up to one second. So when Redis is
 * back, at most one second passes before the next attempt.
 */
const retryStrategy = (times: number): number => Math.min(100 * times, 1000);

/** Returns the options of every connection to a queue. */
export function connectionOptions({ options }: RedisAddress) {
  return {
    ...options,
    retryStrategy,
    // Commands wait while Redis is unreachable.
    maxRetriesPerRequest: null,
    connectTimeout: 10_000,
    // A machine that disappears sends nothing. Without these timeouts, its connection would hang for a quarter of an
    // hour.
    keepAlive: 10_000,
    socketTimeout: 30_000,
  };
}

/**
 * Connects to a server once, as a test. A wrong address or password then gives a single clear error, and not endless
 * retries.
 * @throws QueueError QUEUE_REFUSED for a wrong password or certificate; QUEUE_UNREACHABLE if the server has not
 * answered after `connectMs`
 */
export async function reach(
  address: RedisAddress,
  tell: Tell,
  connectMs = DEFAULT_CONNECT_MS,
): Promise<void> {
  const waiting = new Waiting(`Redis at ${address.shown}`, tell);
  const redis = new Redis({ ...connectionOptions(address), lazyConnect: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      let reason = 'no answer';
      redis.on('error', (error: Error) => {
        reason = address.hide(reasonOf(error));
        if (faultOf(error) === 'refused') {
          reject(new QueueError('QUEUE_REFUSED', `queue: ${address.shown} refuses: ${reason}`));
        } else {
          waiting.begin(reason);
        }
      });
      redis.once('ready', resolve);
      timer = setTimeout(() => {
        const seconds = connectMs / 1000;
        const text = `queue: ${address.shown} cannot be reached: ${reason}, tried for ${seconds} s`;
        reject(new QueueError('QUEUE_UNREACHABLE', text));
      }, connectMs);
      redis.connect().catch(() => {
        // The event handlers report the error, and ioredis tries again.
      });
    });
    waiting.end();
    // A user without permissions can still connect, so a command checks them.
    await redis.ping().catch((error: unknown) => {
      const reason = address.hide(reasonOf(error));
      throw new QueueError('QUEUE_REFUSED', `queue: ${address.shown} refuses: ${reason}`);
    });
  } finally {
    clearTimeout(timer);
    redis.removeAllListeners('error').on('error', () => {});
    redis.disconnect();
  }
}

/**
 * Closes a connection of BullMQ without waiting, because waiting could last forever. A connection that is about to
 * reconnect never reports that it has closed. If a connection was never open, `disconnect` waits forever.
 */
export function cutOff(connection: RedisConnection): void {
  void connection.close(true).catch(() => {});
  void connection.disconnect(false).catch(() => {});
}
