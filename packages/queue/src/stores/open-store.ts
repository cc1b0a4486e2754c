import { randomBytes } from 'node:crypto';
import { type CheckpointStore, FolderStore } from '@skein/sweep';
import { readS3Address } from './s3-address.ts';
import { StoreError } from './store-error.ts';

/**
 * Opens a store for checkpoints: a folder, which several machines may share, or
 * `s3://bucket/prefix?endpoint=https://host&region=name` for S3 and compatible servers.
 * @throws StoreError STORE_INVALID
 */
export async function openStore(text: string): Promise<CheckpointStore> {
  if (text === '') {
    throw new StoreError('STORE_INVALID', 'store: found nothing, expected a folder or s3://BUCKET');
  }
  if (!text.startsWith('s3:')) return new FolderStore({ folder: text });
  const address = readS3Address(text);
  // Loaded only when it is needed, since the client takes longer to load than everything else.
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(address);
}

/**
 * Checks that a store can be written, so that a full or read-only store is refused before any work starts.
 * @throws StoreError; FileError
 */
export async function probeStore(store: CheckpointStore): Promise<void> {
  const key = randomBytes(32).toString('hex');
  // One disk block, because even a full disk may accept an empty file.
  await store.save(key, new Uint8Array(4096));
  await store.remove(key);
}
