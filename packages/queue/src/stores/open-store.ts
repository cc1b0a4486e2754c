import type { CheckpointStore } from '@skein/sweep';
import { FolderStore } from './folder-store.ts';
import { readS3Address } from './s3-address.ts';
import { StoreError } from './store-error.ts';

/**
 * Opens the place where checkpoints are kept, and sees that it can be written: a folder, or
 * `s3://bucket/prefix?endpoint=https://host&region=name` for what speaks as S3 does.
 * @throws StoreError
 */
export async function openStore(text: string): Promise<CheckpointStore> {
  if (text === '') {
    throw new StoreError('STORE_INVALID', 'store: found nothing, expected a folder or s3://BUCKET');
  }
  if (!text.startsWith('s3:')) return await FolderStore.open(text);
  const address = readS3Address(text);
  // Loaded where it is wanted: the client takes longer to load than all the rest.
  const { S3Store } = await import('./s3-store.ts');
  return await S3Store.open(address);
}
