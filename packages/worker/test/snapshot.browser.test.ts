/// <reference types="vite/client" />
import { kernels, restore, snapshot } from '@skein/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../core/test/helpers/long.ts';
import fixture from '../../core/test/snapshot/fixtures/5.1.skein?url';
import inNode from './fixtures/snapshot.json' with { type: 'json' };
import { goOn, goOnAsTeam } from './snapshot-case.ts';

/** Bytes before and after the sections of a file, see docs/snapshots.md. */
const HEADER = 64;
const TRAILER = 8;

/** A snapshot that Node has written. */
let bytes: Uint8Array;

beforeAll(async () => {
  bytes = new Uint8Array(await (await fetch(fixture)).arrayBuffer());
});

describe.each([true, false])('a snapshot from Node, in shared memory: %s', (shared) => {
  it('keeps its sections when it is restored and taken again, and gets one about its laws', () => {
    const again = snapshot(restore(bytes, { shared }), { logSince: 0 });
    const [begin, end] = [HEADER, bytes.length - TRAILER];
    expect(again.length).toBeGreaterThan(bytes.length);
    const differs = (byte: number, at: number): boolean => byte !== bytes[begin + at];
    expect(again.subarray(begin, end).findIndex(differs)).toBe(-1);
  });

  it.each(kernels())(
    'continues to the snapshot that Node would take: kernel %s',
    async (kernel) => {
      expect(await goOn(bytes, { shared, kernel })).toEqual(inNode);
    },
  );
});

it.each(someOf(kernels(), 2, 1))(
  'a snapshot from Node continues to the same snapshot with three workers: kernel %s',
  async (kernel) => {
    expect(await goOnAsTeam(bytes, kernel)).toEqual(inNode);
  },
);
