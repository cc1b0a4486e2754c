import { ModelError } from './model-error.ts';

/** The words "glTF", "JSON" and "BIN" as numbers, in the byte order of the file. */
const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** The maximum size of the JSON in the file of a model, in bytes. One with the most triangles needs much less. */
const MAX_JSON_BYTES = 2 ** 20;

export interface Glb {
  readonly json: unknown;
  readonly bin: Uint8Array;
}

/**
 * Splits a binary glTF file into its JSON and its binary data.
 *
 * @param mostJson the maximum size of the JSON, in bytes; default: that of models
 *
 * @throws ModelError when the file is not valid
 *
 * Source: Khronos, glTF 2.0 specification, section 4, GLB File Format.
 */
export function readGlb(bytes: Uint8Array, mostJson = MAX_JSON_BYTES): Glb {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES || view.getUint32(0, true) !== MAGIC) {
    throw new ModelError(
      'file',
      'other bytes',
      'a binary glTF file (.glb), which starts with "glTF"',
    );
  }
  const version = view.getUint32(4, true);
  if (version !== 2) throw new ModelError('file', `version ${version}`, 'glTF version 2');
  const length = view.getUint32(8, true);
  if (length !== bytes.length) {
    throw new ModelError(
      'file',
      `${bytes.length} bytes`,
      `${length} bytes, as the header of the file says`,
    );
  }
  const json = chunkAt(view, HEADER_BYTES, JSON_CHUNK, 'JSON');
  if (json.length > mostJson) {
    throw new ModelError('JSON', `${json.length} bytes`, `at most ${mostJson}`);
  }
  const next = HEADER_BYTES + CHUNK_HEADER_BYTES + json.length;
  const bin = next === length ? new Uint8Array() : chunkAt(view, next, BIN_CHUNK, 'BIN');
  return { json: parsed(json), bin };
}

function chunkAt(view: DataView, at: number, type: number, name: string): Uint8Array {
  const begin = at + CHUNK_HEADER_BYTES;
  if (begin > view.byteLength || view.getUint32(at + 4, true) !== type) {
    throw new ModelError('file', `no chunk ${name} at byte ${at}`, 'a chunk of that type');
  }
  const length = view.getUint32(at, true);
  if (begin + length > view.byteLength) {
    throw new ModelError(
      name,
      `${length} bytes`,
      `at most the ${view.byteLength - begin} bytes left in the file`,
    );
  }
  return new Uint8Array(view.buffer, view.byteOffset + begin, length);
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ModelError('JSON', 'text that is not JSON in UTF-8', 'JSON');
  }
}
