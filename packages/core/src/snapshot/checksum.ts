import { finish, mixA, mixB } from '../math/mix.ts';

/** The polynomial of CRC-32C (Castagnoli), with its bits reversed. */
const POLYNOMIAL = 0x82f63b78;
/** The number of bytes that are processed at once. */
const STRIDE = 8;

/** Tables of what a byte contributes to the checksum when 0 to 7 other bytes follow it. Created on first use. */
let tables: Uint32Array[] | undefined;

function makeTables(): Uint32Array[] {
  const first = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) * POLYNOMIAL);
    first[byte] = crc;
  }
  const all = [first];
  while (all.length < STRIDE) {
    const before = all.at(-1)!;
    all.push(before.map((crc) => (crc >>> 8) ^ first[crc & 255]));
  }
  return all;
}

/**
 * Computes the CRC-32C of bytes. If the bytes are read in pieces, pass the checksum of all earlier pieces as `crc`. The
 * checksum detects every change of up to three bits, and every burst of up to 32 bits.
 *
 * source: Kounavis and Berry 2008, Novel Table Lookup-Based Algorithms for High-Performance CRC Generation. The
 * algorithm used here reads eight bytes at a time
 */
export function crc32c(bytes: Uint8Array, crc = 0): number {
  tables ??= makeTables();
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as [
    ...[Uint32Array, Uint32Array, Uint32Array, Uint32Array],
    ...[Uint32Array, Uint32Array, Uint32Array, Uint32Array],
  ];
  let c = ~crc;
  let at = 0;
  for (const end = bytes.length - STRIDE + 1; at < end; at += STRIDE) {
    const low =
      c ^ (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24));
    c =
      t7[low & 255] ^
      t6[(low >>> 8) & 255] ^
      t5[(low >>> 16) & 255] ^
      t4[low >>> 24] ^
      t3[bytes[at + 4]] ^
      t2[bytes[at + 5]] ^
      t1[bytes[at + 6]] ^
      t0[bytes[at + 7]];
  }
  for (; at < bytes.length; at++) c = (c >>> 8) ^ t0[(c ^ bytes[at]) & 255];
  return ~c >>> 0;
}

/**
 * A 64-bit hash of bytes, as its low and its high half. It is unrelated to the CRC, so each can detect changes that the
 * other misses.
 */
export function hashBytes(bytes: Uint8Array): [low: number, high: number] {
  let low = bytes.length | 0;
  let high = 0;
  const whole = bytes.length & ~3;
  for (let at = 0; at < whole; at += 4) {
    const word = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    low = mixA(low, word);
    high = mixB(high, word);
  }
  for (let at = whole; at < bytes.length; at++) {
    low = mixA(low, bytes[at]);
    high = mixB(high, bytes[at]);
  }
  return [finish(low) >>> 0, finish(high ^ Math.imul(low, 0x27d4eb2f)) >>> 0];
}
