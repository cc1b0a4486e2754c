import { expect, it } from 'vitest';
import { SnapshotError } from '../../src/errors.ts';
import { restore } from '../../src/snapshot/snapshot.ts';
import { randomOf } from '../helpers/random-of.ts';
import { runsOf, seedOf } from '../helpers/runs.ts';
import { columnedSnapshot, largerSnapshot, smallSnapshot } from '../helpers/snapshots.ts';

const every = process.env.SKEIN_EVERY_FLIP === '1';
/** 64 KiB where every bit is tried, see `npm run tool -- damage`. */
const whole = every ? largerSnapshot(65_536) : smallSnapshot();
const live = restore(whole, { maxWorkers: 1 });
const memory = new Uint8Array(live.handle.memory.buffer);
const before = memory.slice();

/** The code with which a damaged file is refused. */
function codeOf(bytes: Uint8Array, what: string): string {
  try {
    restore(bytes, { maxWorkers: 1 });
  } catch (error) {
    if (error instanceof SnapshotError) return error.code;
    throw new Error(`${what}: not refused by type`, { cause: error });
  }
  return expect.fail(`${what}: not refused`);
}

it('the file that is damaged below can be restored before that', () => {
  expect(restore(whole).tick).toBe(live.tick);
});

it(`a file that was cut off is refused, at every length below ${whole.length}`, () => {
  for (let length = 0; length < whole.length; length++) {
    const code = codeOf(whole.subarray(0, length), `cut at ${length}`);
    expect(code).toBe(length === 0 || length < 8 ? 'SNAPSHOT_FORMAT' : 'SNAPSHOT_LENGTH');
  }
});

it('a file with bytes after its end is refused', () => {
  for (const more of [1, 8, 1000]) {
    const longer = new Uint8Array(whole.length + more);
    longer.set(whole);
    expect(codeOf(longer, `${more} more`)).toBe('SNAPSHOT_LENGTH');
  }
});

/** The bits that are tried: all, or those of the heads and a sample of the rest. */
function* bitsToFlip(seed: number): Iterable<number> {
  const all = 8 * whole.length;
  if (every) {
    for (let bit = 0; bit < all; bit++) yield bit;
    return;
  }
  const view = new DataView(whole.buffer);
  const heads: [number, number][] = [
    [0, 64],
    [whole.length - 8, whole.length],
  ];
  for (let at = 64; at < whole.length - 8; at += 16 + view.getUint32(at + 8, true)) {
    heads.push([at, at + 16]);
  }
  expect(heads).toHaveLength(2 + 6);
  for (const [begin, end] of heads) for (let bit = 8 * begin; bit < 8 * end; bit++) yield bit;
  const random = randomOf(seed);
  for (let run = runsOf(2000, 5000); run > 0; run--) yield Math.floor(random() * all);
}

const seed = seedOf(1);
it(`a file with a bit flipped is refused, ${every ? 'each of all' : `all of the heads and a sample, seed ${seed}`}`, () => {
  let flips = 0;
  const codes = new Set<string>();
  const bytes = whole.slice();
  for (const bit of bitsToFlip(seed)) {
    bytes[bit >>> 3] ^= 1 << (bit & 7);
    codes.add(codeOf(bytes, `bit ${bit} flipped`));
    bytes[bit >>> 3] ^= 1 << (bit & 7);
    flips++;
  }
  expect(flips).toBeGreaterThanOrEqual(every ? 8 * whole.length : 2000);
  const accidents = ['SNAPSHOT_FORMAT', 'SNAPSHOT_VERSION', 'SNAPSHOT_LENGTH', 'SNAPSHOT_CORRUPT'];
  expect([...codes].filter((code) => !accidents.includes(code))).toEqual([]);
  if (every) console.log(`${flips} flips and ${whole.length} lengths of ${whole.length} bytes`);
}, 3_600_000);

it(`a file of a world with columns that is cut off or has a bit flipped is refused, seed ${seed}`, () => {
  const columned = columnedSnapshot();
  expect(restore(columned).tick).toBe(5);
  for (let length = 0; length < columned.length; length += every ? 1 : 7) {
    codeOf(columned.subarray(0, length), `cut at ${length}`);
  }
  const bytes = columned.slice();
  const random = randomOf(seed);
  const all = 8 * columned.length;
  for (let k = 0, count = every ? all : 1000; k < count; k++) {
    const bit = every ? k : Math.floor(random() * all);
    bytes[bit >>> 3] ^= 1 << (bit & 7);
    codeOf(bytes, `bit ${bit} flipped`);
    bytes[bit >>> 3] ^= 1 << (bit & 7);
  }
}, 3_600_000);

it('a world that exists during all this keeps every byte', () => {
  expect(Buffer.compare(memory, before)).toBe(0);
});
