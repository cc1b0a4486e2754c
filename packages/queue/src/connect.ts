import type { RedisConnection } from 'bullmq';
import { Redis } from 'ioredis';
import type { Tell } from './notices.ts';
import { Waiting } from './notices.ts';
import { QueueError } from './queue-error.ts';
import type { RedisAddress } from './redis-address.ts';
import { faultOf, reasonOf } from './redis-faults.ts';

/** How long a server that never answered is waited for at the start, ms. */
export const DEFAULT_CONNECT_MS = 30_000;

/** Tries again soon at first, then once a second: a restart of Redis costs no more than that. */
const retryStrategy = (times: number): number => Math.min(100 * times, 1000);

/** What every connection to a queue has in common. */
export function connectionOptions({ options }: RedisAddress) {
  return {
    ...options,
    retryStrategy,
    // Commands wait for a Redis that is away.
    maxRetriesPerRequest: null,
    connectTimeout: 10_000,
    // A machine that vanished says nothing: without these a connection would hang for a quarter of an hour.
    keepAlive: 10_000,
    socketTimeout: 30_000,
  };
}

/**
 * Reaches a server once, so that a wrong address or password ends in one clear error, and not in waiting.
 * @throws QueueError QUEUE_REFUSED for a password or certificate that will not do, QUEUE_UNREACHABLE when it
 * has not answered after `connectMs`
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
        // Told by the events; it is tried again.
      });
    });
    waiting.end();
    // A user without rights connects all the same.
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
 * Ends a connection of BullMQ without waiting for anything: one that is about to reconnect would never say that
 * it has ended, and one that never was there is not what `disconnect` waits for.
 */
export function cutOff(connection: RedisConnection): void {
  void connection.close(true).catch(() => {});
  void connection.disconnect(false).catch(() => {});
}
