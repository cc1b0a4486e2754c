import { randomBytes } from 'node:crypto';
import { type CheckpointStore, FolderStore } from '@skein/sweep';
import { readS3Address } from './s3-address.ts';
import { StoreError } from './store-error.ts';

/**
 * Opens the place where checkpoints are kept: a folder, which may be shared between machines, or
 * `s3://bucket/prefix?endpoint=https://host&region=name` for what speaks as S3 does.
 * @throws StoreError STORE_INVALID
 */
export async function openStore(text: string): Promise<CheckpointStore> {
  if (text === '') {
    throw new StoreError('STORE_INVALID', 'store: found nothing, expected a folder or s3://BUCKET');
  }
  if (!text.startsWith('s3:')) return new FolderStore({ folder: text });
  const address = readS3Address(text);
  // Loaded where it is wanted: the client takes longer to load than all the rest.
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(address);
}

/**
 * Sees that a store can be written, so that one that is full or read-only is refused before any work.
 * @throws StoreError; FileError
 */
export async function probeStore(store: CheckpointStore): Promise<void> {
  const key = randomBytes(32).toString('hex');
  // As long as a block: a full disk may take an empty file.
  await store.save(key, new Uint8Array(4096));
  await store.remove(key);
}
