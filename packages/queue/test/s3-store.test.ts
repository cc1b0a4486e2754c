import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LONG } from '../../core/test/helpers/long.ts';
import { openStore, probeStore } from '../src/index.ts';
import { freePort } from './redis-server.ts';
import { S3Server } from './s3-server.ts';

/**
 * A server of your own, such as s3://bucket?endpoint=http://127.0.0.1:9000: the tests below then use it
 * as well, with the credentials in the environment.
 */
const { SKEIN_S3, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;

beforeAll(() => {
  process.env.AWS_ACCESS_KEY_ID ??= 'test';
  process.env.AWS_SECRET_ACCESS_KEY ??= 'test';
});

afterAll(() => {
  for (const [name, value] of Object.entries({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY })) {
    if (value === undefined) delete process.env[name];
  }
});

/** What any store must do, at an address. */
async function exercise(address: string): Promise<void> {
  const store = await openStore(address);
  const key = `${Date.now().toString(16)}${'0'.repeat(64)}`.slice(0, 64);
  const bytes = new Uint8Array(LONG ? 3_000_001 : 300_001).map((_, index) => index * 31);
  expect(await store.load(key)).toBeUndefined();
  await store.save(key, bytes);
  expect(Buffer.compare((await store.load(key)) ?? new Uint8Array(), bytes)).toBe(0);
  await store.save(key, bytes.subarray(7, 24));
  expect([...((await store.load(key)) ?? [])]).toEqual([...bytes.subarray(7, 24)]);
  await store.save(key, new Uint8Array());
  expect(await store.load(key)).toHaveLength(0);
  await store.remove(key);
  await store.remove(key);
  expect(await store.load(key)).toBeUndefined();
}

describe('a store in a bucket', () => {
  test('loads, replaces and removes what was saved', async () => {
    await using server = await S3Server.start();
    await exercise(`s3://skein/one/two/?endpoint=${server.endpoint}&region=eu-x-1`);
    expect([...server.objects.keys()]).toEqual([]);
    const store = await openStore(`s3://skein/one/two?endpoint=${server.endpoint}`);
    await store.save('abc', new Uint8Array(1));
    expect([...server.objects.keys()]).toEqual(['one/two/abc.checkpoint']);
  });

  test.skipIf(SKEIN_S3 === undefined)('does the same on a server of your own', () =>
    exercise(SKEIN_S3 ?? ''),
  );

  test('tries a busy server again', async () => {
    await using server = await S3Server.start();
    const store = await openStore(`s3://skein?endpoint=${server.endpoint}`);
    server.refusals.push(...Array(LONG ? 2 : 1).fill('SlowDown'));
    await store.save('abc', new Uint8Array(5));
    expect(server.objects.get('abc.checkpoint')).toHaveLength(5);
  });

  test('names itself and the reason when it is refused', async () => {
    await using server = await S3Server.start();
    const at = `s3://skein/x?endpoint=${server.endpoint}`;
    server.refusals.push('AccessDenied');
    await expect(probeStore(await openStore(at))).rejects.toMatchObject({
      code: 'STORE_REFUSED',
      message: `store: ${at} cannot be written: AccessDenied: as told`,
    });
    const store = await openStore(at);
    await probeStore(store);
    server.refusals.push('QuotaExceeded', 'QuotaExceeded', 'QuotaExceeded', 'QuotaExceeded');
    await expect(store.save('a', new Uint8Array(1))).rejects.toMatchObject({ code: 'STORE_FULL' });
    server.refusals.splice(0);
    server.refusals.push('AccessDenied');
    await expect(store.load('a')).rejects.toThrow(`store: ${at} cannot be read: AccessDenied`);
    const other = await openStore(`s3://other?endpoint=${server.endpoint}`);
    await expect(probeStore(other)).rejects.toMatchObject({
      code: 'STORE_REFUSED',
      message: expect.stringContaining('NoSuchBucket'),
    });
    const away = await openStore(`s3://skein?endpoint=http://127.0.0.1:${await freePort()}`);
    await expect(probeStore(away)).rejects.toMatchObject({
      code: 'STORE_UNREACHABLE',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test.each([
    ['s3:', 's3:'],
    ['s3://', 's3://'],
    ['s3://key:secret@bucket', 'keys in the address; put them in AWS_ACCESS_KEY_ID'],
    ['s3://bucket?endpoint=host:9000', 'the endpoint host:9000'],
    ['s3://bucket?endpoint=http://me:secret@host', 'the endpoint http://***@host'],
    ['s3://bucket?zone=1', '?zone'],
  ])('is not opened from the address %s', async (address, found) => {
    const refusal = await openStore(address).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'STORE_INVALID' });
    expect(refusal.message).toContain(`store: found ${found}`);
    expect(refusal.message).not.toContain('secret');
  });
});
