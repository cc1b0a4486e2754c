import { open } from 'node:fs/promises';
import { TableError } from './table-error.ts';

const CHUNK_BYTES = 1 << 18;

/**
 * Reads the text of a UTF-8 file in parts.
 * @throws TableError TABLE_DAMAGED for bytes that are not UTF-8
 */
export async function* textChunks(path: string): AsyncGenerator<string> {
  await using file = await open(path);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const bytes = new Uint8Array(CHUNK_BYTES);
  for (let length = -1; length !== 0; ) {
    length = (await file.read(bytes)).bytesRead;
    yield decoded(path, decoder, bytes.subarray(0, length), length > 0);
  }
}

function decoded(path: string, decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    throw new TableError('TABLE_DAMAGED', path, 'bytes that are not UTF-8', 'text in UTF-8');
  }
}
