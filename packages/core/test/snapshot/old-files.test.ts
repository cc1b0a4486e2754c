import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import type { Kind as SavedKind } from '../../src/snapshot/container.ts';
import { recordReplay } from '../../src/snapshot/record-replay.ts';
import { readReplay } from '../../src/snapshot/replay.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { verifyReplay } from '../../src/snapshot/verify-replay.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { resealed, smallSnapshot } from '../helpers/snapshots.ts';

/**
 * A snapshot and a replay of every version of the format, by name. They are never written again: what a
 * version wrote has to open in all later ones, or be refused by the name of its version. A new version
 * adds its own with SKEIN_MINT=1, once `CURRENT` says so.
 */
const FOLDER = new URL('./fixtures/', import.meta.url);
const CURRENT = '5.1';

function smallReplay(): Uint8Array {
  const world = restore(smallSnapshot());
  const recorder = recordReplay(world, { keyframeEvery: 15 });
  for (let n = 0; n < 31; n++) {
    if (n === 8) command(world, { type: 'fire', count: 3, angle: 0.5 });
    tick(world);
    recorder.take();
  }
  return recorder.finish();
}

function fileOf(name: string): URL {
  return new URL(name, FOLDER);
}

/** Without the hashes of laws, which refuse a file as soon as one of them changes. */
function withoutLaws(bytes: Uint8Array, kind: SavedKind = 'snapshot'): Uint8Array {
  const drop = (sections: { readonly id: string }[]): void => {
    const at = sections.findIndex(({ id }) => id === 'LAWS');
    if (at >= 0) sections.splice(at, 1);
  };
  return resealed(bytes, drop, kind);
}

if (process.env.SKEIN_MINT === '1' && !existsSync(fileOf(`${CURRENT}.skein`))) {
  writeFileSync(fileOf(`${CURRENT}.skein`), withoutLaws(smallSnapshot()));
  writeFileSync(fileOf(`${CURRENT}.replay`), withoutLaws(smallReplay(), 'replay'));
}

const versions = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.skein'))
  .map((name) => name.slice(0, -'.skein'.length));
const major = (version: string): string => version.split('.')[0];
const readable = versions.filter((version) => major(version) === major(CURRENT));
const refused = versions.filter((version) => major(version) !== major(CURRENT));

it('there is a file of this version', () => {
  expect(versions).toContain(CURRENT);
});

it.each(refused)('files of version %s are refused with the version in the message', (version) => {
  const found = new RegExp(`found version ${major(version)}.*expected version ${major(CURRENT)}`);
  expect(() => restore(readFileSync(fileOf(`${version}.skein`)))).toThrow(found);
  expect(() => readReplay(readFileSync(fileOf(`${version}.replay`)))).toThrow(found);
});

describe.each(readable)('files of version %s', (version) => {
  it('include a snapshot that opens with all its content, and continues', () => {
    const bytes = readFileSync(fileOf(`${version}.skein`));
    expect(`${bytes.readUInt16LE(8)}.${bytes.readUInt16LE(10)}`).toBe(version);
    const world = restore(bytes);
    expect([world.tick, world.count, world.scenario.name]).toEqual([17, 10, 'small']);
    expect(world.log.map((command) => `${command.tick} ${command.type}`)).toEqual([
      '9 cells',
      '17 fire',
    ]);
    expect([world.views.mapVersion[0], world.views.mapCost[13]]).toEqual([2, 3]);
    expect(takeEvents(world).map((event) => event.type)).toEqual(['fired']);
    tick(world, 20);
    expect(takeEvents(world).length).toBeGreaterThan(0);
  });

  it('include a replay that opens with all its content', async () => {
    const replay = readReplay(readFileSync(fileOf(`${version}.replay`)));
    // From 5.1 on, commands before its first tick are left out.
    expect(replay.log.at(-1)?.tick).toBe(25);
    expect(replay.log.length).toBe(version === '5.0' ? 3 : 2);
    expect(replay.hashes.map((hash) => hash.tick)).toEqual(
      Array.from({ length: 32 }, (_, k) => 17 + k),
    );
    expect(replay.keyframes.map((keyframe) => keyframe.tick)).toEqual([17, 32, 47]);
    const { toTick, divergence } = await verifyReplay(replay);
    expect(toTick).toBe(48);
    // Laws may change after this version; then no longer.
    if (version === CURRENT) expect(divergence).toBeUndefined();
  });
});

it('this version still writes the bytes that it wrote first, except the hashes of laws', () => {
  const bytes = readFileSync(fileOf(`${CURRENT}.skein`));
  expect(Buffer.compare(withoutLaws(snapshot(restore(bytes), { logSince: 0 })), bytes)).toBe(0);
  expect(stateHash(restore(bytes))).toBe(stateHash(restore(smallSnapshot())));
});
